#include "engine/structure/trials/ways.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/tails.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

// This share of trials with a miss is as far from "all" as from "none".
constexpr double kHalfFull = 0.5;

/// Whether noise explains `contrary` trials with the opposite result, if it turns a share `stray` of the trials.
bool explains(std::uint64_t contrary, std::uint64_t trials, double stray, double chance) {
  return contrary == 0 || (stray > 0 && statistics::binomial_at_least(contrary, trials, stray) >= chance);
}

/// Adds the trials of `which` (one bit for each trial) to the loads that their binary digits state. `in`: the value of the digits
/// that were read so far.
void count_loads(std::span<const std::uint64_t> digits, std::uint64_t which, std::uint64_t hurt, std::size_t in,
                 std::vector<Load>& loads) {
  if (which == 0) return;
  if (digits.empty()) {
    loads[in].trials += static_cast<std::uint64_t>(std::popcount(which));
    loads[in].hurt += static_cast<std::uint64_t>(std::popcount(which & hurt));
    return;
  }
  const auto lower = digits.first(digits.size() - 1);
  count_loads(lower, which & ~digits.back(), hurt, 2 * in, loads);
  count_loads(lower, which & digits.back(), hurt, 2 * in + 1, loads);
}

}  // namespace

std::vector<Load> loads_of(const experiment::TrialTable& table, const std::vector<std::size_t>& set) {
  std::vector<Load> loads(set.size() + 1);
  std::vector<std::uint64_t> digits(
      std::bit_width(set.size()));  // how many places each trial reads, as binary numbers, for 64 trials at once
  for (std::size_t begin = 0; begin < table.trials(); begin += 64) {
    std::fill(digits.begin(), digits.end(), 0);
    std::uint64_t hurt = 0;
    for (const std::size_t place : set) {
      std::uint64_t carry = table.words_in(place)[begin / 64];
      for (std::uint64_t& digit : digits) carry &= std::exchange(digit, digit ^ carry);
      hurt |= table.words_missed(place)[begin / 64];
    }
    const std::size_t trials = std::min<std::size_t>(64, table.trials() - begin);
    count_loads(digits, ~std::uint64_t{0} >> (64 - trials), hurt, 0, loads);
  }
  return loads;
}

Hurts hurts(const Load& load, double judged, double stray) {
  const double chance = statistics::kWrong / judged;
  const std::uint64_t unhurt = load.trials - load.hurt;
  const bool may_be_always = explains(unhurt, load.trials, stray, chance),
             may_be_never = explains(load.hurt, load.trials, stray, chance);
  if (!may_be_always && !may_be_never) return Hurts::at_times;
  if (may_be_always && statistics::binomial_at_least(load.hurt, load.trials, kHalfFull) < chance) return Hurts::always;
  if (may_be_never && statistics::binomial_at_least(unhurt, load.trials, kHalfFull) < chance) return Hurts::never;
  return Hurts::untold;
}

Ways ways_of(const std::vector<Load>& loads, double judged, double stray) {
  std::uint32_t stays = 0;  // the largest load that never misses
  std::optional<std::uint32_t> overflows;
  for (std::uint32_t load = 1; load < loads.size(); ++load) {
    // One missing place is enough.
    switch (hurts(loads[load], judged, 1 - std::pow(1 - stray, load))) {
      case Hurts::never:
        if (overflows)
          return {std::nullopt, false,
                  std::to_string(*overflows) + " places evict each other, but " + std::to_string(load) + " do not."};
        stays = load;
        break;
      case Hurts::always:
        if (!overflows) overflows = load;
        break;
      case Hurts::at_times:
        return {std::nullopt, false,
                std::to_string(load) + " of its places evict each other in " + format_count(loads[load].hurt) + " of " +
                    format_count(loads[load].trials) + " trials, more than noise explains, and not in the others."};
      case Hurts::untold: break;
    }
  }
  if (!overflows) return {std::nullopt, true, "No number of lines was seen that certainly overflows it."};
  if (*overflows == 1) return {std::nullopt, false, "A place misses that is alone in its set."};
  if (stays + 1 != *overflows)
    return {std::nullopt, true, "Too few trials had " + std::to_string(*overflows - 1) + " of its places in."};
  return {stays, false, {}};
}

}  // namespace chasescope::structure
