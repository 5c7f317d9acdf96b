// Parts of the topology thesis's search for the size of a cache (§3.2): it bisects the interval in which the cache ends, and then
// sweeps the footprints around that place one after the other (§3.4). The search knows no device: it calls a function that
// measures.
//
//   const FootprintBracket narrowed = search_by_bisection({16384, 32768}, 128, ask);
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace chasescope::inference {

/// The result of one footprint: all accesses of the warm passes were as fast as in a small array, or some were slower.
enum class Fit { fits, misses };

/// Measures a footprint (bytes). No value if it can't be measured (a limit, a budget, an error).
using AskFootprint = std::function<std::optional<Fit>(std::uint64_t bytes)>;

/// The largest footprint known to fit and the smallest known not to fit, bytes. The cache ends between them.
struct FootprintBracket {
  std::uint64_t fits = 0;
  std::uint64_t misses = 0;
  friend bool operator==(const FootprintBracket&, const FootprintBracket&) = default;
};

/// Halves the bracket until it is one step wide, or a footprint can't be asked. \pre fits < misses, both multiples of step.
FootprintBracket search_by_bisection(FootprintBracket bracket, std::uint64_t step, const AskFootprint& ask);

/// The footprints of the sequential sweep around a bracket: `each_side` of them down from bracket.fits and up from bracket.misses,
/// `step` bytes apart, none below `step` or above `limit`. Ascending.
std::vector<std::uint64_t> sequential_footprints(const FootprintBracket& bracket, std::uint64_t step, std::size_t each_side,
                                                 std::uint64_t limit);

}  // namespace chasescope::inference
