// The whole way from a card to the table. The probes here know the answers, or pretend to.
#include "tests/engine/accuracy/trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/device/software/software_device.h"
#include "tests/engine/accuracy/random_card.h"
#include "tests/engine/accuracy/table.h"

namespace chasescope::accuracy {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t kSeed = 3;

/// A probe that reports the truth about its random card, which it recognises by the card's name. `change` can alter the findings.
class Oracle : public Probe {
 public:
  using Change = std::function<void(std::vector<Finding>&)>;
  explicit Oracle(
      std::string name, Change change = [](std::vector<Finding>&) {})
      : change_(std::move(change)) {
    info_.name = std::move(name);
  }

  const ProbeInfo& info() const override { return info_; }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl&) const override {
    EXPECT_THAT(values, IsEmpty());
    const std::string& name = device.description().name;
    const std::uint64_t number = std::stoull(name.substr(name.rfind(' ')));
    ProbeReport report;
    for (const Expected& expected : truth_of(*load_card(random_card(kSeed, number).dump(), name))) {
      if (expected.probe != info_.name) continue;
      for (const auto& [space, value] : expected.by_space) {
        Finding finding;
        finding.subject = expected.subjects.back();
        finding.quantity = expected.quantity;
        finding.conditions["space"] = space;
        finding.value = value;
        finding.status = FindingStatus::measured;
        report.findings.push_back(finding);
      }
    }
    change_(report.findings);
    return report;
  }

 private:
  ProbeInfo info_;
  Change change_;
};

class Trial : public testing::Test {
 protected:
  void use(
      const std::string& name, Oracle::Change change = [](std::vector<Finding>&) {}) {
    probes_.push_back(std::make_unique<Oracle>(name, std::move(change)));
  }
  AccuracyTable run(std::uint64_t cards = 30) {
    AccuracyTable table;
    for (std::uint64_t number = 0; number < cards; ++number) {
      const CardResult result = try_card(number, options_);
      table.add(result);
      for (const std::string& line : complaints(result)) lines_.push_back(line);
    }
    return table;
  }

  std::vector<std::unique_ptr<Probe>> probes_;
  TrialOptions options_{kSeed, false, probe_names(), false, [this](std::string_view name) -> const Probe* {
                          for (const auto& probe : probes_)
                            if (probe->info().name == name) return probe.get();
                          return nullptr;
                        }};
  std::vector<std::string> lines_;
};

TEST_F(Trial, WhoKnowsEverythingFindsEverything) {
  for (const std::string& name : probe_names()) use(name);
  const AccuracyTable table = run();
  EXPECT_GT(table.total().asked, 1000U);
  EXPECT_EQ(table.total().right, table.total().asked);
  EXPECT_EQ(table.total().wrong, 0U);
  EXPECT_EQ(table.share_found(), 1.0);
  EXPECT_EQ(table.least_found(), 1.0);
  EXPECT_THAT(lines_, IsEmpty());
  for (const char* const row : {"cache capacity_bytes",
                                "cache contiguous_bytes",
                                "cache line_bytes",
                                "cache fetch_bytes",
                                "cache sets",
                                "cache ways",
                                "cache ways_per_set",
                                "cache set_index_bits",
                                "cache set_index_function",
                                "cache replacement_policy",
                                "cache way_replacement_probability",
                                "TLB page_bytes",
                                "TLB entries",
                                "TLB ways_per_set",
                                "TLB reach_bytes",
                                "TLB miss_penalty_cycles",
                                "latency hit_latency_cycles",
                                "latency miss_penalty_cycles",
                                "cache shares_with",
                                "cache count_per_sm"})
    EXPECT_GT(table.rows().at(row).asked, 0U) << row;
}

TEST_F(Trial, AProbeThatIsNotThereFindsNothing) {
  for (const std::string& name : probe_names())
    if (name != "tlb") use(name);
  const AccuracyTable table = run();
  EXPECT_EQ(table.total().wrong, 0U);
  EXPECT_EQ(table.rows().at("TLB entries").right, 0U);
  EXPECT_EQ(table.rows().at("TLB entries").missing, table.rows().at("TLB entries").asked);
  EXPECT_LT(table.share_found(), 0.99);
  EXPECT_EQ(table.least_found(), 0) << "of what is the task of that probe";
  EXPECT_THAT(lines_, IsEmpty());  // the report says in one sentence that there is no such probe
}

