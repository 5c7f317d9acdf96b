// Set dueling: a few sets always follow the first of two policies, a few always the second, and a counter of their misses decides
// which policy all other sets follow.
//
// Qureshi and others, ISCA 2007: there are as many regions of sets as leaders of each policy. In region r the set r (modulo the
// region's size) leads the first policy, and the set at the mirrored place of the region leads the second (complement-select). A
// miss in a leader of the first policy adds one to the counter PSEL, and a miss in a leader of the second takes one away. The other
// sets follow the second policy if PSEL's highest bit is set. PSEL begins at the highest value without that bit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/model/policy/parameter_check.h"

namespace chasescope::model {

class LeaderSets {
 public:
  static constexpr double kLeaders = 32, kBits = 10;

  /// `leaders` sets lead each policy, 32 if not given; PSEL has `psel_bits` bits, 10 if not given.
  static void check(ParameterFaults& faults, const PolicySpec& spec, std::size_t sets) {
    constexpr double kMostLeaders = 4096, kMostBits = 16;
    check_number(faults, spec, "leaders", 1, kMostLeaders, true);
    check_number(faults, spec, "psel_bits", 1, kMostBits, true);
    const auto leaders = static_cast<std::size_t>(std::max(number_or(spec, "leaders", kLeaders), 1.0));
    if (sets != 0 && sets % (2 * leaders) != 0)
      faults.push_back({"", "needs sets in " + std::to_string(leaders) +
                                " regions of an even size, as many as leaders, but there are " + std::to_string(sets) + " sets"});
  }

  LeaderSets(const PolicySpec& spec, std::size_t sets)
      : region_(std::max<std::uint32_t>(
            static_cast<std::uint32_t>(sets / static_cast<std::size_t>(number_or(spec, "leaders", kLeaders))), 1)),
        most_((std::uint32_t{1} << static_cast<unsigned>(number_or(spec, "psel_bits", kBits))) - 1),
        psel_(most_ / 2) {}

  enum class Role { first, second, follower };
  Role role_of(std::uint32_t set) const {
    const std::uint32_t at = set % region_;
    const std::uint32_t leads = set / region_ % region_;
    if (at == leads) return Role::first;
    return at == region_ - 1 - leads ? Role::second : Role::follower;
  }

  /// Counts a miss in a set. The result is whether the second policy places the new line.
  bool missed(std::uint32_t set) {
    const Role role = role_of(set);
    const bool second = role == Role::second || (role == Role::follower && psel_ > most_ / 2);
    if (role == Role::first && psel_ < most_) ++psel_;
    if (role == Role::second && psel_ > 0) --psel_;
    return second;
  }

 private:
  std::uint32_t region_;
  std::uint32_t most_;
  std::uint32_t psel_;
};

}  // namespace chasescope::model
