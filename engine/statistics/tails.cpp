#include "engine/statistics/tails.h"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>

namespace chasescope::statistics {

double normal_tail(double z) { return boost::math::cdf(boost::math::complement(boost::math::normal(), z)); }

double normal_above(double chance) { return boost::math::quantile(boost::math::complement(boost::math::normal(), chance)); }

double binomial_at_least(std::uint64_t hits, std::uint64_t trials, double share) {
  if (hits == 0) return 1;
  if (hits > trials || share <= 0) return 0;
  if (share >= 1) return 1;
  const boost::math::binomial distribution(static_cast<double>(trials), share);
  return boost::math::cdf(boost::math::complement(distribution, static_cast<double>(hits - 1)));
}

}  // namespace chasescope::statistics
