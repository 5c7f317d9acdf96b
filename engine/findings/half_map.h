// Which half of the chip owns which address of an array: what the walks of probe `memory` show, for its findings and for whoever
// draws it.
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

/// The probe by whose name its runs are known.
inline constexpr const char* kHalfMapProbe = "memory";

struct HalfMap {
  inference::KindParity parity;  ///< by the walk in order
  /// By the walk in random order over all of the array; empty where it tells no pages, for the reason that stands beside it.
  std::optional<inference::PageKinds> pages;
  std::string no_pages;
  std::optional<inference::PageRow> row;
  std::string no_row;
  std::uint64_t bytes = 0;                               ///< of the array
  std::uint64_t step = 0;                                ///< bytes between lines of the walk in order
  double near = 0, far = 0;                              ///< medians of both kinds, cycles
  double cut = 0;                                        ///< cycles; what takes more is far
  std::optional<unsigned> sm;                            ///< that read: near is what lies on its side
  std::vector<inference::ReadLine> in_order, at_random;  ///< in the order in which they were read
  std::string in_order_run, at_random_run;

  /// The bits whose parity decides: those of the pages where there are any.
  const std::vector<unsigned>& bits() const { return pages ? pages->bits : parity.bits; }
  /// Which bits were examined, and not found to belong to the parity, end below this one.
  unsigned first_unexamined() const;
  /// Whether the address is far from the SM that read; empty where the page is not told, or the address lies behind the array.
  std::optional<bool> is_far(std::uint64_t address) const;
};

struct HalfMapFound {
  std::optional<HalfMap> map;
  std::string undecided;  ///< why there is none; a sentence. Empty if nobody measured it
};

/// From the last walk in order and the last one in random order over the same array that probe `memory` made.
HalfMapFound half_map(std::span<const RunPtr> runs);
HalfMapFound half_map(const Run& in_order, const Run* at_random);

}  // namespace chasescope
