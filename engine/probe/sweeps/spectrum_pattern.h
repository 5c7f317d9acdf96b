// Makes one non-uniform pattern that shows as many kinds of accesses as a hierarchy has (2014 paper §3.2, last paragraph): the
// offsets of one cold pass, and the kind of each access, which its place in the pattern determines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace chasescope {

/// The facts about the hierarchy from which the pattern is made.
struct SpectrumPlan {
  std::uint64_t page_stride = 0;
  std::uint64_t line_stride = 0;
  std::uint64_t fetch_bytes = 0;         ///< fetch size of a miss of the nearest level, bytes
  std::uint64_t near_lines = 0;          ///< lines in neighbouring places of different pages that the nearest data level holds
  /// For each farther level, after how many other lines a line is found in that level and no nearer one; 0: not known.
  std::vector<std::uint64_t> far_lines;
  std::vector<std::uint64_t> pages_for_level;  ///< how many pages to visit in turn to hit each level of translation, nearest first
  std::uint64_t limit = 0;                     ///< the largest footprint
};

/// A kind of access. `data` and `translation` are indices of the plan's levels.
struct AccessKind {
  enum class Data {
    held,         ///< touched before: so few lines ago that level `data` holds it, and so many that nearer levels do not
    first_touch,  ///< a line that was not touched before
  };
  enum class Page {
    in_turn,      ///< visited before: so many pages ago that level `translation` holds it
    at_hand,      ///< the same, but another line of the page was read just before, so that the latency is that of the data alone
    first_touch,  ///< a page that was not touched before, next to the previous one
    far_away,     ///< a page that was not touched before, half of the memory away from the previous one
    sparse,       ///< a page that was not touched before, and none near it either
  };
  Data data_kind = Data::held;
  Page page_kind = Page::in_turn;
  std::size_t data = 0;
  std::size_t translation = 0;
  /// Whether this is the far part of a kind that was split into near and far lines. The split follows from the measured latencies;
  /// the pattern does not know it beforehand.
  bool far = false;
  friend bool operator==(const AccessKind&, const AccessKind&) = default;
};

struct SpectrumPattern {
  std::vector<std::uint64_t> offsets;  ///< distinct; to be visited once, cold
  /// Number of the kind of each access; inference::kNoKind for accesses that only prepare the caches.
  std::vector<std::uint32_t> kinds;
  std::vector<AccessKind> legend;  ///< the kinds, indexed by their number
  /// Sentences: kinds that are possible under the plan, but that no pattern of a reasonable length shows.
  std::vector<std::string> left_out;
};

/// Makes the pattern. Empty if not even one group of pages fits into the limit.
SpectrumPattern make_spectrum_pattern(const SpectrumPlan& plan);

}  // namespace chasescope
