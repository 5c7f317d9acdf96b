// Blind tests: masks are drawn, and the test compares all that the code finds with the draw.
#include "engine/inference/sets/kind_parity.h"

#include <gmock/gmock.h>

#include <bit>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

constexpr std::uint64_t kStep = 128;
constexpr std::size_t kLines = 1 << 14;
constexpr double kNear = 550, kFar = 760, kCut = 655;

struct Noise {
  double sigma = 0, outliers = 0;
};

/// The latencies of lines in a row. `is_far` takes an offset in bytes.
template <typename IsFar>
std::vector<double> latencies(const IsFar& is_far, Noise noise, std::uint64_t seed, std::size_t lines = kLines) {
  Random random(seed);
  std::vector<double> cycles;
  for (std::size_t i = 0; i < lines; ++i) {
    double each = is_far(i * kStep) ? kFar : kNear;
    double sum = -6;  // the sum of twelve uniform numbers is nearly normal
    for (int k = 0; k < 12; ++k) sum += random.unit();
    each += noise.sigma * sum;
    if (random.unit() < noise.outliers) each += 400 * random.unit();
    cycles.push_back(each);
  }
  return cycles;
}

std::uint64_t mask_of(const KindParity& parity) {
  std::uint64_t mask = 0;
  for (const unsigned bit : parity.bits) mask |= std::uint64_t{1} << bit;
  return mask;
}

TEST(KindParity, tells_every_mask_that_is_drawn) {
  Random random(35);
  const Noise noises[] = {{}, {40, 0.05}, {60, 0.12}};
  std::size_t told = 0;
  constexpr std::size_t kMasks = 1000;
  for (std::size_t i = 0; i < kMasks; ++i) {
    const std::uint64_t mask = (1 + random.below(kLines - 1)) * kStep;
    const bool odd_is_far = random.below(2) == 1;
    const auto is_far = [&](std::uint64_t offset) { return (std::popcount(offset & mask) % 2 != 0) == odd_is_far; };
    const KindParityFound found = parity_of_kinds(latencies(is_far, noises[i % 3], i), kStep, kCut);
    if (!found.parity) continue;
    ++told;
    ASSERT_EQ(mask_of(*found.parity), mask) << i;
    ASSERT_EQ(found.parity->far_where_odd, odd_is_far) << i;
    ASSERT_EQ(found.parity->block_bytes, mask & (~mask + 1)) << i;
    ASSERT_EQ(found.parity->blocks, kLines * kStep / found.parity->block_bytes) << i;
  }
  EXPECT_GE(told, kMasks * 99 / 100);
}

TEST(KindParity, says_which_bits_were_examined) {
  const auto is_far = [](std::uint64_t offset) { return (offset >> 12 & 1) != 0; };
  const KindParityFound found = parity_of_kinds(latencies(is_far, {}, 1), kStep, kCut);
  ASSERT_TRUE(found.parity) << found.undecided;
  EXPECT_THAT(found.parity->bits, testing::ElementsAre(12));
  EXPECT_EQ(found.parity->first_bit, 7U);
  EXPECT_EQ(found.parity->last_bit, 20U);
  EXPECT_EQ(found.parity->exceptions, 0U);
}

TEST(KindParity, is_not_told_of_lines_that_lie_by_chance) {
  Random random(7);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::vector<bool> far(kLines);
    for (std::size_t i = 0; i < kLines; ++i) far[i] = random.below(2) == 1;
    const auto found = parity_of_kinds(latencies([&](std::uint64_t offset) { return far[offset / kStep]; }, {}, seed), kStep, kCut);
    EXPECT_FALSE(found.parity);
    EXPECT_THAT(found.undecided, testing::HasSubstr("no parity"));
  }
}

// Three rules that are no parity: random blocks, a remainder, and the AND of two bits.
TEST(KindParity, is_not_told_where_something_else_decides) {
  Random random(8);
  std::vector<bool> far(512);
  for (std::size_t i = 0; i < far.size(); ++i) far[i] = random.below(2) == 1;
  const auto by_block = [&](std::uint64_t offset) { return far[offset / 4096]; };
  const auto by_three = [](std::uint64_t offset) { return offset / 4096 % 3 == 0; };
  const auto by_both = [](std::uint64_t offset) { return (offset >> 12 & 1) != 0 && (offset >> 14 & 1) != 0; };
  EXPECT_FALSE(parity_of_kinds(latencies(by_block, {40, 0.05}, 1), kStep, kCut).parity);
  EXPECT_FALSE(parity_of_kinds(latencies(by_three, {40, 0.05}, 2), kStep, kCut).parity);
  EXPECT_FALSE(parity_of_kinds(latencies(by_both, {40, 0.05}, 3), kStep, kCut).parity);
}

// One block of 512 disagrees: its page may have been placed elsewhere, or the rule is no parity.
TEST(KindParity, is_not_told_with_a_block_that_does_not_agree) {
  const auto is_far = [](std::uint64_t offset) {
    return offset / 4096 == 77 ? offset / 4096 % 2 == 0 : (std::popcount(offset & 0xb3000) % 2 != 0);
  };
  const auto agrees = [](std::uint64_t offset) { return std::popcount(offset & 0xb3000) % 2 != 0; };
  ASSERT_NE(is_far(77 * 4096), agrees(77 * 4096));
  const auto found = parity_of_kinds(latencies(is_far, {40, 0.05}, 4), kStep, kCut);
  EXPECT_FALSE(found.parity);
  EXPECT_THAT(found.undecided, testing::HasSubstr("but for 1 of 512 blocks of 4 KiB"));
  EXPECT_TRUE(parity_of_kinds(latencies(agrees, {40, 0.05}, 4), kStep, kCut).parity);
}

TEST(KindParity, takes_some_lines) {
  EXPECT_FALSE(parity_of_kinds({}, kStep, kCut).parity);
  const auto is_far = [](std::uint64_t offset) { return (offset >> 9 & 1) != 0; };
  EXPECT_FALSE(parity_of_kinds(latencies(is_far, {}, 1, 255), kStep, kCut).parity);
  EXPECT_TRUE(parity_of_kinds(latencies(is_far, {}, 1, 256), kStep, kCut).parity);
  EXPECT_FALSE(parity_of_kinds(latencies(is_far, {}, 1, 256), 0, kCut).parity);
}

}  // namespace
}  // namespace chasescope::inference
