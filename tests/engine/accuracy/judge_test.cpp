// Each rule of the judge, which calls a quantity right, wrong or missing.
#include "tests/engine/accuracy/judge.h"
#include "tests/engine/findings/made_finding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chasescope::accuracy {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

Finding measured(const std::string& subject, const std::string& quantity, json value, const std::string& space = "") {
  Finding finding = made_finding(subject, quantity, std::move(value));
  if (!space.empty()) finding.conditions["space"] = space;
  return finding;
}

Finding with_interval(Finding finding, double low, double high) {
  finding.low = low;
  finding.high = high;
  return finding;
}

bool says(const std::string& quantity, json value, const json& truth) {
  return accuracy::says(measured("l2", quantity, std::move(value)), truth);
}

Expected expected(const std::string& quantity, const json& value,
                  const std::vector<std::string>& spaces = {"global.ca", "global.cg"},
                  const std::vector<std::string>& subjects = {"l2"}) {
  Expected one{"second", "capacity", quantity, subjects, {}, {}, true, false};
  for (const std::string& space : spaces) one.by_space[space] = value;
  return one;
}

std::vector<Verdict> verdicts(const std::vector<Expected>& all, const std::vector<Finding>& findings) {
  std::vector<Verdict> list;
  for (const Judged& judged : judge(all, findings).judged) list.push_back(judged.verdict);
  return list;
}

TEST(Says, SizesMustBeExact) {
  EXPECT_TRUE(says("capacity_bytes", 16384, 16384));
  EXPECT_TRUE(says("capacity_bytes", 16384.0, 16384));
  EXPECT_FALSE(says("capacity_bytes", 16383, 16384));
  EXPECT_FALSE(says("capacity_bytes", "16384", 16384));
  EXPECT_FALSE(says("capacity_bytes", nullptr, 16384));
  EXPECT_FALSE(accuracy::says(with_interval(measured("l2", "capacity_bytes", 16000), 15000, 17000), 16384));
}

TEST(Says, LatenciesHaveTwoPerCent) {
  EXPECT_TRUE(says("hit_latency_cycles", 203.9, 200));
  EXPECT_FALSE(says("hit_latency_cycles", 204.1, 200));
  EXPECT_TRUE(says("miss_penalty_cycles", 196, 200));
}

TEST(Says, LatenciesMayLieInANarrowInterval) {
  const auto with = [](double value, double low, double high) {
    return accuracy::says(with_interval(measured("l2", "hit_latency_cycles", value), low, high), 200);
  };
  EXPECT_TRUE(with(206, 199, 213));
  EXPECT_FALSE(with(206, 201, 213));  // the truth is outside
  EXPECT_FALSE(with(206, 190, 213));  // wider than 4 % below
  EXPECT_FALSE(with(206, 199, 216));  // wider than 4 % above
  EXPECT_FALSE(with(206, 199, 205));  // the interval does not contain its own value
}

TEST(Says, OneOfSeveralPenaltiesWillDo) {
  EXPECT_TRUE(says("miss_penalty_cycles", 27, json({27, 288})));
  EXPECT_TRUE(says("miss_penalty_cycles", 288, json({27, 288})));
  EXPECT_FALSE(says("miss_penalty_cycles", 100, json({27, 288})));
}

TEST(Says, SetsMayComeInAnyOrder) {
  EXPECT_TRUE(says("ways_per_set", json({8, 17, 8}), json({17, 8, 8})));
  EXPECT_FALSE(says("ways_per_set", json({8, 17}), json({17, 8, 8})));
  EXPECT_FALSE(says("ways_per_set", json({8, 8, 8}), json({17, 8, 8})));
  EXPECT_FALSE(says("ways_per_set", json({8, 17, 8, "8"}), json({17, 8, 8})));
  EXPECT_FALSE(says("ways_per_set", 8, json({8})));
  EXPECT_TRUE(says("set_index_bits", json({8, 7}), json({7, 8})));
  EXPECT_TRUE(says("set_index_bits", json::array(), json::array()));
  EXPECT_FALSE(says("set_index_bits", json({7}), json::array()));
}

