#include "engine/inference/levels/conflict_verdict.h"

#include <gtest/gtest.h>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

constexpr float kHit = 20, kMiss = 120;
const std::vector<Band> kBands{{100, 120, 140}};

/// `passes` passes over 4 elements. Element `element` misses in the passes for which `misses` returns true.
template <typename Misses>
MissCounts counted(std::size_t passes, Misses&& misses, std::size_t element = 1) {
  std::vector<float> cycles;
  for (std::size_t pass = 0; pass < passes; ++pass)
    for (std::size_t i = 0; i < 4; ++i) cycles.push_back(i == element && misses(pass) ? kMiss : kHit);
  return count_misses(cycles, 4, 60, kBands, {});
}

TEST(ConflictVerdict, TakesAMissInEveryPassForAConflict) {
  const auto always = [](std::size_t) { return true; };
  EXPECT_EQ(judge_conflict(counted(2, always), 0), ConflictVerdict::conflict);
  EXPECT_EQ(judge_conflict(counted(8, always), 0.001), ConflictVerdict::conflict);
  EXPECT_EQ(judge_conflict(counted(2, always), 0.001), ConflictVerdict::unclear);  // both misses may be noise
}

TEST(ConflictVerdict, TakesNoMissForRoom) {
  EXPECT_EQ(judge_conflict(counted(2, [](std::size_t) { return false; }), 0), ConflictVerdict::fits);
  EXPECT_EQ(judge_conflict(counted(12, [](std::size_t) { return false; }), 0.01), ConflictVerdict::fits);
}

TEST(ConflictVerdict, WithoutNoiseARareMissIsAConflictAsLongAsItGoesOn) {
  EXPECT_EQ(judge_conflict(counted(2, [](std::size_t pass) { return pass == 1; }), 0), ConflictVerdict::unclear);
  EXPECT_EQ(judge_conflict(counted(32, [](std::size_t pass) { return pass == 11 || pass == 20; }), 0), ConflictVerdict::conflict);
  // Misses in the first passes only: a random policy may still be bringing in lines.
  EXPECT_EQ(judge_conflict(counted(32, [](std::size_t pass) { return pass < 3; }), 0), ConflictVerdict::unclear);
}

TEST(ConflictVerdict, WithNoiseTellsRareMissesFromRareConflicts) {
  const auto every = [](std::size_t n) { return [n](std::size_t pass) { return pass % n == 0; }; };
  EXPECT_EQ(judge_conflict(counted(12, every(12)), 0.01), ConflictVerdict::fits);
  EXPECT_EQ(judge_conflict(counted(96, every(2)), 0.01), ConflictVerdict::conflict);
  EXPECT_EQ(judge_conflict(counted(96, every(25)), 0.01), ConflictVerdict::fits);
  EXPECT_EQ(judge_conflict(counted(12, every(3)), 0.01), ConflictVerdict::unclear);
}

/// A walk of 48 passes over 20,000 elements. Noise makes each access miss at `rate`. In addition, all of `lines` elements miss in
/// each pass, or if `at_random`, two of them on average.
MissCounts long_walk(double rate, std::size_t lines, bool at_random, std::uint64_t seed) {
  constexpr std::size_t kElements = 20'000, kPasses = 48;
  Random random(seed);
  MissCounts counts;
  counts.passes = kPasses;
  counts.watched = kElements;
  counts.by_element.assign(kElements, 0);
  counts.by_pass.assign(kPasses, 0);
  const auto miss = [&](std::size_t element, std::size_t pass) {
    ++counts.by_element[element];
    ++counts.by_pass[pass];
  };
  for (std::size_t pass = 0; pass < kPasses; ++pass) {
    for (std::size_t i = 0; i < kElements; ++i)
      if (random.unit() < rate) miss(i, pass);
    for (std::size_t i = 0; i < lines; ++i)
      if (!at_random || random.below(lines) < 2) miss(77 + 256 * i, pass);
  }
  return counts;
}

