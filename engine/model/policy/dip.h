// Dynamic insertion: LRU and bimodal insertion duel (engine/model/policy/leader_sets.h).
//
// Qureshi and others, ISCA 2007. Parameters: `epsilon` of the bimodal insertion, 1/32 if not given; `leaders`; `psel_bits`.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/model/policy/bip.h"
#include "engine/model/policy/leader_sets.h"

namespace chasescope::model {

class Dip {
 public:
  static constexpr std::string_view name = "dip";
  static constexpr bool counts_repeats = true;

  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>& ways) {
    ParameterFaults faults = only_parameters(spec, {"epsilon", "leaders", "psel_bits"});
    check_number(faults, spec, "epsilon", 0, 1, false);
    LeaderSets::check(faults, spec, ways.size());
    return faults;
  }

  Dip(const PolicySpec& spec, const SetLayout& layout, std::uint64_t seed)
      : duel_(spec, layout.sets.size()), order_(layout), random_(seed), epsilon_(number_or(spec, "epsilon", Bip::kEpsilon)) {}

  std::uint32_t victim(const SetRef& at) const { return order_.oldest(at); }
  void hit(const SetRef& at, std::uint32_t way) { order_.to_newest(at, way); }
  void fill(const SetRef& at, std::uint32_t way) {
    const bool bimodal = duel_.missed(at.set);
    if (!bimodal || random_.unit() < epsilon_)
      order_.to_newest(at, way);
    else
      order_.to_oldest(at, way);
  }

 private:
  LeaderSets duel_;
  UseOrder order_;
  Random random_;
  double epsilon_;
};

}  // namespace chasescope::model
