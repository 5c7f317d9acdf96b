#include "engine/statistics/tails.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <cmath>

namespace chasescope::statistics {
namespace {

/// Computes with double precision. Long double would take several times as long, and no decision needs its digits.
using Plain = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

}  // namespace

double normal_tail(double z) { return boost::math::cdf(boost::math::complement(boost::math::normal(), z)); }

double normal_above(double chance) { return boost::math::quantile(boost::math::complement(boost::math::normal(), chance)); }

double normal_density(double z) { return boost::math::pdf(boost::math::normal(), z); }

double poisson_at_least(std::uint64_t count, double mean) {
  if (count == 0) return 1;
  if (mean <= 0) return 0;
  return boost::math::cdf(
      boost::math::complement(boost::math::poisson_distribution<double, Plain>(mean), static_cast<double>(count - 1)));
}

double binomial_at_least(std::uint64_t hits, std::uint64_t trials, double share) {
  if (hits == 0) return 1;
  if (hits > trials || share <= 0) return 0;
  if (share >= 1) return 1;
  const boost::math::binomial_distribution<double, Plain> distribution(static_cast<double>(trials), share);
  return boost::math::cdf(boost::math::complement(distribution, static_cast<double>(hits - 1)));
}

ShareInterval share_interval(double count, double total) {
  constexpr double z = kSigmasOf95Percent;
  const double share = count / total;
  const double middle = (share + z * z / (2 * total)) / (1 + z * z / total);
  const double half = z * std::sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total);
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

}  // namespace chasescope::statistics
