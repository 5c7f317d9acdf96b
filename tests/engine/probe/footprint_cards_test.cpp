// The footprint sweep on cards that nobody published: what it says must be true, and it must say it of most.
//
// A dozen cards run in a moment. CHASESCOPE_CARDS=500 (and CHASESCOPE_FIRST_CARD=501) asks for more.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "engine/probe/probe.h"
#include "tests/engine/probe/made_up_card.h"

namespace chasescope {
namespace {

using testing::environment_number;
using testing::MadeUpCard;
using testing::make_up_card;

struct Score {
  int right = 0, open = 0, wrong = 0;
  Score& operator+=(const Score& other) {
    right += other.right;
    open += other.open;
    wrong += other.wrong;
    return *this;
  }
};

/// The subjects of a card's levels, by design.md §4: the last data cache before memory is l2 unless there are three.
std::string subject_of(const MadeUpCard& made, std::size_t level) {
  if (made.levels.size() == 1) return "l2";
  return level == 0 ? "l1_data" : level == 1 ? "l2" : "l3";
}

Score score(const MadeUpCard& made, bool noise, std::uint64_t seed) {
  Score score;
  const auto device = made.open(noise, seed);
  const auto report = find_probe("footprint-sweep")->run(*device, {}, {});
  EXPECT_TRUE(report);
  if (!report) return score;
  std::size_t measured = 0;
  for (const Finding& f : report->findings)
    measured += f.quantity == "contiguous_bytes" && f.status == FindingStatus::measured ? 1 : 0;
  std::size_t expected = 0;
  for (std::size_t level = 0; level < made.levels.size(); ++level)
    for (const std::string space : {"global.ca", "global.cg"}) {
      if (space == "global.cg" && level == 0) continue;
      const auto found = std::find_if(report->findings.begin(), report->findings.end(), [&](const Finding& f) {
        return f.quantity == "contiguous_bytes" && f.subject == subject_of(made, level) && f.conditions["space"] == space &&
               f.status == FindingStatus::measured;
      });
      if (found == report->findings.end()) {
        ++score.open;
        continue;
      }
      ++expected;
      const std::uint64_t brought = made.brought_before(level, space == "global.ca" ? 0 : 1);
      const std::uint64_t truth = made.levels[level].contiguous / brought * brought;
      EXPECT_EQ(found->value, truth) << subject_of(made, level) << ' ' << space << made.description();
      ++(found->value == truth ? score.right : score.wrong);
    }
  // Nothing may be measured that is not there.
  EXPECT_EQ(measured, expected) << made.description();
  score.wrong += measured != expected ? 1 : 0;
  return score;
}

class FootprintSweepOnMadeUpCards : public ::testing::TestWithParam<bool> {};

TEST_P(FootprintSweepOnMadeUpCards, SaysNothingWrongAndMostOfWhatIsThere) {
  const std::uint64_t first = environment_number("CHASESCOPE_FIRST_CARD", 1);
  const std::uint64_t end = first + environment_number("CHASESCOPE_CARDS", 12);
  Score sum;
  for (std::uint64_t card = first; card < end; ++card) sum += score(make_up_card(card), GetParam(), card);
  std::cout << sum.right << " right, " << sum.open << " open, " << sum.wrong << " wrong\n";
  EXPECT_EQ(sum.wrong, 0);
  EXPECT_GE(sum.right, (GetParam() ? 30 : 100) * sum.open);
}

INSTANTIATE_TEST_SUITE_P(Noise, FootprintSweepOnMadeUpCards, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "StandardNoise" : "Quiet"; });

}  // namespace
}  // namespace chasescope