TEST(ConflictVerdict, InLongWalksTellsALineTooManyFromNoiseThatIsHalfKnown) {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const double known : {0.5e-4, 1e-4, 3e-4}) {
      EXPECT_EQ(judge_conflict(long_walk(1e-4, 0, false, seed), known), ConflictVerdict::fits) << seed << ' ' << known;
      EXPECT_EQ(judge_conflict(long_walk(1e-4, 2, false, seed), known), ConflictVerdict::conflict) << seed << ' ' << known;
      EXPECT_EQ(judge_conflict(long_walk(1e-4, 17, true, seed), known), ConflictVerdict::conflict) << seed << ' ' << known;
    }
}

TEST(ConflictVerdict, InLongWalksSaysNothingWhereFarMoreMissesThanNoiseExplains) {
  EXPECT_EQ(judge_conflict(long_walk(2e-3, 0, false, 1), 1e-4), ConflictVerdict::unclear);
}

/// A walk over `elements`. The first `lines` of them share a set of one way fewer with random replacement, so that one of them is
/// always out. An access to this line reaches the cache, and misses, with the probability `asked`. Noise makes each access miss at
/// `rate`.
MissCounts over_full_set(std::size_t elements, std::size_t passes, std::size_t lines, double asked, double rate,
                         std::uint64_t seed) {
  Random random(seed);
  MissCounts counts;
  counts.passes = passes;
  counts.watched = elements;
  counts.by_element.assign(elements, 0);
  counts.by_pass.assign(passes, 0);
  std::size_t out = 0;
  for (std::size_t pass = 0; pass < passes; ++pass)
    for (std::size_t i = 0; i < elements; ++i) {
      const bool is_out = lines > 0 && i == out && random.unit() < asked;
      if (!is_out && random.unit() >= rate) continue;
      ++counts.by_element[i];
      ++counts.by_pass[pass];
      if (is_out) out = (i + 1 + random.below(lines - 1)) % lines;
    }
  return counts;
}

// 53 lines in 52 ways: each line misses about as rarely as by noise, but every pass has a miss.
TEST(ConflictVerdict, SeesALineTooManyWhereEveryPassHasAMissThoughNoLineStandsOut) {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const double known : {1e-5, 1e-4, 2.5e-4}) {
      EXPECT_NE(judge_conflict(over_full_set(1103, 48, 53, 1, 1e-5, seed), known), ConflictVerdict::fits) << seed << ' ' << known;
      EXPECT_EQ(judge_conflict(over_full_set(1103, 192, 53, 1, 1e-5, seed), known), ConflictVerdict::conflict)
          << seed << ' ' << known;
      EXPECT_EQ(judge_conflict(over_full_set(1103, 192, 0, 1, 1e-5, seed), known), ConflictVerdict::fits) << seed << ' ' << known;
    }
}

TEST(ConflictVerdict, ExpectsFewerMissesOfACacheThatIsAskedSeldom) {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    EXPECT_NE(judge_conflict(over_full_set(1026, 48, 53, 0.3, 1e-6, seed), 1e-6, true, 0.3), ConflictVerdict::fits) << seed;
  EXPECT_EQ(judge_conflict(over_full_set(1026, 48, 0, 0.3, 1e-6, 1), 1e-6, true, 0.3), ConflictVerdict::fits);
}

TEST(ConflictVerdict, FewestPassesAreAsManyAsAConflictTakes) {
  for (const std::size_t watched : {2, 17, 64, 400})
    for (const double share : {1e-6, 1e-4, 1e-3, 0.01}) {
      // A set has one line too many: every line misses in every pass.
      const auto judged = [&](std::size_t passes) {
        const std::vector<float> cycles(passes * watched, kMiss);
        return judge_conflict(count_misses(cycles, watched, 60, kBands, {}), share);
      };
      const std::size_t fewest = fewest_passes(watched, share);
      EXPECT_EQ(judged(fewest), ConflictVerdict::conflict) << watched << ' ' << share;
      EXPECT_EQ(judged(fewest - 1), ConflictVerdict::unclear) << watched << ' ' << share;
    }
}

TEST(ConflictVerdict, KnowsWhetherMissesComeBackInEveryPass) {
  EXPECT_FALSE(counted(4, [](std::size_t) { return true; }).differ_between_passes());
  EXPECT_FALSE(counted(4, [](std::size_t) { return false; }).differ_between_passes());
  EXPECT_TRUE(counted(4, [](std::size_t pass) { return pass == 2; }).differ_between_passes());
}