TEST_F(Trial, OnlyWhatTheChosenProbesMustFindIsAsked) {
  use("line");
  options_.probes = {"line"};
  const AccuracyTable table = run();
  EXPECT_EQ(table.share_found(), 1.0);
  EXPECT_EQ(table.total().asked, table.rows().at("cache line_bytes").asked + table.rows().at("cache fetch_bytes").asked);
}

TEST_F(Trial, EveryWrongFindingIsALineWithItsCard) {
  use("line", [](std::vector<Finding>& findings) {
    for (Finding& finding : findings)
      if (finding.quantity == "line_bytes") finding.value = 7;
  });
  options_.probes = {"line"};
  const AccuracyTable table = run(5);
  const Count row = table.rows().at("cache line_bytes");
  // A wrong finding about a line counts even where the line need not be found.
  EXPECT_GE(row.wrong, row.asked);
  EXPECT_GT(row.asked, 0U);
  EXPECT_EQ(row.right, 0U);
  ASSERT_EQ(lines_.size(), row.wrong);
  EXPECT_THAT(lines_.front(), AllOf(HasSubstr("| 0 | "), HasSubstr("line_bytes"), HasSubstr("| 7 | wrong |")));
}

TEST_F(Trial, EveryMissIsALineToo) {
  use("line", [](std::vector<Finding>& findings) {
    std::erase_if(findings, [](const Finding& finding) { return finding.quantity == "fetch_bytes"; });
  });
  options_.probes = {"line"};
  const AccuracyTable table = run(5);
  const Count row = table.rows().at("cache fetch_bytes");
  EXPECT_EQ(row.missing, row.asked);
  EXPECT_EQ(lines_.size(), row.asked);
  EXPECT_THAT(lines_.front(), HasSubstr("| not found |"));
  EXPECT_EQ(table.total().wrong, 0U);
}

TEST_F(Trial, WhatIsInventedIsWrong) {
  use("line", [](std::vector<Finding>& findings) {
    Finding finding = findings.front();
    finding.subject = "constant_l1_5";
    finding.conditions["space"] = "texture";
    findings.push_back(finding);
  });
  options_.probes = {"line"};
  const AccuracyTable table = run(5);
  EXPECT_EQ(table.total().wrong, 5U);
  EXPECT_THAT(lines_.front(), HasSubstr("the card has no constant_l1_5"));
}

TEST(TrialTogether, FindsOfCachesWhatEachProbeFindsAlone) {
  TrialOptions alone{.seed = kSeed};
  alone.probes = {"capacity", "line", "sets", "replacement"};
  TrialOptions together = alone;
  together.together = true;
  const CardResult one_by_one = try_card(0, alone), at_once = try_card(0, together);
  EXPECT_EQ(one_by_one.probes.size(), 4U);
  ASSERT_EQ(at_once.probes.size(), 1U);
  EXPECT_EQ(at_once.probes[0].probe, "caches");
  ASSERT_EQ(at_once.judgement.judged.size(), one_by_one.judgement.judged.size());
  std::size_t found = 0;
  for (std::size_t i = 0; i < at_once.judgement.judged.size(); ++i) {
    if (!at_once.expected[i].required) continue;
    EXPECT_EQ(at_once.judgement.judged[i].found, one_by_one.judgement.judged[i].found) << at_once.expected[i].quantity;
    found += at_once.judgement.judged[i].verdict == Verdict::right ? 1 : 0;
  }
  EXPECT_GT(found, 5U);
}

TEST_F(Trial, DetailsTellAllAboutACard) {
  use("line");
  options_.probes = {"capacity", "line"};
  const std::string text = details(try_card(0, options_));
  EXPECT_THAT(text, AllOf(HasSubstr("line_bytes"), HasSubstr("capacity: there is no such probe"), HasSubstr("right"),
                          HasSubstr("not found")));
}

}  // namespace
}  // namespace chasescope::accuracy
