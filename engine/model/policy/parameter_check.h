// Checks the parameters that a card file gives to a policy.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/spec/spec.h"

namespace chasescope::model {

struct ParameterFault {
  std::string member;  ///< the name of the parameter; empty for the policy as a whole
  std::string reason;
};
using ParameterFaults = std::vector<ParameterFault>;

/// A limit as a message shows it: "0.5", "16".
inline std::string shortest(double number) {
  std::string text = std::to_string(number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

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

/// A parameter that is one number; `otherwise` if the card file does not give it.
inline double number_or(const PolicySpec& spec, const std::string& member, double otherwise) {
  const auto given = spec.numbers.find(member);
  return given == spec.numbers.end() || given->second.empty() ? otherwise : given->second.front();
}

/// A parameter that is a word; empty if the card file does not give it.
inline std::string word_of(const PolicySpec& spec, const std::string& member) {
  const auto given = spec.words.find(member);
  return given == spec.words.end() ? std::string() : given->second;
}

/// Adds a fault if a parameter is no single number in [low, high], or not whole although `whole` demands it. A parameter that is
/// not given is no fault.
inline void check_number(ParameterFaults& faults, const PolicySpec& spec, const std::string& member, double low, double high,
                         bool whole) {
  const auto given = spec.numbers.find(member);
  if (given == spec.numbers.end()) return;
  const bool one = given->second.size() == 1;
  const double value = one ? given->second.front() : low - 1;
  if (!(value >= low && value <= high) || (whole && value != std::floor(value)))
    faults.push_back({member, std::string("must be one ") + (whole ? "whole " : "") + "number between " + shortest(low) + " and " +
                                  shortest(high)});
}

/// Adds a fault if a set has more than `most` ways, the limit of the policy.
inline void check_ways(ParameterFaults& faults, const PolicySpec& spec, const std::vector<std::uint32_t>& ways,
                       std::uint32_t most) {
  for (const std::uint32_t count : ways)
    if (count > most) {
      faults.push_back(
          {"", spec.kind + " has at most " + std::to_string(most) + " ways in a set, but a set has " + std::to_string(count)});
      return;
    }
}

}  // namespace chasescope::model
