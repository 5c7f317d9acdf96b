#include "engine/structure/ways.h"

#include <cmath>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/tails.h"

namespace chasescope::structure {
namespace {

// Half of the trials is as far from all of them as from none.
constexpr double kHalf = 0.5;
// Of the trials in which a load should never hurt, or always, noise may have shown the contrary in a tenth: an outlier comes once in
// hundreds of accesses (model/noise.h: one in 1,000), and a trial of a set has tens.
constexpr double kMostStray = 0.1;

}  // namespace

std::vector<Load> loads_of(const experiment::TrialTable& table, const std::vector<std::size_t>& set) {
  std::vector<Load> loads(set.size() + 1);
  for (std::size_t t = 0; t < table.trials(); ++t) {
    std::size_t in = 0;
    bool hurt = false;
    for (const std::size_t place : set) {
      in += table.in(place, t) ? 1 : 0;
      hurt = hurt || table.missed(place, t);
    }
    ++loads[in].trials;
    loads[in].hurt += hurt ? 1 : 0;
  }
  return loads;
}

Hurts hurts(const Load& load, std::size_t loads) {
  const double chance = statistics::kWrong / static_cast<double>(loads);
  const std::uint64_t unhurt = load.trials - load.hurt;
  const auto few = static_cast<std::uint64_t>(kMostStray * static_cast<double>(load.trials));
  // So many trials tell, were there no stray ones.
  if (std::pow(kHalf, static_cast<double>(load.trials)) > chance) return Hurts::untold;
  if (unhurt <= few && statistics::binomial_at_least(load.hurt, load.trials, kHalf) < chance) return Hurts::always;
  if (load.hurt <= few && statistics::binomial_at_least(unhurt, load.trials, kHalf) < chance) return Hurts::never;
  return load.hurt > few && unhurt > few ? Hurts::at_times : Hurts::untold;
}

Ways ways_of(const std::vector<Load>& loads) {
  std::uint32_t stays = 0;  // the largest load that never hurts
  std::optional<std::uint32_t> overflows;
  for (std::uint32_t load = 1; load < loads.size(); ++load) {
    switch (hurts(loads[load], loads.size())) {
      case Hurts::never:
        if (overflows)
          return {std::nullopt, false, std::to_string(*overflows) + " places hurt each other, but " + std::to_string(load) + " do not."};
        stays = load;
        break;
      case Hurts::always:
        if (!overflows) overflows = load;
        break;
      case Hurts::at_times: return {std::nullopt, false, std::to_string(load) + " of its places hurt each other at times, and at times they don't."};
      case Hurts::untold: break;
    }
  }
  if (!overflows) return {std::nullopt, true, "No load was seen that surely overflows it."};
  if (*overflows == 1) return {std::nullopt, false, "A place misses that is alone in its set."};
  if (stays + 1 != *overflows) return {std::nullopt, true, "Too few trials had " + std::to_string(*overflows - 1) + " of its places in."};
  return {stays, false, {}};
}

}  // namespace chasescope::structure
