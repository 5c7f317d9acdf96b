#include "engine/device/software/request_runs.h"

#include <algorithm>
#include <array>

#include "engine/device/validate.h"
#include "engine/model/instruction_fetch.h"
#include "engine/model/memory_operations.h"
#include "engine/model/request_table.h"
#include "engine/model/shared_memory.h"
#include "engine/model/spec/noise.h"
#include "engine/model/throughput.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "engine/trace/random.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kMaxLoads = 4096;  // the model simulates each load of a thread
constexpr std::uint64_t kDefaultThreads = 1024;

DeviceError cancelled() { return {ErrorCode::cancelled, "Cancelled."}; }

std::uint64_t fact(const model::Card& card, const char* name, std::uint64_t otherwise) {
  const auto found = card.device.numbers.find(name);
  return found == card.device.numbers.end() ? otherwise : found->second;
}

/// The mean of `count` measurements of `cycles` cycles each, with the card's noise. Drawn in blocks, so that little memory is
/// needed.
double noisy_mean(const model::Card& card, double cycles, std::uint64_t count, std::uint64_t seed) {
  if (card.noise.quiet()) return cycles;
  model::Noise noise(card.noise, seed, count);
  std::array<float, 1024> block{};
  double sum = 0;
  for (std::uint64_t done = 0; done < count; done += block.size()) {
    const auto part = std::span(block).first(static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), count - done)));
    std::fill(part.begin(), part.end(), static_cast<float>(cycles));
    noise.add_to(part);
    for (const float one : part) sum += one;
  }
  return sum / static_cast<double>(count);
}

/// The single measurements of the same.
std::vector<double> noisy_each(const model::Card& card, double cycles, std::uint64_t count, std::uint64_t seed) {
  std::vector<float> each(count, static_cast<float>(cycles));
  if (!card.noise.quiet()) model::Noise(card.noise, seed, count).add_to(each);
  return {each.begin(), each.end()};
}

model::Flow flow_of(Direction direction) {
  if (direction == Direction::read) return model::Flow::read;
  return direction == Direction::write ? model::Flow::write : model::Flow::copy;
}

}  // namespace

std::vector<std::string> calls_of(const model::Card& card) {
  std::vector<std::string> calls{"chase", "paired_chase", "trials"};
  if (card.sm.shared_memory) calls.emplace_back(BankRequest::kCall);
  if (card.sm.request_table) calls.emplace_back(OutstandingRequest::kCall);
  if (card.sm.copy_startup_cycles) calls.emplace_back(CopyRequest::kCall);
  if (!card.sm.bandwidth.empty()) calls.emplace_back(BandwidthRequest::kCall);
  if (card.instructions) calls.emplace_back(InstructionsRequest::kCall);
  if (card.sm.cluster) calls.emplace_back(ClusterRequest::kCall);
  if (card.sm.operations) calls.emplace_back(OperationsRequest::kCall);
  if (card.residency) calls.emplace_back(ResidencyRequest::kCall);
  return calls;
}

Outcome<BankResult> run_bank(const model::Card& card, const BankRequest& request, std::uint64_t seed) {
  const model::SharedMemorySpec& memory = *card.sm.shared_memory;
  if (std::find(memory.modes.begin(), memory.modes.end(), request.bank_bytes) == memory.modes.end())
    return DeviceError{ErrorCode::unsupported, "The banks of " + card.name + " are always " + std::to_string(memory.modes.front()) +
                                                   " bytes wide; there is no mode of " + std::to_string(request.bank_bytes) + "."};
  const double degree = conflict_degree(memory, {request.stride, request.word_bytes, request.bank_bytes});
  return BankResult{noisy_mean(card, conflict_cycles(memory, degree), request.repeats, seed)};
}

Outcome<OutstandingResult> run_outstanding(const model::Card& card, const OutstandingRequest& request, std::uint64_t seed,
                                           const RunControl& control) {
  if (request.loads > kMaxLoads)
    return invalid_request(format_count(request.loads) + " loads a thread are too many for a model; the limit is " +
                           format_count(kMaxLoads) + ".");
  const double cycles = burst_cycles(*card.sm.request_table, {request.threads, request.loads, request.sharing}, control.stop);
  if (control.stop.stop_requested()) return cancelled();
  return OutstandingResult{noisy_each(card, cycles, request.repeats, seed)};
}

Outcome<CopyResult> run_copy(const model::Card& card, const CopyRequest& request, std::uint64_t seed) {
  const double cycles = copy_cycles(card.sm, request.bytes, fact(card, "l2_bytes", 0), request.flush);
  return CopyResult{noisy_mean(card, cycles, 1, seed), std::nullopt};
}

