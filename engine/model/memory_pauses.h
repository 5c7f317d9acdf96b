// A memory that pauses again and again, as DRAM does for its refresh. A load that comes during a pause waits for its end.
//
//   MemoryPauses pauses({.every_cycles = 3900, .for_cycles = 350, .between_cycles = 40}, latencies, parts, seed);
//   pauses.add_to(cycles, outcomes);          // of accesses that follow each other
//
// Each access of a chase begins `between_cycles` after the end of the access before. An access that memory answers reaches memory
// after half of its latency. An access that a cache answers waits for no pause.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/model/spec/latency_table.h"
#include "engine/model/spec/pause_spec.h"

namespace chasescope::model {

class MemoryPauses {
 public:
  /// `data_parts`: the number of parts that answer on the path; memory is the last. The seed decides how long before the first
  /// access the latest pause began.
  MemoryPauses(const PauseSpec& spec, const LatencyTable& latencies, std::size_t data_parts, std::uint64_t seed);

  void add_to(std::span<float> cycles, std::span<const std::uint8_t> outcomes);

 private:
  PauseSpec spec_;
  std::size_t again_, translations_, memory_;
  double round_;  // cycles since the begin of the latest pause
};

}  // namespace chasescope::model