TEST(Says, PartnersMayComeInAnyOrder) {
  EXPECT_TRUE(says("shares_with", json({"readonly", "texture"}), json({"texture", "readonly"})));
  EXPECT_TRUE(says("shares_with", json::array(), json::array()));
  EXPECT_FALSE(says("shares_with", json({"texture"}), json({"texture", "readonly"})));
  EXPECT_FALSE(says("shares_with", json({"texture", "l2"}), json({"texture", "readonly"})));
  EXPECT_FALSE(says("shares_with", "texture", json({"texture"})));
}

TEST(Says, ProbabilitiesMayComeInAnyOrderWithinATolerance) {
  const json truth = {1.0 / 6, 0.5, 1.0 / 6, 1.0 / 6};
  EXPECT_TRUE(says("way_replacement_probability", json({0.51, 0.15, 0.17, 0.17}), truth));
  EXPECT_FALSE(says("way_replacement_probability", json({0.54, 0.14, 0.16, 0.16}), truth));
  EXPECT_FALSE(says("way_replacement_probability", json({0.5, 0.5}), truth));
}

TEST(Says, FunctionsAreTheSameIfTheyTellTheSameSetsApart) {
  EXPECT_TRUE(says("set_index_function", json({{7, 9}, {8, 10}}), json({{7, 8, 9, 10}, {8, 10}})));
  EXPECT_FALSE(says("set_index_function", json({{7, 9}}), json({{7, 9}, {8, 10}})));
  EXPECT_FALSE(says("set_index_function", json({{7, 9}, {8, 11}}), json({{7, 9}, {8, 10}})));
  EXPECT_TRUE(says("set_index_function", "bits", json({{7}, {8}})));
  EXPECT_FALSE(says("set_index_function", "bits", json({{7, 9}, {8}})));
  EXPECT_TRUE(says("set_index_function", "modulo", json({{7}, {8}})));
  EXPECT_FALSE(says("set_index_function", "modulo", json({{7}, {9}})));
  EXPECT_FALSE(says("set_index_function", "modulo", json({{7, 9}, {8}})));
  EXPECT_TRUE(says("set_index_function", "modulo", "modulo"));
  EXPECT_FALSE(says("set_index_function", json({{7}, {8}}), "modulo"));
  EXPECT_TRUE(says("set_index_function", "other", "table"));
  EXPECT_FALSE(says("set_index_function", "other", "modulo"));
  EXPECT_FALSE(says("set_index_function", json({7, 8}), json({{7}, {8}})));
  EXPECT_FALSE(says("set_index_function", json({{-7}, {8}}), json({{7}, {8}})));
}

TEST(Says, PoliciesGoByTheirSimplestName) {
  EXPECT_TRUE(says("replacement_policy", "lru", "lru"));
  EXPECT_FALSE(says("replacement_policy", "plru", "lru"));
  EXPECT_FALSE(says("replacement_policy", "other", "lru"));
}

TEST(Judge, RightWrongAndMissing) {
  const std::vector<Expected> all{expected("capacity_bytes", 4096), expected("line_bytes", 128), expected("sets", 8)};
  EXPECT_THAT(verdicts(all, {measured("l2", "capacity_bytes", 4096, "global.cg"), measured("l2", "line_bytes", 64, "global.ca")}),
              ElementsAre(Verdict::right, Verdict::wrong, Verdict::missing));
}

TEST(Judge, NotBeingAbleToTellIsMissingAndSaysWhy) {
  Finding finding = measured("l2", "sets", nullptr, "global.ca");
  finding.status = FindingStatus::not_measurable;
  finding.reason = "Too few accesses.";
  const Judgement judgement = judge({expected("sets", 8)}, {finding});
  EXPECT_EQ(judgement.judged[0].verdict, Verdict::missing);
  EXPECT_THAT(judgement.judged[0].found, HasSubstr("Too few accesses."));
  // A measured value counts, whether it comes before or after a finding that can't tell.
  EXPECT_THAT(verdicts({expected("sets", 8)}, {finding, measured("l2", "sets", 8)}), ElementsAre(Verdict::right));
  EXPECT_THAT(verdicts({expected("sets", 8)}, {measured("l2", "sets", 8), finding}), ElementsAre(Verdict::right));
}

