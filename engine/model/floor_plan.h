// Adds the cycles that a load takes longer because of the SM's place on the chip. They differ by slice of a cache, as the card's
// floor plan says.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/model/index/index_function.h"
#include "engine/model/spec/card.h"
#include "engine/model/spec/latency_table.h"

namespace chasescope::model {

class FloorPlan {
 public:
  /// No value if the card has no floor plan, the path does not contain the plan's cache, or the plan adds 0 cycles for this SM to
  /// all slices.
  static std::optional<FloorPlan> of(const Card& card, const PathSpec& path, unsigned sm);

  /// Adds the cycles to all accesses that the cache or a part behind it answered. No result is below one cycle. \pre equal sizes
  void add_to(std::span<float> cycles, std::span<const std::uint8_t> outcomes, std::span<const std::uint64_t> addresses,
              const LatencyTable& latencies) const;

 private:
  FloorPlan(IndexFunction slice_of, unsigned unit_shift, std::size_t first, std::vector<float> more)
      : slice_of_(std::move(slice_of)), unit_shift_(unit_shift), first_(first), more_(std::move(more)) {}

  IndexFunction slice_of_;
  unsigned unit_shift_;
  std::size_t first_;        // position of the plan's cache among the data parts of the path
  std::vector<float> more_;  // cycles, by slice
};

}  // namespace chasescope::model
