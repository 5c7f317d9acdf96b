// The hills of a distribution. If two levels are so close that jitter reaches from one to the other, there is no gap between their
// latencies, but a valley: fewer values than on either side.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace chasescope::inference {

/// The end of each hill: indices one past its last value, ascending; the last is values.size(). \param values ascending. \param
/// width the distance within which values of one level lie by chance (their standard error). A valley counts if it is at most half
/// as high as the hills on both sides, by more than chance. Empty for no values. \pre width > 0.
std::vector<std::size_t> hill_ends(std::span<const double> values, double width);

}  // namespace chasescope::inference
