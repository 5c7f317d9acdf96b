// A wrong structure is contradicted by the behaviour of lines from other places.
#include "engine/structure/sets/shape_prediction.h"

#include <gtest/gtest.h>

#include "tests/engine/made_up/made_up_sets.h"
#include "tests/engine/made_up/modulo_shape.h"

namespace chasescope::structure {
namespace {

TEST(ShapePrediction, TheStructureItselfIsNotContradicted) {
  MadeUpSets tester(12, 4);
  EXPECT_EQ(contradicted(tester, modulo_shape(12, 4, kLine), kLine / 4), "");
}

TEST(ShapePrediction, OneSurprisingAnswerIsForgiven) {
  for (int number = 1; number <= 8; ++number) {
    MadeUpSets tester(12, 4);
    tester.wrong_once = number;
    EXPECT_EQ(contradicted(tester, modulo_shape(12, 4, kLine), kLine / 4), "") << "question " << number;
  }
}

struct Mistaken {
  const char* what;
  std::uint64_t sets;
  std::uint32_t ways;
  std::uint64_t line_bytes;
};

class WrongShape : public testing::TestWithParam<Mistaken> {};

TEST_P(WrongShape, IsContradicted) {
  MadeUpSets tester(16, 4);
  const auto& [what, sets, ways, line_bytes] = GetParam();
  EXPECT_NE(contradicted(tester, modulo_shape(sets, ways, line_bytes), kLine / 4), "") << what;
}

INSTANTIATE_TEST_SUITE_P(Mistakes, WrongShape,
                         testing::Values(Mistaken{"a way more", 16, 5, kLine}, Mistaken{"a way less", 16, 3, kLine},
                                         Mistaken{"sets split", 32, 4, kLine}, Mistaken{"sets joined", 8, 8, kLine},
                                         Mistaken{"sets split, and their ways", 32, 2, kLine},
                                         Mistaken{"another modulus", 15, 4, kLine},
                                         Mistaken{"lines twice as large", 8, 4, 2 * kLine},
                                         Mistaken{"lines twice as large, all sets", 16, 4, 2 * kLine},
                                         Mistaken{"lines half as large", 32, 4, kLine / 2}),
                         [](const auto& mistake) {
                           std::string name = mistake.param.what;
                           std::erase_if(name, [](char c) { return c == ' ' || c == ','; });
                           return name;
                         });

// As in a TLB whose table puts only a few pages into other sets: many random sets of lines contain none of these pages.
TEST(ShapePrediction, AFewLinesThatLieElsewhereContradict) {
  constexpr std::uint64_t kSets = 3, kElsewhere = 3;
  for (std::uint64_t period = 36; period <= 126; period += kSets) {
    MadeUpSets tester(kSets, 16);
    for (std::uint64_t line = 0; line < period; ++line) tester.table.push_back(line < period - kElsewhere ? line % kSets : 1);
    EXPECT_NE(contradicted(tester, modulo_shape(kSets, 16, kLine), kLine / 4), "") << period;
  }
}

}  // namespace
}  // namespace chasescope::structure
