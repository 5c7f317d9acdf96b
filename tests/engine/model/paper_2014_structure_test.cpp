// The caches and TLBs of the presets have the structures that the 2014 paper (MEI14) reports for its cards.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engine/device/software/software_device.h"
#include "tests/engine/model/chasing.h"

namespace chasescope::tests {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::SizeIs;

// §3.2 and figure 2: with 13 words and stride 1, "the memory access pattern is repeated every 13 data loadings".
TEST(Paper2014, TextbookCacheMissesThreeTimesAPassAllInSetZero) {
  auto device = preset("textbook");
  const ChaseRequest request = passes_over(MemorySpace::global_ca, 13 * 4, 4, 50);
  const auto passes = slow_positions(request, chase(*device, request), 10);
  EXPECT_THAT(passes, SizeIs(50));
  // Words 0, 6 and 12 are the first words of lines 0, 3 and 6. These are the three lines of set 0, which has two ways.
  EXPECT_THAT(passes, Each(ElementsAre(0, 6, 12)));
}

TEST(Paper2014, TextbookCacheHoldsTwelveWords) {
  auto device = preset("textbook");
  const ChaseRequest request = passes_over(MemorySpace::global_ca, 12 * 4, 4, 10, 1);
  EXPECT_THAT(slow_positions(request, chase(*device, request), 10), Each(ElementsAre()));
}

// §4.2: "its replacement policy is not LRU, because the memory access process is aperiodic".
TEST(Paper2014, FermiL1IsAperiodicJustAboveItsCapacity) {
  auto device = preset("gtx560ti");
  const ChaseRequest request = passes_over(MemorySpace::global_ca, 17 * 1024, 128, 400);
  const auto passes = slow_positions(request, chase(*device, request), 116);
  // No period of 1 to 50 passes fits.
  for (std::size_t period = 1; period <= 50; ++period) {
    bool repeats = true;
    for (std::size_t pass = period; pass < passes.size() && repeats; ++pass) repeats = passes[pass] == passes[pass - period];
    EXPECT_FALSE(repeats) << period;
  }
  const ChaseRequest fits = passes_over(MemorySpace::global_ca, 16 * 1024, 128, 20, 1);
  EXPECT_THAT(slow_positions(fits, chase(*device, fits), 116), Each(ElementsAre()));
}

// §3.2 step 4, §4.2 and figure 8: the trace alone shows which way is replaced. If five lines share a set of four ways, exactly one
// line is out at any time. The line that misses next is the one that this miss evicted.
TEST(Paper2014, FermiL1ReplacesOneWayThreeTimesAsOftenAsTheOthers) {
  auto device = preset("gtx560ti");
  const ChaseRequest request = passes_over(MemorySpace::global_ca, 17 * 1024, 128, 3000, 0);
  const ChaseResult result = chase(*device, request);
  const AccessOrder order(request, result);
  const std::vector<float> cycles = result.cycles.copy();

  std::map<std::uint64_t, std::map<std::uint64_t, unsigned>> way_of;  // set -> line -> way, for the lines in the cache
  // Set -> the line that came in last and whose way is not yet known.
  std::map<std::uint64_t, std::uint64_t> last_missed;
  std::vector<double> replaced(4, 0);
  double replacements = 0;
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    const std::uint64_t line = order.offset(i) / 128;
    const std::uint64_t set = line % 32;
    if (set >= 8 || cycles[i] <= 116) continue;  // of 136 lines, only sets 0 to 7 have a fifth line
    auto& ways = way_of[set];
    if (ways.size() < 4 && !last_missed.contains(set)) {
      ways.emplace(line, static_cast<unsigned>(ways.size()));  // the first misses fill the ways; their order is unknown
      continue;
    }
    if (last_missed.contains(set)) {
      const auto pushed_out = ways.find(line);
      ASSERT_NE(pushed_out, ways.end()) << "access " << i;
      const unsigned way = pushed_out->second;
      ways.erase(pushed_out);
      ways.emplace(last_missed[set], way);
      ++replaced[way];
      ++replacements;
    }
    last_missed[set] = line;
  }
  ASSERT_GT(replacements, 20000);
  std::sort(replaced.begin(), replaced.end());
  const std::vector<double> expected{1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 2};
  for (std::size_t way = 0; way < 4; ++way) {
    const double deviation = std::sqrt(expected[way] * (1 - expected[way]) / replacements);
    EXPECT_NEAR(replaced[way] / replacements, expected[way], 5 * deviation) << way;
  }
}

