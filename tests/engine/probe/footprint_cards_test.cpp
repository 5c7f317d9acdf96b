// The footprint sweep on unpublished cards: its findings must be right, and it must find most quantities.
//
// A dozen cards run in a moment. CHASESCOPE_CARDS=500 (and CHASESCOPE_FIRST_CARD=501) asks for more.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "engine/probe/caches/findings.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/probe/sweeps/end_sweep.h"
#include "engine/probe/sweeps/footprint_curve.h"
#include "tests/engine/made_up/made_up_card.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

using tests::environment_number;
using tests::MadeUpCard;
using tests::make_up_card;

struct FootprintScore {
  int right = 0, open = 0, wrong = 0;
  FootprintScore& operator+=(const FootprintScore& other) {
    right += other.right;
    open += other.open;
    wrong += other.wrong;
    return *this;
  }
};

/// The subjects of a card's levels. A single level is the first, because nothing bypasses it.
std::string subject_of(std::size_t level) { return level == 0 ? "l1_data" : level == 1 ? "l2" : "l3"; }

/// The cycles of a named plateau are those of its level, plus a little for page lookups.
bool is_true_plateau(const MadeUpCard& made, const Finding& plateau) {
  if (plateau.subject == "device") return true;
  double truth = made.memory_latency;
  if (plateau.subject != "dram") {
    std::size_t level = 0;
    while (level < made.levels.size() && plateau.subject != subject_of(level)) ++level;
    EXPECT_LT(level, made.levels.size()) << plateau.subject << made.description();
    if (level == made.levels.size()) return false;
    truth = made.levels[level].latency;
  }
  const double cycles = plateau.value.get<double>();
  EXPECT_GE(cycles, 0.97 * truth - 2) << plateau.subject << made.description();
  EXPECT_LE(cycles, 1.15 * truth + 4) << plateau.subject << made.description();
  return cycles >= 0.97 * truth - 2 && cycles <= 1.15 * truth + 4;
}

FootprintScore score(const MadeUpCard& made, bool noise, std::uint64_t seed) {
  FootprintScore score;
  const auto device = made.open(noise, seed);
  const auto report = find_probe("footprint-sweep")->run(*device, {}, {});
  EXPECT_TRUE(report);
  if (!report) return score;
  // The end of a cache is reported once, through any space that shows it.
  std::vector<bool> told(made.levels.size());
  for (const Finding& f : report->findings) {
    if (f.status != FindingStatus::measured) continue;
    if (f.quantity == "plateau_cycles") {
      score.wrong += is_true_plateau(made, f) ? 0 : 1;
      continue;
    }
    if (f.quantity != "contiguous_bytes") continue;
    std::size_t level = 0;
    while (level < made.levels.size() && f.subject != subject_of(level)) ++level;
    // No level may be reported that the card does not have.
    EXPECT_LT(level, made.levels.size()) << f.subject << made.description();
    if (level == made.levels.size()) {
      ++score.wrong;
      continue;
    }
    const std::uint64_t brought = made.brought_before(level, f.conditions["space"] == "global.ca" ? 0 : 1);
    const std::uint64_t truth = made.levels[level].contiguous / brought * brought;
    EXPECT_EQ(f.value, truth) << f.subject << ' ' << f.conditions << made.description();
    ++(f.value == truth ? score.right : score.wrong);
    told[level] = true;
    for (const Opinion& opinion : f.opinions) EXPECT_FALSE(opinion.method.empty());
  }
  score.open += static_cast<int>(std::count(told.begin(), told.end(), false));
  return score;
}

class FootprintSweepOnMadeUpCards : public ::testing::TestWithParam<bool> {};

TEST_P(FootprintSweepOnMadeUpCards, SaysNothingWrongAndMostOfWhatIsThere) {
  const std::uint64_t first = environment_number("CHASESCOPE_FIRST_CARD", 1);
  const std::uint64_t end = first + environment_number("CHASESCOPE_CARDS", 12);
  FootprintScore sum;
  for (std::uint64_t card = first; card < end; ++card) sum += score(make_up_card(card), GetParam(), card);
  std::cout << sum.right << " right, " << sum.open << " open, " << sum.wrong << " wrong\n";
  EXPECT_EQ(sum.wrong, 0);
  EXPECT_GE(sum.right, (GetParam() ? 30 : 100) * sum.open);
}

