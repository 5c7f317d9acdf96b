// Whether lines fit, if noise often makes hits look like misses. The latencies are drawn here from a normal distribution.
#include "engine/inference/levels/frequent_noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace chasescope::inference {
namespace {

constexpr double kSigma = 3, kDrift = 0.003;

/// Two noisy levels of which one takes `apart` cycles more than the other.
struct Levels {
  explicit Levels(double apart) : upper{44 + apart, 44 + apart, 44 + apart}, bands{widened(upper, noise)} {}
  LatencyNoise noise{.median = 44, .sigma = kSigma, .drift = 0.02};
  Band lower{44, 44, 44}, upper;
  std::vector<Band> bands;
};

/// In each pass, `misses` neighbouring lines from a random one on miss.
ConflictVerdict judged(const Levels& levels, std::size_t lines, std::size_t misses, std::size_t passes, double sigma, double least,
                       unsigned seed) {
  const FrequentCut cut = frequent_cut(levels.lower, levels.upper, levels.bands, levels.noise, kDrift, lines, least);
  std::mt19937 random(seed);
  std::normal_distribution<double> jitter(0, sigma);
  std::vector<float> cycles;
  for (std::size_t pass = 0; pass < passes; ++pass) {
    const std::size_t first = random() % lines;
    for (std::size_t i = 0; i < lines; ++i) {
      const bool missed = (i + lines - first) % lines < misses;
      cycles.push_back(static_cast<float>(std::round((missed ? levels.upper : levels.lower).median + jitter(random))));
    }
  }
  return judge_all_passes(count_misses(cycles, lines, cut.cycles, levels.bands, {}), cut, least);
}

std::size_t passes_for(const Levels& levels, std::size_t lines, double least) {
  return frequent_cut(levels.lower, levels.upper, levels.bands, levels.noise, kDrift, lines, least).passes;
}

TEST(FrequentNoise, lines_that_fit_and_such_that_do_not_are_told_by_as_many_passes_as_it_says) {
  for (const double apart : {7.0, 8.0, 9.0, 10.0})
    for (const std::size_t lines : {2, 5, 7, 17, 33}) {
      const Levels levels(apart);
      const std::size_t passes = passes_for(levels, lines, 1);
      ASSERT_GT(passes, 0U) << apart << ' ' << lines;
      for (unsigned seed = 0; seed < 20; ++seed) {
        EXPECT_EQ(judged(levels, lines, 0, 2 * passes, kSigma, 1, seed), ConflictVerdict::fits) << apart << ' ' << lines;
        EXPECT_EQ(judged(levels, lines, 1, 2 * passes, kSigma, 1, seed), ConflictVerdict::conflict) << apart << ' ' << lines;
      }
    }
}

TEST(FrequentNoise, nothing_is_told_wrong_however_few_passes_there_are_and_if_the_jitter_is_not_known_well) {
  for (const double sigma : {0.96 * kSigma, kSigma, 1.04 * kSigma})
    for (const std::size_t lines : {1, 5, 33, 65})
      for (const std::size_t passes : {2, 12, 48, 200, 1000})
        for (unsigned seed = 0; seed < 10; ++seed) {
          const Levels levels(8);
          EXPECT_NE(judged(levels, lines, 0, passes, sigma, 1, seed), ConflictVerdict::conflict) << lines << ' ' << passes;
          EXPECT_NE(judged(levels, lines, 1, passes, sigma, 1, seed), ConflictVerdict::fits) << lines << ' ' << passes;
        }
}

TEST(FrequentNoise, lines_that_all_miss_are_told_soon) {
  const Levels levels(8);
  EXPECT_EQ(judged(levels, 5, 5, 12, kSigma, 1, 1), ConflictVerdict::conflict);
  EXPECT_EQ(judged(levels, 65, 65, 12, kSigma, 1, 1), ConflictVerdict::conflict);
}

TEST(FrequentNoise, takes_more_passes_the_nearer_the_levels_and_the_fewer_misses_there_are_to_be_seen) {
  EXPECT_GT(passes_for(Levels(7), 5, 1), passes_for(Levels(8), 5, 1));
  EXPECT_GT(passes_for(Levels(8), 17, 1), passes_for(Levels(8), 5, 1));
  EXPECT_GT(passes_for(Levels(8), 5, 0.3), passes_for(Levels(8), 5, 1));
  EXPECT_EQ(passes_for(Levels(3), 500, 1), 0U);  // no number of passes can decide
}

}  // namespace
}  // namespace chasescope::inference