TEST(Judge, WhatIsWrongOnceStaysWrong) {
  EXPECT_THAT(verdicts({expected("sets", 8)}, {measured("l2", "sets", 9, "global.ca"), measured("l2", "sets", 8, "global.cg")}),
              ElementsAre(Verdict::wrong));
  EXPECT_THAT(verdicts({expected("sets", 8)}, {measured("l2", "sets", 8, "global.ca"), measured("l2", "sets", 9, "global.cg")}),
              ElementsAre(Verdict::wrong));
}

TEST(Judge, TheSpaceDecidesWhatIsTrue) {
  Expected fetch = expected("fetch_bytes", 32);
  fetch.by_space["global.ca"] = 64;
  EXPECT_THAT(verdicts({fetch}, {measured("l2", "fetch_bytes", 64, "global.ca")}), ElementsAre(Verdict::right));
  EXPECT_THAT(verdicts({fetch}, {measured("l2", "fetch_bytes", 64, "global.cg")}), ElementsAre(Verdict::wrong));
  // A finding without a space may mean any.
  EXPECT_THAT(verdicts({fetch}, {measured("l2", "fetch_bytes", 64)}), ElementsAre(Verdict::right));
}

TEST(Judge, AVendorsWordIsNoMeasurement) {
  Finding finding = measured("l2", "capacity_bytes", 4096);
  finding.status = FindingStatus::reported;
  EXPECT_THAT(verdicts({expected("capacity_bytes", 4096)}, {finding}), ElementsAre(Verdict::missing));
}

TEST(Judge, ToDenyWhatIsThereIsWrong) {
  Finding finding = measured("l2", "capacity_bytes", nullptr);
  finding.status = FindingStatus::absent;
  EXPECT_THAT(verdicts({expected("capacity_bytes", 4096)}, {finding}), ElementsAre(Verdict::wrong));
}

TEST(Judge, WhatSaysTheSameCountsAsWell) {
  Expected ways = expected("ways_per_set", json({16}), {"global.ca"}, {"l1_tlb"});
  ways.also = {"ways", 16};
  EXPECT_THAT(verdicts({ways}, {measured("l1_tlb", "ways", 16)}), ElementsAre(Verdict::right));
  EXPECT_THAT(verdicts({ways}, {measured("l1_tlb", "ways_per_set", json({16}))}), ElementsAre(Verdict::right));
  EXPECT_THAT(verdicts({ways}, {}), ElementsAre(Verdict::missing));
}

TEST(Judge, ALevelThatIsNotThereIsWrong) {
  const std::vector<Expected> all{expected("capacity_bytes", 4096)};
  const auto phantoms = [&](const Finding& finding) { return judge(all, {finding}).phantoms.size(); };
  EXPECT_EQ(phantoms(measured("l3", "capacity_bytes", 65536)), 1U);
  EXPECT_EQ(phantoms(measured("l2_tlb", "entries", 64)), 1U);
  EXPECT_EQ(phantoms(measured("l2", "capacity_bytes", 4096, "texture")), 1U);  // texture loads do not pass the L2 of this card
  EXPECT_EQ(phantoms(measured("l2", "count_per_sm", 1)), 0U);                  // not judged here
  EXPECT_EQ(phantoms(measured("device", "miss_rate", 0.5)), 0U);
  Finding finding = measured("l3", "capacity_bytes", nullptr);
  finding.status = FindingStatus::absent;
  EXPECT_EQ(phantoms(finding), 0U);
}

TEST(Judge, AWindowIsWrongWhereThereIsNone) {
  const std::vector<Finding> found{measured("device", "activation_window_bytes", 1 << 29, "global.ca")};
  EXPECT_EQ(judge({expected("capacity_bytes", 4096)}, found).phantoms.size(), 1U);
  const Expected window = expected("activation_window_bytes", 1 << 29, {"global.ca"}, {"device"});
  EXPECT_TRUE(judge({window}, found).phantoms.empty());
  EXPECT_THAT(verdicts({window}, found), ElementsAre(Verdict::right));
  EXPECT_THAT(verdicts({expected("activation_window_bytes", 1 << 28, {"global.ca"}, {"device"})}, found),
              ElementsAre(Verdict::wrong));
}

}  // namespace
}  // namespace chasescope::accuracy
