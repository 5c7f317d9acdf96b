#include "engine/trace/random.h"

#include <gtest/gtest.h>

#include <array>

namespace chasescope {
namespace {

// Published outputs of SplitMix64 for seed 1234567 (the generator's reference implementation).
TEST(Random, GivesThePublishedSequence) {
  Random random(1234567);
  for (const std::uint64_t expected : {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL, 4593380528125082431ULL,
                                       16408922859458223821ULL})
    EXPECT_EQ(random.next(), expected);
}

TEST(Random, IsUniformBelowABound) {
  Random random(3);
  std::array<int, 6> counts{};
  constexpr int kDraws = 60000;
  for (int i = 0; i < kDraws; ++i) ++counts[random.below(counts.size())];
  double chi_squared = 0;
  for (const int count : counts) chi_squared += (count - kDraws / 6.0) * (count - kDraws / 6.0) / (kDraws / 6.0);
  EXPECT_LT(chi_squared, 20.5);  // 5 degrees of freedom, p = 0.001
}

TEST(Random, MixesSeedAndRequestNumber) {
  EXPECT_NE(mixed_seed(1, 1), mixed_seed(1, 2));
  EXPECT_NE(mixed_seed(1, 1), mixed_seed(2, 1));
  EXPECT_EQ(mixed_seed(1, 1), mixed_seed(1, 1));
}

}  // namespace
}  // namespace chasescope
