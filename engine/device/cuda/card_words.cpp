#include "engine/device/cuda/card_words.h"

#ifdef CHASESCOPE_WITH_CUDA

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "engine/device/validate.h"

namespace chasescope {
namespace {

const std::vector<std::pair<MemorySpace, cuda::Space>>& served_spaces() {
  static const std::vector<std::pair<MemorySpace, cuda::Space>> spaces{
      {MemorySpace::global_ca, cuda::Space::global_ca}, {MemorySpace::global_cg, cuda::Space::global_cg},
      {MemorySpace::readonly, cuda::Space::readonly},   {MemorySpace::texture, cuda::Space::texture},
      {MemorySpace::constant, cuda::Space::constant},   {MemorySpace::shared, cuda::Space::shared},
      {MemorySpace::host, cuda::Space::host},           {MemorySpace::managed, cuda::Space::managed},
      {MemorySpace::peer, cuda::Space::peer},
  };
  return spaces;
}

cuda::Space space_of(MemorySpace space) {
  for (const auto& [ours, theirs] : served_spaces())
    if (ours == space) return theirs;
  return cuda::Space::global_ca;  // not reached: check() refuses other spaces
}

std::optional<std::uint64_t> told(std::uint64_t value) { return value == 0 ? std::nullopt : std::optional(value); }

std::string notes_on(const cuda::CardProperties& card) {
  std::string notes = "Two clock reads in a row differ by " + std::to_string(std::lround(card.clock_pair_cycles)) + " cycles.";
  if (card.watchdog) notes += " A display is attached: its watchdog ends chases that run for more than a few seconds.";
  if (card.peer) notes += " The space peer is memory of cuda:" + std::to_string(*card.peer) + ".";
  if (!card.state.empty()) notes += " " + card.state;
  if (!card.clock_rise.empty()) notes += " " + card.clock_rise;
  return notes;
}

}  // namespace

Description describe(const cuda::CardProperties& card) {
  Description description;
  description.name = card.name;
  description.origin = Origin::hardware;
  description.calls = {"chase", "paired_chase", "bank", "outstanding", "copy", "bandwidth", "instructions"};
  if (card.clusters) description.calls.emplace_back("cluster");
  description.calls.emplace_back("operations");
  description.calls.emplace_back("residency");
  description.calls.emplace_back("trials");
  const std::pair<MemorySpace, std::uint64_t> beyond[] = {{MemorySpace::host, card.max_host_bytes},
                                                          {MemorySpace::managed, card.max_managed_bytes},
                                                          {MemorySpace::peer, card.max_peer_bytes}};
  for (const auto& entry : served_spaces())
    if (!is_beyond_card(entry.first)) description.spaces.push_back(entry.first);
  for (const auto& [space, bytes] : beyond)
    if (bytes != 0) description.spaces.push_back(space);
  description.keeps_state = {"l2", "tlb"};
  description.same_memory = card.mapping;

  Properties& properties = description.properties;
  properties.compute_capability = std::to_string(card.capability_major) + "." + std::to_string(card.capability_minor);
  properties.sm_count = told(card.sm_count);
  properties.warp_size = told(card.warp_size);
  properties.max_threads_per_block = told(card.max_threads_per_block);
  properties.clock_khz = told(card.clock_khz);
  properties.memory_clock_khz = told(card.memory_clock_khz);
  properties.memory_bus_bits = told(card.memory_bus_bits);
  properties.memory_bytes = told(card.memory_bytes);
  properties.l2_bytes = told(card.l2_bytes);
  properties.shared_bytes_per_sm = told(card.shared_bytes_per_sm);
  properties.shared_bytes_per_block = told(card.shared_bytes_per_block);
  properties.constant_bytes = told(card.constant_bytes);
  properties.registers_per_sm = told(card.registers_per_sm);
  properties.driver = card.driver;
  properties.runtime = card.compiled;
  properties.max_footprint_bytes = card.max_global_bytes;
  properties.max_footprint_bytes_by_space = {
      {MemorySpace::texture, card.max_texture_bytes},
      {MemorySpace::constant, card.max_constant_bytes},
      {MemorySpace::shared, card.max_shared_bytes},
  };
  for (const auto& [space, bytes] : beyond)
    if (bytes != 0) properties.max_footprint_bytes_by_space[space] = bytes;
  properties.notes = notes_on(card);
  return description;
}

cuda::ChaseOrder order_of(const ChaseRequest& request, ChaseResult& result) {
  cuda::ChaseOrder order;
  order.space = space_of(request.space);
  order.element_bytes = request.element_bytes;
  order.footprint_bytes = footprint_bytes(request.pattern, request.element_bytes);
  order.warmup = request.warmup;
  order.accesses = request.accesses;
  order.mean = request.record == Record::mean;
  order.sm = request.sm;
  if (request.carveout_percent) order.carveout_percent = static_cast<int>(std::lround(*request.carveout_percent));
  if (const auto* uniform = std::get_if<UniformPattern>(&request.pattern)) {
    order.stride = uniform->stride;
  } else if (const auto* listed = std::get_if<OffsetsPattern>(&request.pattern)) {
    order.offsets = listed->offsets;
  } else {
    result.offsets = shuffled_offsets(std::get<ShuffledPattern>(request.pattern));
    // Only offsets that the chase reaches are linked.
    order.offsets =
        std::span(result.offsets).first(std::min<std::uint64_t>(result.offsets.size(), request.warmup + request.accesses));
  }
  return order;
}

cuda::OperationsOrder operations_order(const OperationsRequest& request) {
  const auto operation = [&] {
    switch (request.operation) {
      case MemoryOperation::load: return cuda::Operation::load;
      case MemoryOperation::store: return cuda::Operation::store;
      case MemoryOperation::atomic: return cuda::Operation::atomic;
      case MemoryOperation::reduce: return cuda::Operation::reduce;
      case MemoryOperation::async_copy: return cuda::Operation::async_copy;
      case MemoryOperation::bulk_copy: return cuda::Operation::bulk_copy;
      case MemoryOperation::load_after_store: return cuda::Operation::load_after_store;
      case MemoryOperation::hit_under_miss: return cuda::Operation::hit_under_miss;
      case MemoryOperation::load_after_atomic: return cuda::Operation::load_after_atomic;
    }
    return cuda::Operation::load;
  };
  return {operation(),          request.level == OperationLevel::shared,
          request.warm,         request.threads,
          request.blocks,       request.spacing_bytes,
          request.access_bytes, request.count,
          request.repeats,      request.offset_bytes};
}

cuda::ResidencyOrder residency_order(const ResidencyRequest& request) {
  const auto of_card = [](EvictionPriority priority) {
    switch (priority) {
      case EvictionPriority::normal: return cuda::L2Priority::normal;
      case EvictionPriority::first: return cuda::L2Priority::first;
      case EvictionPriority::last: return cuda::L2Priority::last;
      case EvictionPriority::unchanged: return cuda::L2Priority::unchanged;
    }
    return cuda::L2Priority::normal;
  };
  return {request.kept_bytes,   of_card(request.kept), request.swept_bytes,      of_card(request.swept), request.spacing_bytes,
          request.timed_offset, request.places,        request.persisting_bytes, request.fetch_bytes};
}

cuda::TrialsOrder trials_order(const TrialsRequest& request) {
  cuda::TrialsOrder order;
  order.space = space_of(request.space);
  order.places = count_of(request.places);
  if (const auto* even = std::get_if<EvenPlaces>(&request.places)) {
    order.spacing = even->spacing;
    order.base = even->base;
  } else if (request.same_memory) {
    order.listed_addresses = std::get<ListedPlaces>(request.places).offsets;
  } else {
    for (const std::uint64_t offset : std::get<ListedPlaces>(request.places).offsets)
      order.listed.push_back(static_cast<std::uint32_t>(offset / kTrialElementBytes));
  }
  if (!request.timed.empty()) {
    order.timed.resize((order.places + 31) / 32);
    for (const std::uint64_t i : request.timed) order.timed[i / 32] |= 1U << (i % 32);
  }
  order.same_memory = request.same_memory;
  order.footprint_bytes = footprint_bytes(request.places);
  order.threshold = trial_threshold(request.probability);
  order.fill_passes = request.fill_passes;
  order.trials = request.trials;
  order.first = request.first;
  order.seed = request.seed;
  order.same_order = request.same_order;
  order.cycles = request.record == TrialRecord::cycles;
  // The kernel compares whole cycles: more than 60.5 is more than 60.
  order.cut = static_cast<std::uint32_t>(std::min(request.cut_cycles, 4e9));
  order.flush_bytes = request.flush_bytes;
  if (request.carveout_percent) order.carveout_percent = static_cast<int>(std::lround(*request.carveout_percent));
  order.sm = request.sm;
  return order;
}

TrialsResult result_of(const TrialsRequest& request, const cuda::TrialsAnswer& answer) {
  TrialsResult result;
  if (request.record == TrialRecord::bits) {
    result.bytes_per_trial = (count_of(request.places) + 7) / 8;
    result.bits.resize(request.trials * result.bytes_per_trial);
    static_assert(std::endian::native == std::endian::little, "the first byte of a word has its lowest bits");
    for (std::uint64_t t = 0; t < request.trials; ++t)
      std::memcpy(result.bits.data() + t * result.bytes_per_trial, answer.words.data() + t * answer.words_per_trial,
                  result.bytes_per_trial);
    return result;
  }
  for (std::uint64_t t = 0; t < request.trials; ++t) {
    std::vector<float>& cycles = result.cycles.emplace_back();
    for (std::uint64_t i = 0; i < answer.words_per_trial; ++i)
      if (const std::uint32_t word = answer.words[t * answer.words_per_trial + i]; word != 0)
        cycles.push_back(static_cast<float>(word));
  }
  return result;
}

std::optional<cuda::Level> level_of(const std::string& name) {
  if (name == "l1") return cuda::Level::l1;
  if (name == "shared") return cuda::Level::shared;
  if (name == "l2") return cuda::Level::l2;
  if (name == "dram") return cuda::Level::dram;
  if (name == "host") return cuda::Level::host;
  if (name == "peer") return cuda::Level::peer;
  if (name == "readonly") return cuda::Level::readonly;
  if (name == "texture") return cuda::Level::texture;
  if (name == "constant") return cuda::Level::constant;
  return std::nullopt;
}

cuda::Flow flow_of(Direction direction) {
  if (direction == Direction::read) return cuda::Flow::read;
  return direction == Direction::write ? cuda::Flow::write : cuda::Flow::copy;
}

}  // namespace chasescope

#endif
