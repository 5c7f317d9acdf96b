#include "kernels/host/outstanding_run.h"

#include <algorithm>
#include <string>

#include "kernels/device/chase_launch.h"
#include "kernels/device/operations_launch.h"

namespace chasescope::cuda {
namespace {

constexpr std::uint64_t kWords = Workbench::kAnswerBytes / sizeof(std::uint64_t);
constexpr std::uint64_t kMostRepeatsPerLaunch = 256;  // some ms
constexpr std::uint64_t kOperationsInStep = 8;        // kOperationsAtOnce of operations.cuh
constexpr std::uint64_t kMostInARow = 64;             // with all SMs at one address, a repeat takes some ms
constexpr unsigned kAsyncSince = 8, kBulkSince = 9;   // major compute capabilities

[[noreturn]] void refuse_operations(const std::string& sentence) { throw CudaFailure(Failure::invalid, sentence); }

const char* name_of(Operation operation) {
  switch (operation) {
    case Operation::load:
    case Operation::load_after_store:
    case Operation::load_after_atomic: return "load";
    case Operation::store: return "store";
    case Operation::atomic: return "atomic";
    case Operation::reduce: return "reduce";
    case Operation::async_copy: return "async_copy";
    case Operation::bulk_copy: return "bulk_copy";
    case Operation::hit_under_miss: return "hit_under_miss";
  }
  return "";
}

/// "operation_load_global_4", as operations.cuh names it.
std::string kernel_of(const OperationsOrder& order) {
  if (order.operation == Operation::bulk_copy) return "operation_bulk_copy_global";
  return std::string("operation_") + (order.count > 1 ? "many_" : "") + name_of(order.operation) +
         (order.in_shared ? "_shared_" : "_global_") + std::to_string(order.access_bytes);
}

std::uint32_t before_of(const OperationsOrder& order) {
  std::uint32_t before = order.warm || order.operation == Operation::hit_under_miss ? kLoadedBefore : kNothingBefore;
  if (order.operation == Operation::load_after_store) before |= kStoredBefore;
  if (order.operation == Operation::load_after_atomic) before |= kAddedBefore;
  return before;
}

void refuse_impossible_operations(const Workbench& bench, const OperationsOrder& order) {
  const CardProperties& card = bench.properties;
  const bool bulk = order.operation == Operation::bulk_copy;
  if ((order.operation == Operation::async_copy && card.capability_major < kAsyncSince) ||
      (bulk && card.capability_major < kBulkSince))
    throw CudaFailure(Failure::unsupported, card.name + " has no such copies; they came with compute capability " +
                                                std::to_string(bulk ? kBulkSince : kAsyncSince) + ".0.");
  if (order.threads > kMostBlockThreads)
    refuse_operations(std::to_string(order.threads) + " threads are too many for a block; the limit is " +
                      std::to_string(kMostBlockThreads) + ".");
  if (order.blocks > card.sm_count)
    refuse_operations(std::to_string(order.blocks) + " blocks can't be at work at once; " + card.name + " has " +
                      std::to_string(card.sm_count) + " SMs, and each takes one.");
  if (order.count > 1 && (order.count % kOperationsInStep != 0 || order.count > kMostInARow))
    refuse_operations(std::to_string(order.count) +
                      " operations of a thread in a row are not for a card; they must be 1 or a multiple of " +
                      std::to_string(kOperationsInStep) + ", up to " + std::to_string(kMostInARow) + ".");
  if (bulk && order.access_bytes > kMostBulkBytes)
    refuse_operations("A bulk copy of " + std::to_string(order.access_bytes) + " B is too large; the limit is " +
                      std::to_string(kMostBulkBytes) + ".");
}

}  // namespace

OperationsAnswer run_operations(Workbench& bench, const OperationsOrder& order, RunEvents& events) {
  refuse_impossible_operations(bench, order);
  const std::uint64_t threads = order.threads * order.blocks;
  OperationsLaunch launch{};
  const std::uint64_t offset = order.in_shared ? 0 : order.offset_bytes;
  launch.array = offset + bench.arena.reserve(offset + (threads - 1) * order.spacing_bytes + order.access_bytes + kMissDistance);
  launch.shared_offset = static_cast<std::uint32_t>(order.offset_bytes - offset);
  bench.arrays.forget();
  launch.cycles = bench.answers.address();
  launch.arrived = bench.words.address();
  launch.spacing = static_cast<std::uint32_t>(order.spacing_bytes);
  launch.bytes = order.access_bytes;
  launch.count = static_cast<std::uint32_t>(order.count);
  launch.before = before_of(order);

  const std::string name = kernel_of(order);
  const CUfunction kernel = bench.kernels.function(name);
  const std::uint64_t shared =
      order.in_shared ? order.offset_bytes + (order.threads - 1) * order.spacing_bytes + order.access_bytes : 0;
  const std::uint64_t room = bench.properties.shared_bytes_per_block - bench.kernels.static_shared_bytes(kernel);
  if (shared > room)
    refuse_operations("These places need " + std::to_string(shared) + " B of shared memory; a block of " + bench.properties.name +
                      " has " + std::to_string(room) + " for them.");
  if (shared > 0) bench.kernels.allow_shared_bytes(kernel, room);
  bench.kernels.set_carveout(kernel, 0);  // the largest L1, so that earlier loads stay in it

  OperationsAnswer answer;
  std::vector<double> without;
  const std::uint64_t most = std::min(kMostRepeatsPerLaunch, kWords / (2 * order.blocks));
  auto* const words = bench.answer<std::uint64_t>();
  while (answer.cycles.size() < order.repeats) {
    refuse_if_stopped(events);
    const std::uint64_t repeats = std::min(most, order.repeats - answer.cycles.size());
    launch.repeats = static_cast<std::uint32_t>(repeats);
    std::fill_n(words, 2 * repeats * order.blocks, 0U);
    const std::uint64_t nobody = 0;
    bench.api->check(bench.api->memcpy_to_card(launch.arrived, &nobody, sizeof(nobody), bench.stream.get()), "clearing a counter");
    bench.run(name, static_cast<unsigned>(order.blocks), static_cast<unsigned>(order.threads), shared, launch);
    for (std::uint64_t i = 0; i < 2 * repeats; ++i) {
      const std::uint64_t* const first = words + i * order.blocks;
      if (std::find(first, first + order.blocks, 0U) != first + order.blocks) throw no_word();
      (i % 2 == 0 ? answer.cycles : without).push_back(static_cast<double>(*std::max_element(first, first + order.blocks)));
    }
    events.on_progress(static_cast<double>(answer.cycles.size()) / static_cast<double>(order.repeats));
  }
  const auto middle = without.begin() + static_cast<std::ptrdiff_t>(without.size() / 2);
  std::nth_element(without.begin(), middle, without.end());
  answer.overhead_cycles = *middle;
  return answer;
}

}  // namespace chasescope::cuda
