// Translation on devices that keep their caches between chases and can map one piece of memory at many addresses, as cards can.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/structure/explore/filled_translation.h"
#include "tests/engine/made_up/cards_of_tlbs.h"
#include "tests/engine/made_up/keeping_device.h"

namespace chasescope {

using nlohmann::json;

static const Finding* find(const std::vector<Finding>& findings, const std::string& subject, const std::string& quantity) {
  for (const Finding& finding : findings)
    if (finding.subject == subject && finding.quantity == quantity) return &finding;
  return nullptr;
}

void PrintTo(const Tlb& tlb, std::ostream* out) { *out << tlb.sets << " x " << tlb.ways << " " << tlb.policy; }

namespace {

class FilledTranslation : public testing::TestWithParam<std::pair<Tlb, Tlb>> {};

TEST_P(FilledTranslation, IsToldOfBothTlbs) {
  const auto& [near, far] = GetParam();
  KeepingDevice device(card_of_tlbs(near, far), true);
  const auto report = find_probe("tlb")->run(device, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  const auto told = [&](const char* subject, const Tlb& tlb) {
    SCOPED_TRACE(subject);
    const auto value = [&](const char* quantity) {
      const Finding* finding = find(report->findings, subject, quantity);
      return finding != nullptr && finding->status == FindingStatus::measured ? finding->value
                                                                              : json(finding ? finding->reason : "-");
    };
    EXPECT_EQ(value("page_bytes"), tlb.page_bytes);
    EXPECT_EQ(value("entries"), tlb.sets * tlb.ways);
    EXPECT_EQ(value("reach_bytes"), tlb.reach());
    EXPECT_EQ(value("sets"), tlb.sets);
    EXPECT_EQ(value("ways"), tlb.ways);
    const json penalty = value("miss_penalty_cycles");
    ASSERT_TRUE(penalty.is_number()) << penalty;
    EXPECT_NEAR(penalty.get<double>(), static_cast<double>(tlb.penalty), 0.5);
    if (tlb.policy == "lru")
      EXPECT_EQ(value("replacement_policy"), "lru");
    else
      EXPECT_NE(find(report->findings, subject, "replacement_policy")->status, FindingStatus::measured);
  };
  told("l1_tlb", near);
  told("l2_tlb", far);
  EXPECT_EQ(find(report->findings, "l3_tlb", "entries"), nullptr);
  EXPECT_NE(find(report->findings, "l1_tlb", "miss_rate"), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Geometries, FilledTranslation,
                         testing::Values(std::pair(Tlb{16 * kMiB, 1, 16, 10}, Tlb{32 * kMiB, 256, 8, 94}),
                                         std::pair(Tlb{16 * kMiB, 1, 11, 12}, Tlb{32 * kMiB, 1, 96, 60}),
                                         std::pair(Tlb{8 * kMiB, 4, 6, 25, "fifo"}, Tlb{64 * kMiB, 128, 4, 150}),
                                         std::pair(Tlb{4 * kMiB, 3, 7, 40}, Tlb{16 * kMiB, 31, 12, 80, "random"})));

TEST(FilledTranslationFallsBack, ToWalksWherePagesAreTooSmallToBeShown) {
  KeepingDevice device(card_of_tlbs({2 * kMiB, 1, 16, 10}, {2 * kMiB, 1, 96, 96}), true);
  const auto report = find_probe("tlb")->run(device, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  const Finding* page = find(report->findings, "l1_tlb", "page_bytes");
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->value, 2 * kMiB) << page->reason;
}

TEST(FilledTranslationFallsBack, WhereATlbHasNoMoreEntriesThanTheOneInFront) {
  KeepingDevice device(card_of_tlbs({16 * kMiB, 1, 16, 10}, {32 * kMiB, 1, 12, 96}), true);
  const auto report = find_probe("tlb")->run(device, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  for (const Finding& finding : report->findings)
    if (finding.subject == "l2_tlb" && finding.quantity == "entries" && finding.status == FindingStatus::measured) {
      EXPECT_EQ(finding.value, 12);
    }
}

structure::TranslationReport report_of(std::uint64_t page_bytes, std::uint32_t ways, double penalty) {
  structure::TlbReport tlb;
  tlb.subject = "l1_tlb";
  tlb.shape.line_bytes = page_bytes;
  tlb.shape.index.emplace();
  tlb.shape.ways = {ways};
  tlb.penalty = structure::TlbPenalty{penalty, penalty, penalty, nullptr, nullptr, false};
  structure::TranslationReport report;
  report.tlbs.push_back(std::move(tlb));
  return report;
}

TEST(FilledTranslationCompletes, WhatWalksDoNotTell) {
  structure::TranslationReport walks = report_of(16 * kMiB, 16, 10);
  walks.tlbs.front().shape = {};
  walks.tlbs.front().undecided = "Noise.";
  complete(walks, report_of(16 * kMiB, 16, 10));
  EXPECT_EQ(walks.tlbs.front().shape.entries(), 16U);
  EXPECT_EQ(walks.tlbs.front().undecided, "");
}

TEST(FilledTranslationCompletes, NothingOfATlbWhoseMissTakesLonger) {
  structure::TranslationReport walks = report_of(16 * kMiB, 16, 10);
  walks.tlbs.front().shape = {};
  complete(walks, report_of(16 * kMiB, 16, 14));
  EXPECT_FALSE(walks.tlbs.front().decided());
}

TEST(FilledTranslationCompletes, AndWhatTheTwoTellOtherwiseIsToldNoMore) {
  structure::TranslationReport walks = report_of(16 * kMiB, 16, 10);
  complete(walks, report_of(32 * kMiB, 16, 10));
  EXPECT_FALSE(walks.tlbs.front().decided());
  EXPECT_TRUE(walks.tlbs.front().contested);
  EXPECT_EQ(walks.tlbs.front().undecided,
            "Walks tell 16 entries of 16 MiB in 1 set, trials over one piece of memory 16 entries of 32 MiB in 1 set.");
}

}  // namespace
}  // namespace chasescope
