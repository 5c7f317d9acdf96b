// The topology thesis's search for the size of a cache (§3.2): double the array until it no longer fits, halve the interval, then
// sweep one footprint after the other around the place (§3.4). The search itself, without a device: it asks a function.
//
//   const Search found = search_by_doubling({.from = 1024, .limit = limit, .step = 128}, ask);
//   if (found.bracket) const Search narrowed = search_by_bisection(*found.bracket, 128, ask);
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace chasescope::inference {

/// What one footprint showed.
enum class Fit {
  fits,     ///< every access of the warm passes was as fast as in a small array
  misses,   ///< accesses of every warm pass were slower
  unclear,  ///< neither: noise, or passes that differ
};

/// Chases a footprint (bytes) and says what it showed; empty if it can't be asked (a limit, a budget, an error).
using AskFootprint = std::function<std::optional<Fit>(std::uint64_t bytes)>;

/// The cache ends between these: the largest footprint known to fit and the smallest known not to. Bytes.
struct FootprintBracket {
  std::uint64_t fits = 0;
  std::uint64_t misses = 0;
  friend bool operator==(const FootprintBracket&, const FootprintBracket&) = default;
};

struct FootprintRange {
  std::uint64_t from = 1024;  ///< the thesis starts at 1 KiB
  std::uint64_t limit = 0;    ///< the largest footprint that may be asked
  std::uint64_t step = 1;     ///< footprints are multiples of this (the stride)
};

struct FootprintSearch {
  enum class End {
    narrowed,  ///< the bracket is one step wide, or for doubling: a footprint that misses was found
    limit,     ///< everything up to the limit fits
    nothing,   ///< not even the smallest footprint fits
    unclear,   ///< a footprint was neither; the bracket is as narrow as the clear ones make it
    refused,   ///< a footprint could not be asked
  };
  End end = End::refused;
  std::optional<FootprintBracket> bracket;
  std::uint64_t largest_fit = 0;  ///< largest footprint seen to fit; 0: none
};

/// Step 1: doubles from `from` until a footprint misses. Footprints are rounded up to whole steps.
FootprintSearch search_by_doubling(const FootprintRange& range, const AskFootprint& ask);

/// Step 2: halves the bracket until it is one step wide. \pre fits < misses, both multiples of step.
FootprintSearch search_by_bisection(FootprintBracket bracket, std::uint64_t step, const AskFootprint& ask);

/// The footprints of the sequential sweep around a bracket: `each_side` of them down from bracket.fits and up from bracket.misses,
/// `step` bytes apart, none below `step` or above `limit`. Ascending.
std::vector<std::uint64_t> sequential_footprints(const FootprintBracket& bracket, std::uint64_t step, std::size_t each_side,
                                                 std::uint64_t limit);

}  // namespace chasescope::inference
