// The replacement policies as a person chooses among them: each with its name, and with the parameters that it has.
//
// Which there are is policy_list.h's business; here are only their words.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model/spec/spec.h"

namespace chasescope::build {

struct PolicyParameter {
  std::string member;  ///< its word in a card file
  std::string label;   ///< "chance of a new line to stay"
  std::string help;    ///< what may be written, in a sentence
  std::string usual;   ///< what holds where nothing is written; empty: something must be
};

struct PolicyChoice {
  std::string kind;   ///< "weighted_way"
  std::string label;  ///< "by way"
  std::string help;   ///< which line goes, in a sentence
  std::vector<PolicyParameter> parameters;
  bool common = false;  ///< one of those that papers name
};

/// All of policy_list.h, the common ones first.
const std::vector<PolicyChoice>& policy_choices();
/// Null if there is none of that kind.
const PolicyChoice* find_policy(const std::string& kind);

/// A policy of that kind with parameters that suit sets of so many ways.
model::PolicySpec policy_for(const std::string& kind, const std::vector<std::uint32_t>& ways);

/// A parameter as it is typed: "0.5, 0.25, 0.25", "H11_M1_R0_U0".
std::string parameter_text(const model::PolicySpec& policy, const std::string& member);
/// Sets it as typed: words, numbers and fractions ("1/6"), lists of them. An empty text takes the parameter away. What is no number
/// is kept as a word, which the policy then refuses in its own words.
void set_parameter(model::PolicySpec& policy, const std::string& member, const std::string& text);

}  // namespace chasescope::build