// Twelve single misses among 4,096 elements in eight passes, and two misses of one element: noise explains them, even if less noise
// was known.
TEST(ConflictVerdict, TakesMoreNoiseThanWasKnownForNoConflict) {
  constexpr std::size_t kElements = 4096, kPasses = 8;
  std::vector<float> cycles(kElements * kPasses, kHit);
  for (std::size_t strike = 0; strike < 12; ++strike) cycles[strike % kPasses * kElements + 331 * strike] = kMiss;
  cycles[5 * kElements + 77] = cycles[6 * kElements + 77] = kMiss;
  EXPECT_NE(judge_conflict(count_misses(cycles, kElements, 60, kBands, {}), 2e-5), ConflictVerdict::conflict);
}

/// Passes over 544 lines, with a cut so close to the hits that one in twenty looks like a miss. The lines of 32 of 64 sets, nine
/// each, also miss in `share` of the passes.
MissCounts blurred_walk(std::size_t passes, double share, std::uint64_t seed) {
  constexpr std::size_t kLines = 544, kInConflict = 288;
  constexpr double kHitsAboveCut = 0.05;
  Random random(seed);
  MissCounts counts;
  counts.passes = passes;
  counts.watched = kLines;
  counts.by_element.assign(kLines, 0);
  counts.by_pass.assign(passes, 0);
  for (std::size_t pass = 0; pass < passes; ++pass)
    for (std::size_t line = 0; line < kLines; ++line) {
      const bool slow = random.unit() < kHitsAboveCut || (line < kInConflict && random.unit() < share);
      counts.by_element[line] += slow ? 1 : 0;
      counts.by_pass[pass] += slow ? 1 : 0;
    }
  return counts;
}

TEST(ConflictVerdict, WhereNoiseIsFrequentHalfOfTheLinesThatMissAreNotRoomForAll) {
  constexpr double kBound = 0.13;  // more than the 0.05 that are: it takes all hits for the slowest
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const std::size_t passes : {8U, 48U, 192U}) {
      for (const double share : {0.1, 0.2, 0.5, 0.9})
        EXPECT_NE(judge_conflict(blurred_walk(passes, share, seed), kBound), ConflictVerdict::fits) << passes << ' ' << share;
      EXPECT_EQ(judge_conflict(blurred_walk(passes, 0, seed), kBound),
                passes > 8 ? ConflictVerdict::fits : ConflictVerdict::unclear);
    }
}

// 64 lines whose hits differ: half of them lie far away, and noise makes these look like misses in a fifth of the passes. In a
// conflict, nine of them miss in half of the passes.
MissCounts walk_in_parts(std::size_t passes, double share, std::uint64_t seed) {
  constexpr std::size_t kLines = 64, kFar = 32, kInConflict = 9;
  constexpr double kFarAboveCut = 0.2;
  Random random(seed);
  MissCounts counts{
      .passes = passes, .by_element = std::vector<std::uint32_t>(kLines), .by_pass = std::vector<std::uint32_t>(passes)};
  counts.watched = kLines;
  for (std::size_t pass = 0; pass < passes; ++pass)
    for (std::size_t line = 0; line < kLines; ++line) {
      const bool slow = (line < kFar && random.unit() < kFarAboveCut) || (line >= kLines - kInConflict && random.unit() < share);
      counts.by_element[line] += slow ? 1 : 0;
      counts.by_pass[pass] += slow ? 1 : 0;
    }
  return counts;
}

TEST(ConflictVerdict, HitsThatDifferNeedNotLookLikeMissesEquallyOften) {
  constexpr double kSlowest = 0.2;
  constexpr std::size_t kPasses = 96;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_EQ(judge_conflict(walk_in_parts(kPasses, 0, seed), kSlowest, false), ConflictVerdict::fits) << seed;
    EXPECT_NE(judge_conflict(walk_in_parts(kPasses, 0, seed), kSlowest, true), ConflictVerdict::fits) << seed;
    for (const double share : {0.5, 0.9})
      EXPECT_NE(judge_conflict(walk_in_parts(kPasses, share, seed), kSlowest, false), ConflictVerdict::fits)
          << seed << ' ' << share;
  }
}

}  // namespace
}  // namespace chasescope::inference
