// A memory that pauses again and again, as for its refresh: who comes meanwhile waits until it goes on.
//
//   MemoryPauses pauses({.every_cycles = 3900, .for_cycles = 350, .between_cycles = 40}, latencies, parts, seed);
//   pauses.add_to(cycles, outcomes);          // of accesses that follow each other
//
// The accesses of a chase begin `between_cycles` after each other's end. One that memory answers comes to it after half of its
// latency. What caches answer takes its time and waits for nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/model/spec/latency_table.h"
#include "engine/model/spec/pause_spec.h"

namespace chasescope::model {

class MemoryPauses {
 public:
  /// `data_parts`: what answers on the path, memory the last of them. Where in its round it is at first comes from the seed.
  MemoryPauses(const PauseSpec& spec, const LatencyTable& latencies, std::size_t data_parts, std::uint64_t seed);

  void add_to(std::span<float> cycles, std::span<const std::uint8_t> outcomes);

 private:
  PauseSpec spec_;
  std::size_t again_, translations_, memory_;
  double round_;  // cycles since the begin of the latest pause
};

}  // namespace chasescope::model
