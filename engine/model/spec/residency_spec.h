// What decides which lines stay in the L2 while others pass through, as a card file states it (engine/model/residency.h). Values
// only; sizes are bytes, times SM cycles.
#pragma once

#include <cstdint>
#include <vector>

namespace chasescope::model {

inline constexpr std::uint64_t kResidencyLineBytes = 128;   ///< of the L2's lines, each with one priority
inline constexpr std::uint64_t kResidencySectorBytes = 32;  ///< the least that a read brings
inline constexpr std::uint32_t kMostResidencyWays = 64;     ///< of the model, for its speed
inline constexpr std::uint64_t kMostResidencyBytes = kResidencyLineBytes * 0xFFFFFFFF;  ///< lines are numbered in 32 bits

struct ResidencySpec {
  std::uint64_t l2_bytes = 0;  ///< the card's `l2_bytes`
  std::uint32_t ways = 1;
  std::uint32_t set_aside_ways = 1;       ///< ways of each set for lines of priority `last`, where a request states no bytes
  std::uint32_t most_set_aside_ways = 1;  ///< the most that a request can set aside
  std::uint64_t fetch_bytes = kResidencySectorBytes;  ///< the aligned block that a read brings, where a request states none
  std::vector<std::uint64_t> fetch_choices;           ///< what a request can ask for
  double hit_cycles = 0;                              ///< of a load that hits the L2
  double miss_cycles = 0;                             ///< of a load that memory answers

  std::uint64_t sets() const { return l2_bytes / (kResidencyLineBytes * ways); }
  std::uint64_t way_bytes() const { return sets() * kResidencyLineBytes; }  ///< one way of all sets
  friend bool operator==(const ResidencySpec&, const ResidencySpec&) = default;
};

}  // namespace chasescope::model