INSTANTIATE_TEST_SUITE_P(Noise, FootprintSweepOnMadeUpCards, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "StandardNoise" : "Quiet"; });

// A stride wider than a line would leave lines out, and of a hashed index also sets. Then the cache seems larger than it is.
TEST(FootprintSweep, ReadsEachLineOfACacheThatMayHoldThem) {
  constexpr std::uint64_t kSets = 8192, kWays = 16, kLine = 64;
  json bits = json::array();
  for (unsigned bit = 6; bit < 6 + 13; ++bit) bits.push_back({bit, bit + 13});
  const json card = card_around({{"l2", chasescope::lru(kLine, kLine, kSets, kWays, {{"kind", "xor"}, {"bits", bits}})}},
                                {{"global.cg", {{"data", {"l2"}}, {"latency", {{"l2", 210}, {"dram", 480}}}}}});
  std::size_t plateaus = 0;
  for (const Finding& f : found_on(card, "footprint-sweep")) {
    if (f.quantity != "plateau_cycles" || f.subject == "dram") continue;
    ++plateaus;
    EXPECT_LE(f.conditions["to_bytes"], kSets * kWays * kLine) << f.subject;
  }
  EXPECT_EQ(plateaus, 1U);
}

TEST(FootprintSweep, WalksOverLargeArraysAsTheSurveyDid) {
  structure::Survey survey;
  EXPECT_EQ(stride_for(survey, 1 << 22, 32, 8192), 32U) << "nothing was walked";
  for (const auto& [bytes, stride] : {std::pair{1 << 16, 32}, {1 << 20, 64}, {1 << 24, 128}}) {
    ChaseRequest request;
    request.pattern = UniformPattern{static_cast<std::uint64_t>(bytes), static_cast<std::uint64_t>(stride)};
    auto run = std::make_shared<chasescope::Run>();
    run->exchange = Exchange<ChaseRequest>{request, {}};
    survey.sweep.push_back(std::move(run));
  }
  const auto stride = [&](std::uint64_t bytes) { return stride_for(survey, bytes, 32, 8192); };
  EXPECT_EQ(stride(1 << 18), 32U) << "few elements";
  EXPECT_EQ(stride(1 << 19), 64U);
  EXPECT_EQ(stride(1 << 20), 64U);
  EXPECT_EQ(stride((1 << 20) + 64), 128U);
  EXPECT_EQ(stride(1 << 26), 128U) << "more than was walked";
}

// A card keeps lines from chase to chase, so that the fetch size of its L2 may be unknown. The survey's walks had a smaller step
// than the L1 fetches.
TEST(FootprintSweep, NeverHitsACacheInFrontOfTheEnd) {
  constexpr std::uint64_t kL2 = 1 << 18;
  const auto device =
      opened(card_around({{"l1", chasescope::lru(128, 32, 16, 4, {{"kind", "modulo"}})},
                          {"l2", chasescope::lru(128, 32, 128, 16, {{"kind", "modulo"}})}},
                         {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", 33}, {"l2", 280}, {"dram", 700}}}}}}));
  Surveyed on(*device);
  ASSERT_EQ(on.survey.caches(), 2U);
  structure::SpaceReport space;
  space.setting = on.lab.setting();
  space.survey = on.survey;
  space.survey.fetch_bytes[1].reset();
  space.survey.boundaries[1].stride = 16;
  structure::CacheReport cache;
  cache.level = 1;
  Finding end = structure::blank_finding("l2", "contiguous_bytes", "bytes", space.setting);
  structure::set_measured(end, static_cast<double>(kL2));
  SweepRunner runner(on.recorder, device->description(), on.budget);
  const Finding tested = with_change_test(runner, on.lab, end, space, cache);
  EXPECT_EQ(tested.value, kL2);
  ASSERT_FALSE(tested.evidence.empty());
  const ProbeReport report = on.recorder.take_report();
  for (const RunPtr& run : report.runs) {
    if (std::find(tested.evidence.begin(), tested.evidence.end(), run->id) == tested.evidence.end()) continue;
    const std::vector<float> cycles = run->cycles().copy();
    EXPECT_GE(*std::min_element(cycles.begin(), cycles.end()), 280) << run->label;
  }
}

}  // namespace
}  // namespace chasescope
