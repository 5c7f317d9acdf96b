// What a policy says about the parameters that a card file gives it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/spec.h"

namespace chasescope::model {

struct ParameterFault {
  std::string member;  ///< empty: the policy as a whole
  std::string reason;
};
using ParameterFaults = std::vector<ParameterFault>;

/// Faults for every parameter that the policy does not have.
inline ParameterFaults only_parameters(const PolicySpec& spec, std::initializer_list<std::string_view> known) {
  ParameterFaults faults;
  const auto look_at = [&](const std::string& member) {
    if (std::find(known.begin(), known.end(), member) == known.end())
      faults.push_back({member, "is no parameter of the policy " + spec.kind});
  };
  for (const auto& entry : spec.numbers) look_at(entry.first);
  for (const auto& entry : spec.words) look_at(entry.first);
  return faults;
}

}  // namespace chasescope::model
