// Set dueling between two quad-age LRU variants that differ in the age of a new line, as in the L3 of Ivy Bridge and later (Wong,
// "Intel Ivy Bridge cache replacement policy", 2013; Vila, Ganty, Guarnieri, Köpf, "CacheQuery", PLDI 2020; nanoBench's
// setDueling.py).
//
// Parameters: `first` and `second`, two variants whose names differ only in M; `leaders` and `psel_bits`
// (engine/model/policy/leader_sets.h).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/model/policy/leader_sets.h"
#include "engine/model/policy/qlru.h"

namespace chasescope::model {

class QlruDuel {
 public:
  static constexpr std::string_view name = "qlru_duel";
  static constexpr bool counts_repeats = true;

  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>& ways) {
    ParameterFaults faults = only_parameters(spec, {"first", "second", "leaders", "psel_bits"});
    LeaderSets::check(faults, spec, ways.size());
    Qlru::check_variant(faults, spec, "first");
    Qlru::check_variant(faults, spec, "second");
    const auto one = machine(spec, "first"), other = machine(spec, "second");
    if (one && other && !one->same_ages(*other)) faults.push_back({"second", "may differ from the first in M alone"});
    return faults;
  }

  QlruDuel(const PolicySpec& spec, const SetLayout& layout, std::uint64_t seed)
      : duel_(spec, layout.sets.size()),
        first_(machine(spec, "first").value_or(QlruVariant{})),
        second_(machine(spec, "second").value_or(QlruVariant{})),
        ages_(first_, layout, seed) {}

  std::uint32_t victim(const SetRef& at) { return ages_.victim(at); }
  void hit(const SetRef& at, std::uint32_t way) { ages_.hit(at, way); }
  void fill(const SetRef& at, std::uint32_t way) { ages_.fill_as(duel_.missed(at.set) ? second_ : first_, at, way); }

 private:
  static std::optional<QlruVariant> machine(const PolicySpec& spec, const std::string& member) {
    return parse_qlru(word_of(spec, member));
  }

  LeaderSets duel_;
  QlruVariant first_, second_;
  Qlru ages_;
};

}  // namespace chasescope::model
