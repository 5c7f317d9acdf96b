// Every policy can be chosen, with parameters that suit the cache. The text that a person types for a parameter becomes its value.
#include "engine/build/policy_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/model/policy/policy_list.h"

namespace chasescope::build {
namespace {

template <typename... Policies>
std::set<std::string> names_of(model::PolicyList<Policies...>) {
  return {std::string(Policies::name)...};
}

TEST(PolicyChoice, NamesEveryPolicyOfTheListOnce) {
  std::set<std::string> kinds, labels;
  for (const PolicyChoice& choice : policy_choices()) {
    EXPECT_TRUE(kinds.insert(choice.kind).second);
    EXPECT_TRUE(labels.insert(choice.label).second);
    EXPECT_FALSE(choice.help.empty());
    EXPECT_EQ(choice.help.find("card files' page"), std::string::npos) << choice.kind << " has no words of its own";
  }
  EXPECT_EQ(kinds, names_of(model::AllPolicies{}));
}

TEST(PolicyChoice, BeginsWithParametersThatTheCacheCanHave) {
  for (const PolicyChoice& choice : policy_choices())
    for (const std::vector<std::uint32_t>& ways :
         {std::vector<std::uint32_t>(8, 4), std::vector<std::uint32_t>(64, 16), std::vector<std::uint32_t>(2, 1)}) {
      const auto faults = model::check_policy(policy_for(choice.kind, ways), ways);
      EXPECT_TRUE(faults.empty()) << choice.kind << ' ' << faults.front().member << ' ' << faults.front().reason;
    }
}

TEST(PolicyChoice, HasWordsForEachParameterAndForNoOther) {
  const std::vector<std::uint32_t> ways(8, 4);
  std::set<std::string> members;
  for (const PolicyChoice& choice : policy_choices())
    for (const PolicyParameter& parameter : choice.parameters) members.insert(parameter.member);
  for (const PolicyChoice& choice : policy_choices())
    for (const std::string& member : members) {
      model::PolicySpec policy = policy_for(choice.kind, ways);
      if (!policy.numbers.contains(member) && !policy.words.contains(member)) policy.words[member] = "?";
      bool known = true;
      for (const auto& fault : model::check_policy(policy, ways))
        if (fault.member == member && fault.reason.find("is no parameter") != std::string::npos) known = false;
      const bool told = std::any_of(choice.parameters.begin(), choice.parameters.end(),
                                    [&](const auto& parameter) { return parameter.member == member; });
      // A word in place of a number gives another fault than "is no parameter", so that the member counts as known.
      EXPECT_EQ(known, told) << choice.kind << ' ' << member;
    }
}

TEST(PolicyChoice, ReadsWhatIsTyped) {
  model::PolicySpec policy;
  set_parameter(policy, "probabilities", " 1/6, 0.5 ,1/6, 1/6");
  EXPECT_EQ(policy.numbers.at("probabilities"), (std::vector<double>{1.0 / 6, 0.5, 1.0 / 6, 1.0 / 6}));
  EXPECT_EQ(parameter_text(policy, "probabilities"), "1/6, 1/2, 1/6, 1/6");
  set_parameter(policy, "variant", "H11_M1_R0_U0");
  EXPECT_EQ(policy.words.at("variant"), "H11_M1_R0_U0");
  set_parameter(policy, "probabilities", "1/6, a half");
  EXPECT_FALSE(policy.numbers.contains("probabilities"));
  EXPECT_EQ(parameter_text(policy, "probabilities"), "1/6, a half");
  set_parameter(policy, "probabilities", "1/0");
  EXPECT_FALSE(policy.numbers.contains("probabilities"));
  set_parameter(policy, "probabilities", "");
  EXPECT_EQ(parameter_text(policy, "probabilities"), "");
}

TEST(PolicyChoice, WritesNumbersSoThatTheyReadBackTheSame) {
  for (const double number : {1.0 / 7, 0.1, 0.123456789012345678, 1.0, 3.0, 1.0 / 3}) {
    model::PolicySpec policy, again;
    policy.numbers["epsilon"] = {number};
    set_parameter(again, "epsilon", parameter_text(policy, "epsilon"));
    EXPECT_EQ(again.numbers, policy.numbers) << number;
  }
}

}  // namespace
}  // namespace chasescope::build
