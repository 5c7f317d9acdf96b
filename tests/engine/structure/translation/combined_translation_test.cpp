// The combined findings of two kinds of walk over pages.
#include "engine/structure/explore/combined_translation.h"

#include <gtest/gtest.h>

namespace chasescope::structure {
namespace {

TranslationLevel taking(double cycles) { return {{cycles - 9, cycles, cycles + 9}, {}, {}, {}}; }

/// A report of one TLB whose hits take `hit` cycles and whose misses take `miss` cycles.
TranslationReport report_of(double hit, double miss, const char* data) {
  TranslationReport report;
  report.translation.levels = {taking(hit), taking(miss)};
  TlbReport& tlb = report.tlbs.emplace_back();
  tlb.subject = "l1_tlb";
  tlb.data_level = data;
  tlb.hit = taking(hit);
  tlb.miss = taking(miss);
  tlb.undecided = "Not known.";
  tlb.penalty = TlbPenalty{miss - hit, miss - hit - 1, miss - hit + 1, {}, {}};
  return report;
}

CacheShape shape_of(std::vector<std::uint32_t> ways) {
  CacheShape shape;
  shape.line_bytes = 4096;
  shape.ways = std::move(ways);
  return shape;
}

class OneWalkKnowsTheWindow : public ::testing::TestWithParam<bool> {
 protected:
  static TranslationReport both(TranslationReport knows, TranslationReport other) {
    return GetParam() ? combined(std::move(knows), std::move(other)) : combined(std::move(other), std::move(knows));
  }
};

// Hardly two pages of the other walk are in the same window, so that all of its misses are switches of the window as well.
TEST_P(OneWalkKnowsTheWindow, AndSaysWhatAMissTakes) {
  for (const bool decided : {false, true}) {
    TranslationReport knows = report_of(790, 1022, "dram"), other = report_of(114, 437, "l2");
    knows.translation.window = ActivationWindow{1 << 29, 91, {}, false};
    if (decided) other.tlbs.front().shape = shape_of({8, 8});
    const TranslationReport report = both(std::move(knows), std::move(other));
    ASSERT_EQ(report.tlbs.size(), 1U);
    ASSERT_TRUE(report.tlbs.front().penalty.has_value());
    EXPECT_EQ(report.tlbs.front().penalty->cycles, 232);
    EXPECT_TRUE(report.translation.window.has_value());
  }
}

TEST_P(OneWalkKnowsTheWindow, AndTheOtherOneTheShape) {
  TranslationReport knows = report_of(790, 1022, "dram"), other = report_of(114, 346, "l2");
  knows.translation.window = ActivationWindow{1 << 29, 91, {}, false};
  other.tlbs.front().shape = shape_of({8, 8});
  const TranslationReport report = both(std::move(knows), std::move(other));
  ASSERT_EQ(report.tlbs.size(), 1U);
  EXPECT_EQ(report.tlbs.front().shape.ways, (std::vector<std::uint32_t>{8, 8}));
  EXPECT_TRUE(report.translation.window.has_value());
}

// The other walk takes the switches for the misses of one more TLB.
TEST_P(OneWalkKnowsTheWindow, AndTheOtherOneSeesATlbTooMany) {
  TranslationReport knows = report_of(790, 1022, "dram"), other = report_of(114, 346, "l2");
  knows.translation.window = ActivationWindow{1 << 29, 91, {}, false};
  other.translation.levels.push_back(taking(437));
  TlbReport& more = other.tlbs.emplace_back(other.tlbs.front());
  more.subject = "l2_tlb";
  more.hit = taking(346);
  more.miss = taking(437);
  EXPECT_EQ(both(std::move(knows), std::move(other)).tlbs.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(First, OneWalkKnowsTheWindow, ::testing::Bool(),
                         [](const auto& first) { return first.param ? "TheOneThatKnows" : "TheOther"; });

TEST(CombinedTranslation, TellsNoShapeThatTheWalksDifferOn) {
  TranslationReport cached = report_of(114, 346, "l2"), uncached = report_of(790, 1022, "dram");
  cached.tlbs.front().shape = shape_of({8, 8});
  uncached.tlbs.front().shape = shape_of({8, 9});
  const TranslationReport report = combined(std::move(cached), std::move(uncached));
  ASSERT_EQ(report.tlbs.size(), 1U);
  EXPECT_FALSE(report.tlbs.front().decided());
  EXPECT_TRUE(report.tlbs.front().contested);
}

// Walks of page tables may take longer if the data also come from memory.
TEST(CombinedTranslation, MissesOfTheLastTlbMayTakeLongerWithDataFromMemory) {
  TranslationReport cached = report_of(114, 346, "l2"), uncached = report_of(790, 1122, "dram");
  uncached.tlbs.front().shape = shape_of({8, 8});
  const TranslationReport report = combined(std::move(cached), std::move(uncached));
  ASSERT_EQ(report.tlbs.size(), 1U);
  EXPECT_TRUE(report.tlbs.front().decided());
  EXPECT_EQ(report.tlbs.front().penalty->cycles, 332);
}

}  // namespace
}  // namespace chasescope::structure
