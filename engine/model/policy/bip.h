// Bimodal insertion: LRU, but a new line enters as the oldest line, which is replaced next, and only with the chance `epsilon` as
// the newest.
//
// Qureshi, Jaleel, Patt, Steely, Emer, "Adaptive insertion policies for high performance caching", ISCA 2007. With epsilon 0
// the policy is their LIP, with 1 it is LRU. Parameter: `epsilon`, 1/32 if not given.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/model/policy/parameter_check.h"
#include "engine/model/policy/use_order.h"
#include "engine/trace/random.h"

namespace chasescope::model {

class Bip {
 public:
  static constexpr std::string_view name = "bip";
  static constexpr bool counts_repeats = true;
  static constexpr double kEpsilon = 1.0 / 32;

  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>&) {
    ParameterFaults faults = only_parameters(spec, {"epsilon"});
    check_number(faults, spec, "epsilon", 0, 1, false);
    return faults;
  }

  Bip(const PolicySpec& spec, const SetLayout& layout, std::uint64_t seed)
      : order_(layout), random_(seed), epsilon_(number_or(spec, "epsilon", kEpsilon)) {}

  std::uint32_t victim(const SetRef& at) const { return order_.oldest(at); }
  void hit(const SetRef& at, std::uint32_t way) { order_.to_newest(at, way); }
  void fill(const SetRef& at, std::uint32_t way) {
    if (random_.unit() < epsilon_)
      order_.to_newest(at, way);
    else
      order_.to_oldest(at, way);
  }

 private:
  UseOrder order_;
  Random random_;
  double epsilon_;
};

}  // namespace chasescope::model
