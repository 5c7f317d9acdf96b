// What the place of an SM on the chip adds to its loads: for each slice of a cache something else, as the card's floor plan says.
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
  /// Nothing where the card has no floor plan, the path has none of its cache, or the SM waits no longer for any slice.
  static std::optional<FloorPlan> of(const Card& card, const PathSpec& path, unsigned sm);

  /// Adds to what the cache, or anything behind it, answered; what is left is a cycle or more. \pre equal sizes
  void add_to(std::span<float> cycles, std::span<const std::uint8_t> outcomes, std::span<const std::uint64_t> addresses,
              const LatencyTable& latencies) const;

 private:
  FloorPlan(IndexFunction slice_of, unsigned unit_shift, std::size_t first, std::vector<float> more)
      : slice_of_(std::move(slice_of)), unit_shift_(unit_shift), first_(first), more_(std::move(more)) {}

  IndexFunction slice_of_;
  unsigned unit_shift_;
  std::size_t first_;        // data part of the path that is the cache
  std::vector<float> more_;  // cycles, by slice
};

}  // namespace chasescope::model