// These probabilities give about 40 % misses with five lines a set and 60 % with six. The paper reports 50 % at most (figure 9).
TEST(Paper2014, FermiL1MissRateStaysBelowThatOfLru) {
  auto device = preset("gtx560ti");
  const auto miss_rate = [&](std::uint64_t bytes) {
    ChaseRequest request = passes_over(MemorySpace::global_ca, bytes, 128, 2000);
    const auto counts = tally(chase(*device, request).served_by);
    return 1 - static_cast<double>(counts.at("l1+l1_tlb")) / static_cast<double>(request.accesses);
  };
  EXPECT_NEAR(miss_rate(20 * 1024), 0.40, 0.03);
  EXPECT_NEAR(miss_rate(24 * 1024), 0.60, 0.03);
}

// MELTZER13, the poster: 48 KiB, six ways, 64 sets.
TEST(Paper2014, FermiL1HoldsThreeTimesAsMuchWhenConfiguredSo) {
  auto device = preset("gtx560ti");
  ChaseRequest request = passes_over(MemorySpace::global_ca, 48 * 1024, 128, 5, 1);
  EXPECT_GT(tally(chase(*device, request).served_by)["l2+l1_tlb"], 0U);
  request.l1_kib = 16;
  EXPECT_GT(tally(chase(*device, request).served_by)["l2+l1_tlb"], 0U);
  request.l1_kib = 48;
  EXPECT_EQ(spectrum(chase(*device, request)), (std::map<float, std::size_t>{{116.0F, request.accesses}}));
}

// §4.3 and figure 12: bits 7 and 8 choose the set, each set has 96 lines, and the policy is LRU.
TEST(Paper2014, TextureCacheMissesWholeBlocksOf128Bytes) {
  for (const char* const card : {"gtx560ti", "gtx780"}) {
    auto device = preset(card);
    const float hit = std::string(card) == "gtx780" ? 110 : 240;
    const ChaseRequest fits = passes_over(MemorySpace::texture, 12288, 32, 5, 1);
    EXPECT_THAT(slow_positions(fits, chase(*device, fits), hit), Each(ElementsAre())) << card;

    // With one more block of four lines, all 96 + 4 lines of set 0 miss, and no others do.
    const ChaseRequest above = passes_over(MemorySpace::texture, 12416, 32, 20);
    const auto passes = slow_positions(above, chase(*device, above), hit);
    ASSERT_THAT(passes, SizeIs(20));
    EXPECT_THAT(passes[0], SizeIs(100)) << card;
    for (const std::uint64_t position : passes[0]) EXPECT_EQ(position * 32 / 128 % 4, 0U);
    EXPECT_THAT(passes, Each(passes[0])) << card;
  }
}

// Table 4 and figures 10 and 11: an L1 TLB of 16 entries in one set, and an L2 TLB of 65 entries in one set of 17 and six sets of
// 8. Under LRU, a set of w ways with one page too many misses all of its w + 1 pages. The paper counts w "missed entries": 17 and
// 8.
TEST(Paper2014, L2TlbHasOneSetOf17AndSixOf8) {
  for (const char* const card : {"gtx560ti", "gtx780"}) {
    auto device = preset(card);
    const auto walks_per_pass = [&](std::uint64_t mib) {
      const ChaseRequest request = passes_over(MemorySpace::global_cg, mib * kMiB, 2 * kMiB, 10);
      auto counts = tally(chase(*device, request).served_by);
      const std::size_t walks = counts["l2+walk"] + counts["dram+walk"];
      EXPECT_EQ(walks % 10, 0U) << card << ": not the same in every pass";
      return walks / 10;
    };
    EXPECT_EQ(walks_per_pass(130), 0U) << card;
    EXPECT_EQ(walks_per_pass(132), 18U) << card;
    for (std::uint64_t mib = 134; mib <= 144; mib += 2) EXPECT_EQ(walks_per_pass(mib), 18 + 9 * (mib - 132) / 2) << card;
  }
}

TEST(Paper2014, L1TlbHas16Entries) {
  auto device = preset("gtx780");
  const auto beyond_l1_tlb = [&](std::uint64_t pages) {
    const ChaseRequest request = passes_over(MemorySpace::global_ca, pages * 2 * kMiB, 2 * kMiB, 10);
    auto counts = tally(chase(*device, request).served_by);
    return request.accesses - counts["l2+l1_tlb"] - counts["dram+l1_tlb"];
  };
  EXPECT_EQ(beyond_l1_tlb(16), 0U);
  EXPECT_EQ(beyond_l1_tlb(17), 170U);  // in one set under LRU, either all pages hit or all miss
}

}  // namespace
}  // namespace chasescope::tests
