// The hills of a distribution: where levels lie so near that jitter reaches from one to the next, no gap is between them, but fewer
// values than on either side.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace chasescope::inference {

/// Where each hill ends: indices one past its last value, ascending; the last is values.size(). \param values ascending. \param width
/// within which values lie by chance (their standard error). A valley counts if it is no accident and half as deep as the hills at its
/// sides. Empty for no values. \pre width > 0.
std::vector<std::size_t> hill_ends(std::span<const double> values, double width);

}  // namespace chasescope::inference
