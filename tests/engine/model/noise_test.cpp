// Noise has the shape that was asked for, is the same for the same seed, and does not change the model's own random choices.
#include "engine/model/spec/noise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "engine/model/card_file/noise_reader.h"
#include "tests/engine/model/chasing.h"

namespace chasescope::tests {
namespace {

using model::Noise;
using model::NoiseSpec;
using ::testing::Each;
using ::testing::Ge;
using ::testing::HasSubstr;

std::vector<float> noisy(const NoiseSpec& spec, std::size_t accesses, float latency, std::uint64_t seed = 5) {
  std::vector<float> cycles(accesses, latency);
  Noise(spec, seed, accesses).add_to(cycles);
  return cycles;
}

double mean_of(const std::vector<float>& cycles) {
  return std::accumulate(cycles.begin(), cycles.end(), 0.0) / static_cast<double>(cycles.size());
}

TEST(Noise, JitterIsNormal) {
  const std::vector<float> cycles = noisy({.jitter_cycles = 8}, 200'000, 400);
  const double mean = mean_of(cycles);
  double square = 0, cube = 0, fourth = 0;
  for (const float c : cycles) {
    const double z = (c - mean) / 8;
    square += z * z;
    cube += z * z * z;
    fourth += z * z * z * z;
    EXPECT_EQ(c, std::floor(c));
  }
  const auto n = static_cast<double>(cycles.size());
  EXPECT_NEAR(mean, 400, 0.1);
  EXPECT_NEAR(square / n, 1, 0.02);
  EXPECT_NEAR(cube / n, 0, 0.03);
  EXPECT_NEAR(fourth / n, 3 - 0.1, 0.1);  // twelve uniform numbers: kurtosis 3 - 6/5/12
}

TEST(Noise, OutliersAreRareAndWithinTheirBounds) {
  const std::vector<float> cycles =
      noisy({.outlier_share = 0.01, .outlier_low_cycles = 300, .outlier_high_cycles = 500}, 100'000, 100);
  std::size_t outliers = 0;
  float lowest = 1000, highest = 0;
  for (const float c : cycles) {
    if (c == 100) continue;
    ++outliers;
    lowest = std::min(lowest, c);
    highest = std::max(highest, c);
  }
  EXPECT_NEAR(static_cast<double>(outliers), 1000, 120);
  EXPECT_GE(lowest, 400);
  EXPECT_LT(lowest, 405);
  EXPECT_LE(highest, 600);
  EXPECT_GT(highest, 595);
}

TEST(Noise, DriftGrowsFromNothingToItsShare) {
  const std::vector<float> cycles = noisy({.drift_share = 0.02}, 1001, 1000);
  EXPECT_EQ(cycles.front(), 1000);
  EXPECT_EQ(cycles[500], 1010);
  EXPECT_EQ(cycles.back(), 1020);
  EXPECT_TRUE(std::is_sorted(cycles.begin(), cycles.end()));
}

TEST(Noise, NeverMakesALoadTakeNoTime) { EXPECT_THAT(noisy({.jitter_cycles = 50}, 10'000, 10), Each(Ge(1.0F))); }

TEST(Noise, PartsDoNotMatter) {
  const std::vector<float> whole = noisy(model::kStandardNoise, 1000, 200);
  std::vector<float> parts(1000, 200);
  Noise noise(model::kStandardNoise, 5, 1000);
  for (std::size_t i = 0; i < 1000; i += 125) noise.add_to(std::span(parts).subspan(i, 125));
  EXPECT_EQ(whole, parts);
}

std::unique_ptr<Device> noisy_preset(std::uint64_t seed = 1) { return *open_preset("gtx560ti", {seed, model::kStandardNoise}); }

TEST(NoisyDevice, TheSameSeedIsTheSameTraceAndTheTruthIsThatOfAQuietOne) {
  const ChaseRequest request = passes_over(MemorySpace::global_ca, 20 * 1024, 128, 50);
  const ChaseResult first = chase(*noisy_preset(), request);
  EXPECT_EQ(first.cycles, chase(*noisy_preset(), request).cycles);
  EXPECT_FALSE(first.cycles == chase(*noisy_preset(2), request).cycles);
  const ChaseResult quiet = chase(*preset("gtx560ti"), request);
  EXPECT_EQ(first.served_by, quiet.served_by);
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const float c : first.cycles.copy()) hash = (hash ^ static_cast<std::uint64_t>(c)) * 0x100000001B3ULL;
  EXPECT_EQ(hash, 3777338868078406661ULL);  // the expected hash: it changes if the noise changes
}

TEST(NoisyDevice, TheMeanIsThatOfTheSingleAccesses) {
  ChaseRequest request = passes_over(MemorySpace::global_ca, 20 * 1024, 128, 700);
  const double mean = mean_of(chase(*noisy_preset(), request).cycles.copy());
  request.record = Record::mean;
  EXPECT_DOUBLE_EQ(*chase(*noisy_preset(), request).mean_cycles, mean);
}

TEST(NoiseWords, AreReadAndWritten) {
  std::string complaint;
  EXPECT_EQ(model::parse_noise("", complaint), model::kStandardNoise);
  EXPECT_EQ(model::parse_noise("standard", complaint), model::kStandardNoise);
  EXPECT_EQ(model::parse_noise("off", complaint), NoiseSpec{});
  EXPECT_EQ(model::parse_noise("jitter=3,outliers=0.001,drift=0.02", complaint), model::kStandardNoise);
  EXPECT_EQ(model::parse_noise("jitter=2.5", complaint), NoiseSpec{.jitter_cycles = 2.5});
  for (const NoiseSpec& noise : {model::kStandardNoise, NoiseSpec{}, NoiseSpec{.drift_share = 0.5}})
    EXPECT_EQ(model::parse_noise(model::noise_words(noise), complaint), noise);
  EXPECT_TRUE(complaint.empty());
}

TEST(NoiseWords, NonsenseIsRefusedWithASentence) {
  const std::pair<const char*, const char*> cases[] = {
      {"jitter", "must be a number"},
      {"jitter=", "must be a number"},
      {"jitter=-1", "must be a number"},
      {"jitter=3x", "must be a number"},
      {"jitter=nan", "must be a number"},
      {"outliers=2", "between 0 and 1"},
      {"loud", "there is no 'loud'"},
      {"jitter=1,jitter=2", "given twice"},
      {"low=5", "say outliers="},
      {"outliers=0.1,low=9,high=5", "low is larger"},
      {",", "there is no ''"},
      {"drift=inf", "between 0 and 1"},
  };
  for (const auto& [words, expected] : cases) {
    std::string complaint;
    EXPECT_EQ(model::parse_noise(words, complaint), std::nullopt) << words;
    EXPECT_THAT(complaint, HasSubstr(expected)) << words;
  }
}

}  // namespace
}  // namespace chasescope::tests
