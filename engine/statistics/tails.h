// Tail probabilities of the distributions that decisions rest on. Boost.Math computes them; nothing is approximated here.
#pragma once

#include <cstdint>

namespace chasescope::statistics {

/// The chance that a standard normal number is above z.
double normal_tail(double z);
/// The z that a standard normal number exceeds with this probability. \pre 0 < chance < 1
double normal_above(double chance);
/// The density of the standard normal distribution.
double normal_density(double z);
/// The chance of at least `count` events if `mean` are expected (Poisson).
double poisson_at_least(std::uint64_t count, double mean);
/// The chance of at least `hits` hits in `trials` trials, each of which hits with probability `share`.
double binomial_at_least(std::uint64_t hits, std::uint64_t trials, double share);

/// Half the width of an interval that holds 95 % of a normal distribution, in standard deviations.
inline constexpr double kSigmasOf95Percent = 1.96;

struct ShareInterval {
  double low = 0, high = 1;
};

/// Wilson's 95 % interval of a share, if `count` of `total` were seen. Boost.Math only has the exact interval. That one is wider
/// than 95 % requires, most of all for the few victims of a rarely replaced way, and needs whole numbers. \pre total > 0
ShareInterval share_interval(double count, double total);

}  // namespace chasescope::statistics
