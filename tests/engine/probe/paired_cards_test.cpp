// Which caches are one array, and how many of each an SM has. The cards are the presets and unpublished ones, with and without
// noise.
//
// A dozen cards run in a moment. CHASESCOPE_CARDS=500 (and CHASESCOPE_FIRST_CARD=501) asks for more.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>

#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "resources/resources.h"
#include "tests/engine/made_up/paired_cards.h"

namespace chasescope {
namespace {

using tests::environment_number;
using tests::MadeUpCard;
using tests::make_up_paired_card;
using tests::paired_truth;
using tests::PairedTruth;

struct PairedScore {
  int right = 0, open = 0;
};

std::unique_ptr<Device> opened_pair(const model::Card& card, bool noise, std::uint64_t seed) {
  SoftwareOptions options{.seed = seed};
  if (noise) options.noise = model::kStandardNoise;
  auto device = open_software_device(card, options);
  if (!device) throw std::runtime_error(device.error().message);
  return *std::move(device);
}

/// Every finding must be true, and its evidence must be in the report.
void check_findings(const ProbeReport& report, const std::string& quantity, const auto& truth, PairedScore& score,
                    const std::string& card) {
  std::set<std::string> runs;
  for (const RunPtr& run : report.runs) runs.insert(run->id);
  std::size_t measured = 0;
  for (const Finding& finding : report.findings) {
    EXPECT_EQ(finding.quantity, quantity);
    if (finding.status != FindingStatus::measured) {
      EXPECT_NE(finding.reason, "") << card;
      continue;
    }
    ++measured;
    EXPECT_FALSE(finding.evidence.empty());
    for (const std::string& id : finding.evidence) EXPECT_TRUE(runs.contains(id)) << id;
    const auto meant = truth.find(finding.subject);
    if (meant == truth.end()) {
      ADD_FAILURE() << card << " has no " << finding.subject;
      continue;
    }
    EXPECT_EQ(finding.value.template get<typename std::decay_t<decltype(truth)>::mapped_type>(), meant->second)
        << card << ' ' << finding.subject << ": " << finding.reason;
    ++score.right;
  }
  for (const Finding& finding : report.findings)
    if (finding.status == FindingStatus::not_measurable && truth.contains(finding.subject))
      std::cout << card << ' ' << finding.subject << ' ' << quantity << ": " << finding.reason << '\n';
  score.open += static_cast<int>(truth.size() - measured);
}

PairedScore score(const model::Card& card, bool noise, std::uint64_t seed) {
  PairedScore score;
  const PairedTruth truth = paired_truth(card);
  for (const std::string probe : {"sharing", "count"}) {
    const auto device = opened_pair(card, noise, seed);
    const auto report = find_probe(probe)->run(*device, {}, {});
    EXPECT_TRUE(report) << card.name << ' ' << probe;
    if (!report) continue;
    if (probe == "sharing")
      check_findings(*report, "shares_with", truth.shares_with, score, card.name);
    else
      check_findings(*report, "count_per_sm", truth.count_per_sm, score, card.name);
  }
  return score;
}

class PairedProbes : public ::testing::TestWithParam<bool> {};

TEST_P(PairedProbes, FindWhatEachPresetHas) {
  for (const std::string name :
       {"gtx280", "c2070", "gtx560ti", "gtx780", "k20", "k20c", "geforce840m", "p6000", "v100", "rtx2080ti"}) {
    const std::string path = "models/" + name + ".json";
    const auto card = load_card(resource_text(path).value(), path);
    ASSERT_TRUE(card) << card.error().message;
    EXPECT_EQ(score(*card, GetParam(), 5).open, 0) << name;
  }
}

TEST_P(PairedProbes, SayNothingWrongAndMostOfWhatIsThereOnMadeUpCards) {
  const std::uint64_t first = environment_number("CHASESCOPE_FIRST_CARD", 1);
  const std::uint64_t end = first + environment_number("CHASESCOPE_CARDS", 12);
  PairedScore sum;
  for (std::uint64_t seed = first; seed < end; ++seed) {
    const MadeUpCard made = make_up_paired_card(seed);
    const PairedScore one = score(made.card, GetParam(), seed);
    sum.right += one.right;
    sum.open += one.open;
  }
  std::cout << sum.right << " right, " << sum.open << " open\n";
  EXPECT_GE(sum.right, 30 * sum.open);
}

INSTANTIATE_TEST_SUITE_P(Noise, PairedProbes, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "StandardNoise" : "Quiet"; });

}  // namespace
}  // namespace chasescope
