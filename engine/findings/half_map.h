// Which half of the chip owns each address of an array, from the walks of probe `memory`, for its findings and for views.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/findings/run.h"
#include "engine/inference/sets/kind_parity.h"
#include "engine/inference/sets/page_kinds.h"
#include "engine/inference/sets/page_row.h"

namespace chasescope {

/// The name of the probe whose runs make the map.
inline constexpr const char* kHalfMapProbe = "memory";

struct HalfMap {
  inference::KindParity parity;  ///< from the walk in order
  /// From the walk in random order over the whole array; empty if it does not show the pages, for the reason `no_pages`.
  std::optional<inference::PageKinds> pages;
  std::string no_pages;
  std::optional<inference::PageRow> row;
  std::string no_row;
  std::uint64_t bytes = 0;                               ///< of the array
  std::uint64_t step = 0;                                ///< bytes from line to line in the walk in order
  double near = 0, far = 0;                              ///< median latencies of near and far lines, cycles
  double cut = 0;                                        ///< cycles; a longer latency is far
  std::optional<unsigned> sm;                            ///< the SM that read; lines on its side are near
  std::vector<inference::ReadLine> in_order, at_random;  ///< the lines of both walks, in the order in which they were read
  std::string in_order_run, at_random_run;

  /// The bits whose parity decides: the bits found for whole pages if pages are known, else those found by the walk in order.
  const std::vector<unsigned>& bits() const { return pages ? pages->bits : parity.bits; }
  /// The first bit that was not examined; every lower bit that is not in bits() does not belong to the parity.
  unsigned first_unexamined() const;
  /// Whether the address is far from the SM that read; empty if its page is not known, or if the address lies behind the array.
  std::optional<bool> is_far(std::uint64_t address) const;
};

struct HalfMapFound {
  std::optional<HalfMap> map;
  std::string undecided;  ///< why there is no map; a sentence. Empty if there was no measurement
};

/// Computes the map from the last walk in order and the last one in random order over the same array that probe `memory` made.
HalfMapFound half_map(std::span<const RunPtr> runs);
HalfMapFound half_map(const Run& in_order, const Run* at_random);

}  // namespace chasescope