Outcome<BandwidthResult> run_bandwidth(const model::Card& card, const BandwidthRequest& request) {
  const auto level = card.sm.bandwidth.find(request.level);
  if (level == card.sm.bandwidth.end()) {
    std::string known;
    for (const auto& [name, spec] : card.sm.bandwidth) known += (known.empty() ? "" : ", ") + name;
    return DeviceError{ErrorCode::unsupported, "The model of " + card.name + " knows no bandwidth of '" + request.level +
                                                   "'; it knows those of " + known + "."};
  }
  const model::BandwidthSpec& spec = level->second;
  const std::uint64_t sms = fact(card, "sm_count", 1);
  const std::uint64_t blocks = request.blocks.value_or(sms);
  const std::uint64_t busy = std::min(blocks, sms);
  if (spec.capacity_bytes) {
    const std::uint64_t room = *spec.capacity_bytes * (spec.per_sm ? busy : 1);
    if (request.bytes > room) {
      const auto [asked, held] = two_sizes(request.bytes, room);
      return invalid_request(asked + " do not fit into " + request.level + " of " + card.name + ", which holds " + held +
                             (spec.per_sm ? " on the SMs that are used" : "") + "; ask for less, or for the next level.");
    }
  }
  const std::uint64_t threads =
      blocks * request.threads.value_or(std::min(fact(card, "max_threads_per_block", kDefaultThreads), kDefaultThreads));
  BandwidthResult result;
  result.bytes_per_cycle = bytes_per_cycle(spec, flow_of(request.direction), busy, threads, request.access_bytes);
  result.bytes_per_second = result.bytes_per_cycle * static_cast<double>(fact(card, "clock_khz", 0)) * 1000;
  return result;
}

Outcome<InstructionsResult> run_instructions(const model::Card& card, const InstructionsRequest& request, std::uint64_t seed,
                                             const RunControl& control) {
  const std::uint64_t each = card.instructions->instruction_bytes;
  if (request.bytes % each != 0)
    return invalid_request("Code of " + format_count(request.bytes) + " B is no whole number of instructions of " +
                           std::to_string(each) + " B.");
  if (auto fault = check_blocks(request, model::kCodeBlock)) return *fault;
  const model::CodeRun run{request.bytes, request.repeats, block_stride(request, model::kCodeBlock)};
  const double cycles = cycles_per_instruction(card, run, seed, control.stop);
  if (control.stop.stop_requested()) return cancelled();
  return InstructionsResult{cycles, each, run.stride == 0 ? 0 : model::kCodeBlock};
}

Outcome<ClusterResult> run_cluster(const model::Card& card, const ClusterRequest& request, std::uint64_t seed) {
  const model::ClusterSpec& cluster = *card.sm.cluster;
  if (request.cluster_size > cluster.max_cluster_size())
    return invalid_request("A cluster of " + std::to_string(request.cluster_size) + " blocks is too large for " + card.name +
                           "; the largest is " + std::to_string(cluster.max_cluster_size()) + ".");
  // Rank 0 is the block that measures; its own shared memory is as near as in a cluster of one block.
  const double size = request.rank == 0 ? 1 : request.cluster_size;
  const bool is_copy = request.operation == ClusterOperation::bulk_copy;
  double cycles = (is_copy ? cluster.bulk_copy_cycles : cluster.load_cycles).lower_bound(size)->second;
  return ClusterResult{noisy_each(card, cycles, request.accesses, seed)};
}

Outcome<OperationsResult> run_operations(const model::Card& card, const OperationsRequest& request, std::uint64_t seed) {
  constexpr std::uint64_t kLineBytes = 128;  // places at least this far apart are in different lines
  const model::OperationsSpec& spec = *card.sm.operations;
  const bool shared = request.level == OperationLevel::shared;
  const model::OperationLevelSpec& level = shared ? spec.shared : spec.global;
  const auto places = model::places_of(request.spacing_bytes, kLineBytes);
  const std::uint64_t bytes = request.threads * request.access_bytes;
  const auto unknown = [&](const std::string& what) {
    return DeviceError{ErrorCode::unsupported, "The model of " + card.name + " knows nothing of " + what + "."};
  };
  // The first thread's address decides for all: the costs of further threads are those of the card file wherever they are.
  const model::FarMore far = shared ? model::FarMore{} : model::far_more(card, request.offset_bytes);
  // Cycles of the operations with their fence, and of the fence alone, which the overhead of the measurement includes.
  double cycles = 0, waited = 0;
  switch (request.operation) {
    case MemoryOperation::load:
      cycles =
          shared || request.warm ? level.load_cycles : model::to_shared_cycles(spec.through_registers, bytes) + far.load_cycles;
      break;
    case MemoryOperation::load_after_atomic: cycles = spec.miss_cycles + far.owner_cycles; break;
    case MemoryOperation::load_after_store: cycles = request.warm ? spec.after_update_cycles : spec.after_store_cycles; break;
    case MemoryOperation::hit_under_miss: cycles = spec.hit_under_miss_cycles; break;
    case MemoryOperation::store: waited = level.fence_cycles, cycles = waited + level.store_cycles; break;
    case MemoryOperation::atomic:
    case MemoryOperation::reduce:
      if (request.blocks > 1 && !level.atomic.per_cycle.contains(places)) return unknown("atomics of several SMs");
      if (request.blocks > 1)
        cycles = model::crowded_atomic_cycles(level.atomic, places, request.threads * request.blocks * request.count);
      else
        cycles = model::atomic_cycles(level.atomic, places, request.threads, request.count) + far.owner_cycles;
      if (request.operation == MemoryOperation::reduce) waited = level.fence_cycles, cycles += waited;
      break;
    case MemoryOperation::async_copy:
      if (!spec.async_copy) return unknown("asynchronous copies");
      cycles = model::to_shared_cycles(*spec.async_copy, bytes);
      break;
    case MemoryOperation::bulk_copy:
      if (!spec.bulk_copy) return unknown("bulk copies");
      cycles = model::to_shared_cycles(*spec.bulk_copy, bytes);
      break;
  }
  return OperationsResult{noisy_each(card, spec.measuring_cycles + cycles, request.repeats, seed), spec.measuring_cycles + waited};
}

}  // namespace chasescope
