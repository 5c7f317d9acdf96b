// Cards with hidden banks, request tables and L2 sizes, half of them noisy. All findings must be right, and most quantities must be
// found. The program blind_requests does the same with as many cards as wanted.
#include <gmock/gmock.h>

#include "tests/engine/probe/blind_requests/blind.h"

namespace chasescope::blind {
namespace {

struct Tally {
  int asked = 0, measured = 0;
  void add(const std::vector<Verdict>& verdicts, const std::string& hidden) {
    for (const Verdict& verdict : verdicts) {
      EXPECT_FALSE(verdict.wrong) << hidden << ": " << verdict.quantity << " is " << verdict.truth << ", found " << verdict.found;
      ++asked;
      measured += verdict.measured ? 1 : 0;
    }
  }
};

class BlindRequests : public testing::TestWithParam<std::uint64_t> {};

TEST_P(BlindRequests, WhatIsFoundIsRight) {
  Tally banks, copies;
  const model::Card card = hidden_card(GetParam());
  const std::string noise = ", " + noise_text(card);
  banks.add(judge_banks(card, probe("banks", card, GetParam(), {{"words", "4"}}).findings), banks_text(card) + noise);
  copies.add(judge_copies(card, probe("l2-copy", card, GetParam()).findings), noise);
  EXPECT_GE(2 * banks.measured, banks.asked) << banks_text(card) << noise;
  EXPECT_EQ(copies.measured, copies.asked) << noise;
  Tally requests;
  requests.add(judge_requests(card, probe("outstanding", card, GetParam()).findings), table_text(card) + noise);
}

INSTANTIATE_TEST_SUITE_P(Seeds, BlindRequests, testing::Range<std::uint64_t>(1, 13));

TEST(BlindRequests, MostTablesAreFound) {
  int found = 0;
  constexpr int kCards = 16;
  for (std::uint64_t seed = 100; seed < 100 + kCards; ++seed) {
    const model::Card card = hidden_card(seed);
    for (const Verdict& verdict : judge_requests(card, probe("outstanding", card, seed).findings)) {
      EXPECT_FALSE(verdict.wrong) << table_text(card) << ": " << verdict.quantity << " is " << verdict.truth << ", found "
                                  << verdict.found;
      found += verdict.quantity == "structure" && verdict.measured ? 1 : 0;
    }
  }
  EXPECT_GE(found, kCards / 2);
}

}  // namespace
}  // namespace chasescope::blind
