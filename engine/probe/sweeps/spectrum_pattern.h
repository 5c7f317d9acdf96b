// One non-uniform pattern that shows as many kinds of accesses as a hierarchy has (2014 paper §3.2, last paragraph): the offsets of
// one cold pass, and of which kind each access is by its place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace chasescope {

/// What is known of the hierarchy before the pattern is made.
struct SpectrumPlan {
  std::uint64_t page_stride = 0;
  std::uint64_t line_stride = 0;
  std::uint64_t fetch_bytes = 0;         ///< what a miss of the nearest level brings
  std::uint64_t near_lines = 0;          ///< lines in neighbouring places of different pages that the nearest data level holds
  std::vector<std::uint64_t> far_lines;  ///< for each level behind it, after how many lines one comes back from there; 0: not known
  std::vector<std::uint64_t> pages_for_level;  ///< pages to visit in turn for each level of translation, nearest first
  std::uint64_t limit = 0;                     ///< the largest footprint
};

/// A kind of access. `data` and `translation` are indices of the plan's levels.
struct AccessKind {
  enum class Data {
    held,         ///< touched before, and few enough lines ago to be in level `data`, too many for the nearer ones
    first_touch,  ///< a line that nobody touched before
  };
  enum class Page {
    in_turn,      ///< visited before, as many pages ago as level `translation` is for
    at_hand,      ///< the same, but another line of the page was read just before: what the access takes is the line's alone
    first_touch,  ///< a page that nobody touched before, next to the last one
    far_away,     ///< a page that nobody touched before, half of the memory away from the last one
    sparse,       ///< a page that nobody touched before, and none near it either
  };
  Data data_kind = Data::held;
  Page page_kind = Page::in_turn;
  std::size_t data = 0;
  std::size_t translation = 0;
  /// Of a kind whose lines lie near and far: those that lie far. They are told apart by what they take, and no pattern knows before.
  bool far = false;
  friend bool operator==(const AccessKind&, const AccessKind&) = default;
};

struct SpectrumPattern {
  std::vector<std::uint64_t> offsets;  ///< distinct; to be visited once, cold
  std::vector<std::uint32_t> kinds;    ///< by access; inference::kNoKind for those that only settle the caches
  std::vector<AccessKind> legend;      ///< by number of kind
  std::vector<std::string> left_out;   ///< kinds that the plan has, but no pattern of a reasonable length shows; sentences
};

/// Makes the pattern. Empty if not even one group of pages fits into the limit.
SpectrumPattern make_spectrum_pattern(const SpectrumPlan& plan);

}  // namespace chasescope
