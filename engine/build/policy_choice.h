// The replacement policies that a person can choose in the builder: their labels, help texts and parameters.
//
// policy_list.h says which policies there are. This file only adds the words.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model/spec/spec.h"

namespace chasescope::build {

struct PolicyParameter {
  std::string member;  ///< the name of this parameter in a card file
  std::string label;   ///< "chance of a new line to stay"
  std::string help;    ///< a phrase that says which values are allowed
  std::string usual;   ///< the default value; empty if a value must be given
};

struct PolicyChoice {
  std::string kind;   ///< "weighted_way"
  std::string label;  ///< "by way"
  std::string help;   ///< a phrase that says which line is evicted
  std::vector<PolicyParameter> parameters;
  bool common = false;  ///< whether papers name this policy
};

/// All policies of policy_list.h, the common ones first.
const std::vector<PolicyChoice>& policy_choices();
/// Null if there is no policy of that kind.
const PolicyChoice* find_policy(const std::string& kind);

/// A policy of that kind with parameters that suit sets of these ways.
model::PolicySpec policy_for(const std::string& kind, const std::vector<std::uint32_t>& ways);

/// The value of a parameter as a person types it: "0.5, 0.25, 0.25", "H11_M1_R0_U0".
std::string parameter_text(const model::PolicySpec& policy, const std::string& member);
/// Sets a parameter from typed text: a word, a number, a fraction ("1/6"), or a list of numbers. An empty text removes the
/// parameter. A text that is not a list of numbers is kept as a word, so that the policy itself reports it.
void set_parameter(model::PolicySpec& policy, const std::string& member, const std::string& text);

}  // namespace chasescope::build
