// MSHR or PRT: from the spikes that the study prints, and from tables that are counted by hand.
#include "engine/inference/requests/request_table.h"

#include <gmock/gmock.h>

namespace chasescope::inference {
namespace {

using TableVerdict = RequestTableFit::Verdict;
using Curves = std::vector<SaturationOfCurve>;

TEST(RequestTable, CountsWhatATableHolds) {
  EXPECT_EQ(unique_blocks(256, 1, 2), 128U);
  EXPECT_EQ(unique_blocks(258, 2, 4), 130U);  // 65 groups, of which the last has two threads
  EXPECT_EQ(warp_instructions(680, 2), 44U);
  EXPECT_EQ(warp_instructions(454, 3), 45U);
  EXPECT_EQ(mshr_entries(256, 1, 2, 8), 128U);
  EXPECT_EQ(mshr_entries(32, 1, 16, 8), 4U);  // each block takes two entries
  EXPECT_EQ(mshr_entries(40, 1, 16, 8), 5U);
  EXPECT_EQ(mshr_entries(32, 2, 8, 1), 64U);  // no requests are merged
  EXPECT_EQ(mshr_entries(32, 1, 32, 5), 7U);
}

/// Study §5.1: the spikes of figures 3 to 7.
const Curves kM2070{{1, 1, 128, 130}, {2, 1, 64, 66}, {1, 2, 256, 258}, {2, 4, 256, 258}, {4, 8, 256, 258}};

TEST(RequestTable, TheM2070HasAnMshrOf128EntriesThatMergeAtLeast8) {
  const auto fit = fit_request_table(kM2070, Merging::unknown);
  ASSERT_EQ(fit.verdict, TableVerdict::mshr);
  EXPECT_EQ(fit.entries, (Interval{128, 128}));
  EXPECT_EQ(fit.merges, (Interval{8, std::nullopt}));
  EXPECT_EQ(fit.requests, (Interval{128, 128}));
}

TEST(RequestTable, MoreSharingNarrowsTheMergesDown) {
  // Eight requests merge: a block of 16 takes two entries, and a block of 32 takes four.
  Curves curves = kM2070;
  curves.push_back({2, 16, 512, 514});
  // A PRT of 32 warp instructions would fit too.
  EXPECT_EQ(fit_request_table(curves, Merging::seen).verdict, TableVerdict::undecided);
  // A full table in the middle of a warp excludes that PRT.
  curves.push_back({3, 16, 336, 338});
  auto fit = fit_request_table(curves, Merging::seen);
  EXPECT_EQ(fit.merges, (Interval{8, 15}));
  curves.push_back({2, 32, 512, 514});
  fit = fit_request_table(curves, Merging::seen);
  ASSERT_EQ(fit.verdict, TableVerdict::mshr);
  EXPECT_EQ(fit.merges, (Interval{8, 10}));
  EXPECT_EQ(fit.entries, (Interval{128, 128}));
}

TEST(RequestTable, AnMshrWithoutMergingTakesNoNoticeOfSharing) {
  const Curves curves{{1, 1, 100, 102}, {1, 2, 100, 102}, {1, 8, 100, 102}, {3, 1, 32, 34}};
  const auto fit = fit_request_table(curves, Merging::not_seen);
  ASSERT_EQ(fit.verdict, TableVerdict::mshr);
  EXPECT_EQ(fit.entries, (Interval{100, 101}));
  EXPECT_EQ(fit.merges, (Interval{1, 1}));
}

TEST(RequestTable, APrtFollowsWarpInstructions) {
  // A PRT of 45 entries: 22 warps of two loads, or 15 warps of three. Sharing changes nothing.
  const Curves curves{{1, 1, 1024, {}}, {2, 1, 704, 706}, {3, 1, 480, 482}, {2, 8, 704, 706}, {3, 32, 480, 482}};
  const auto fit = fit_request_table(curves, Merging::seen);
  ASSERT_EQ(fit.verdict, TableVerdict::prt);
  EXPECT_EQ(fit.entries, (Interval{45, 45}));
  EXPECT_FALSE(fit.pool);
  EXPECT_EQ(fit.requests, (Interval{1440, 1440}));
}

TEST(RequestTable, TheK20HasAPrtAndAPoolOfItsOwn) {
  // Study §5.2 (figures 9 and 10). With unique blocks the pool is full first; with shared blocks the table is.
  const Curves curves{{1, 1, 1024, {}}, {2, 1, 680, 682}, {3, 1, 454, 456}, {2, 2, 704, 706}, {3, 2, 480, 482}};
  const auto fit = fit_request_table(curves, Merging::seen);
  ASSERT_EQ(fit.verdict, TableVerdict::prt);
  EXPECT_EQ(fit.entries, (Interval{45, 45}));
  EXPECT_TRUE(fit.pool);
  EXPECT_EQ(fit.requests, (Interval{1362, 1363}));
  // The study's own curves have unique blocks only. An MSHR of 1,362 entries would fit them as well.
  EXPECT_EQ(fit_request_table(Curves(curves.begin(), curves.begin() + 3), Merging::seen).verdict, TableVerdict::undecided);
}

TEST(RequestTable, WhatBothExplainIsNotDecided) {
  // 384 entries that don't merge and 12 warp instructions look the same for one to four loads.
  const Curves curves{{1, 1, 384, 386}, {2, 1, 192, 194}, {3, 1, 128, 130}, {4, 1, 96, 98}, {1, 4, 384, 386}};
  EXPECT_EQ(fit_request_table(curves, Merging::unknown).verdict, TableVerdict::undecided);
  // They differ in whether a warp's threads are merged.
  const auto prt = fit_request_table(curves, Merging::seen);
  ASSERT_EQ(prt.verdict, TableVerdict::prt);
  EXPECT_EQ(prt.entries, (Interval{12, 12}));
  const auto mshr = fit_request_table(curves, Merging::not_seen);
  ASSERT_EQ(mshr.verdict, TableVerdict::mshr);
  EXPECT_EQ(mshr.entries, (Interval{384, 385}));
}

TEST(RequestTable, WithoutALeapThereIsOnlyALowerBound) {
  const Curves curves{{1, 1, 1024, {}}, {4, 1, 1024, {}}, {4, 2, 1024, {}}};
  const auto fit = fit_request_table(curves, Merging::seen);
  EXPECT_EQ(fit.verdict, TableVerdict::unsaturated);
  EXPECT_EQ(fit.free_requests, 4096U);
  EXPECT_EQ(fit_request_table({}, Merging::unknown).verdict, TableVerdict::unsaturated);
  EXPECT_EQ(fit_request_table(Curves{{1, 1, 128, 130}}, Merging::unknown).verdict, TableVerdict::too_few);
}

TEST(RequestTable, CurvesThatContradictEachOtherExplainNothing) {
  EXPECT_EQ(fit_request_table(Curves{{1, 1, 128, 130}, {2, 1, 300, 302}, {1, 2, 50, 52}}, Merging::seen).verdict,
            TableVerdict::unexplained);
  // One curve is still free with more requests than those at which another curve shows a full table.
  EXPECT_EQ(fit_request_table(Curves{{1, 1, 128, 130}, {1, 2, 256, 258}, {4, 1, 1024, {}}}, Merging::seen).verdict,
            TableVerdict::unexplained);
}

TEST(RequestTable, EveryTableIsFoundFromWhatItWouldShow) {
  // Each table is counted out in steps of two threads, for one to four loads.
  int undecided = 0;
  for (const std::uint64_t entries : {16U, 17U, 31U, 64U, 100U, 128U, 250U, 512U})
    for (const std::uint64_t merges : {1U, 2U, 3U, 5U, 8U, 11U, 16U, 20U, 32U}) {
      Curves curves;
      for (std::uint64_t loads = 1; loads <= 4; ++loads)
        for (const std::uint64_t sharing : {1U, 2U, 4U, 8U, 16U, 32U}) {
          SaturationOfCurve curve{loads, sharing, 0, {}};
          for (std::uint64_t threads = 2; threads <= 1024 && !curve.waits; threads += 2)
            if (mshr_entries(threads, loads, sharing, merges) <= entries)
              curve.fits = threads;
            else
              curve.waits = threads;
          curves.push_back(curve);
        }
      const auto fit = fit_request_table(curves, merges == 1 ? Merging::not_seen : Merging::seen);
      EXPECT_LE(fit.requests.low, entries);
      EXPECT_GE(fit.requests.high, entries);
      if (fit.verdict == TableVerdict::undecided) {
        ++undecided;
        continue;
      }
      ASSERT_EQ(fit.verdict, TableVerdict::mshr) << entries << " × " << merges;
      EXPECT_LE(fit.entries.low, entries);
      EXPECT_GE(fit.entries.high, entries);
      EXPECT_LE(fit.merges.low, merges);
      EXPECT_GE(fit.merges.high.value_or(32), merges);
    }
  // If a block of a whole warp takes exactly two entries, a PRT with a pool shows the same.
  EXPECT_LE(undecided, 4);
  for (const std::uint64_t entries : {8U, 9U, 12U, 31U, 45U, 64U, 100U, 127U}) {
    Curves curves;
    for (std::uint64_t loads = 1; loads <= 4; ++loads)
      for (const std::uint64_t sharing : {1U, 2U, 4U, 8U, 16U, 32U}) {
        const std::uint64_t fits = std::min<std::uint64_t>(entries / loads * 32, 1024);
        curves.push_back({loads, sharing, fits, fits < 1024 ? std::optional(fits + 2) : std::nullopt});
      }
    const auto fit = fit_request_table(curves, Merging::seen);
    ASSERT_EQ(fit.verdict, TableVerdict::prt) << entries;
    EXPECT_LE(fit.entries.low, entries);
    EXPECT_GE(fit.entries.high, entries);
  }
}

}  // namespace
}  // namespace chasescope::inference
