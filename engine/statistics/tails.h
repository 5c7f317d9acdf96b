// Tails of the distributions that decisions rest on. By Boost.Math; nothing is approximated here.
#pragma once

#include <cstdint>

namespace chasescope::statistics {

/// The chance that a standard normal number is above z.
double normal_tail(double z);
/// The z above which a standard normal number is with that chance. \pre 0 < chance < 1
double normal_above(double chance);
/// The chance of at least `hits` hits in `trials` trials that hit with `share` each.
double binomial_at_least(std::uint64_t hits, std::uint64_t trials, double share);

}  // namespace chasescope::statistics
