// Tails of the distributions that decisions rest on. By Boost.Math; nothing is approximated here.
#pragma once

#include <cstdint>

namespace chasescope::statistics {

/// The chance that a standard normal number is above z.
double normal_tail(double z);
/// The z above which a standard normal number is with that chance. \pre 0 < chance < 1
double normal_above(double chance);
/// The density of the standard normal distribution.
double normal_density(double z);
/// The chance that at least `count` events happen where `mean` are expected (Poisson).
double poisson_at_least(std::uint64_t count, double mean);
/// The chance of at least `hits` hits in `trials` trials that hit with `share` each.
double binomial_at_least(std::uint64_t hits, std::uint64_t trials, double share);

/// Half the width of an interval that holds 95 % of a normal distribution, in standard deviations.
inline constexpr double kSigmasOf95Percent = 1.96;

struct ShareInterval {
  double low = 0, high = 1;
};

/// What a share can be of which `count` of `total` were seen: Wilson's 95 % interval. Boost.Math has only the exact one, which is
/// wider than it says, above all for the few victims that a rare way has, and which wants whole numbers. \pre total > 0
ShareInterval share_interval(double count, double total);

}  // namespace chasescope::statistics
