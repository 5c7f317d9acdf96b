#include "engine/structure/ways.h"

#include "engine/statistics/assumptions.h"
#include "engine/statistics/tails.h"

namespace chasescope::structure {
namespace {

enum class Hurts { never, always, untold };

/// A load hurts in nearly all trials or in nearly none: half of them is as far from the one as from the other.
Hurts hurts(const Load& load, double chance) {
  constexpr double kHalf = 0.5;
  if (statistics::binomial_at_least(load.hurt, load.trials, kHalf) < chance) return Hurts::always;
  if (statistics::binomial_at_least(load.trials - load.hurt, load.trials, kHalf) < chance) return Hurts::never;
  return Hurts::untold;
}

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

Ways ways_of(const std::vector<Load>& loads) {
  const double chance = statistics::kWrong / static_cast<double>(loads.size());
  std::uint32_t stays = 0;
  for (std::uint32_t load = 1; load < loads.size(); ++load) {
    switch (hurts(loads[load], chance)) {
      case Hurts::never:
        if (stays + 1 != load) return {std::nullopt, true, "Too few trials had " + std::to_string(stays + 1) + " places of the set in."};
        stays = load;
        break;
      case Hurts::always:
        if (stays + 1 != load) return {std::nullopt, true, "Too few trials had " + std::to_string(stays + 1) + " places of the set in."};
        // Whatever is more than that hurts too, or it is no set that was full.
        for (std::uint32_t more = load + 1; more < loads.size(); ++more)
          if (hurts(loads[more], chance) == Hurts::never)
            return {std::nullopt, false, std::to_string(load) + " places hurt each other, but " + std::to_string(more) + " do not."};
        return {stays, false, {}};
      case Hurts::untold: break;
    }
  }
  return {std::nullopt, true, "No load was seen that surely overflows the set."};
}

}  // namespace chasescope::structure
