#include "engine/inference/levels/lost_together.h"

#include <gtest/gtest.h>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kPeriod = 2048;
constexpr std::size_t kPasses = 16;

// In every pass, each block of `block` elements is lost or kept as a whole, independently of the others.
std::vector<bool> losses(std::size_t block, double share, std::uint64_t seed) {
  Random random(seed);
  std::vector<bool> missed(kPeriod * kPasses, false);
  for (std::size_t begin = 0; begin < missed.size(); begin += block)
    if (random.unit() < share) std::fill_n(missed.begin() + static_cast<std::ptrdiff_t>(begin), block, true);
  return missed;
}

TEST(LostTogether, FindsTheBlockThatEvictionsTake) {
  for (std::size_t block = 1; block <= 16; block *= 2)
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const auto found = lost_together(losses(block, 0.1, seed), kPeriod);
      ASSERT_TRUE(found.has_value()) << block;
      EXPECT_EQ(found->block, block);
      EXPECT_EQ(found->whole, found->touched);
      EXPECT_LT(found->whole_of_twice, found->touched_of_twice);
    }
}

TEST(LostTogether, SaysNothingWhereTheSameLinesMissInEveryPass) {
  std::vector<bool> missed(kPeriod * kPasses, false);
  for (std::size_t i = 0; i < missed.size(); ++i) missed[i] = i % kPeriod % 64 < 8;  // a set of eight neighbours overflows
  EXPECT_FALSE(lost_together(missed, kPeriod).has_value());
}

TEST(LostTogether, SaysNothingWhereMuchMisses) {
  EXPECT_FALSE(lost_together(losses(4, 0.4, 3), kPeriod).has_value());
  EXPECT_FALSE(lost_together(std::vector<bool>(kPeriod * kPasses, true), kPeriod).has_value());
}

TEST(LostTogether, SaysNothingFromAFewEvictions) {
  std::vector<bool> missed(kPeriod * kPasses, false);
  for (std::size_t pass = 0; pass < kPasses; ++pass) std::fill_n(missed.begin() + static_cast<std::ptrdiff_t>(pass * kPeriod + pass * 4), 4, true);
  EXPECT_FALSE(lost_together(missed, kPeriod).has_value());
  EXPECT_FALSE(lost_together({}, 0).has_value());
}

}  // namespace
}  // namespace chasescope::inference
