#include "engine/inference/levels/access_classes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/trace/random.h"
#include "tests/engine/made_up/random_errors.h"

namespace chasescope::inference {
namespace {

using chasescope::tests::gaussian;

struct Trace {
  std::vector<float> cycles;
  std::vector<std::uint32_t> kinds;
};

/// Blocks of ten accesses of one kind each; the kinds take turns. With noise if `noise` is true.
Trace in_turn(const std::vector<double>& latencies, std::size_t blocks, bool noise, std::uint64_t seed = 1) {
  Random random(seed);
  Trace trace;
  const auto n = static_cast<double>(10 * blocks * latencies.size());
  for (std::size_t block = 0; block < blocks; ++block)
    for (std::uint32_t kind = 0; kind < latencies.size(); ++kind)
      for (int i = 0; i < 10; ++i) {
        double c = latencies[kind];
        if (noise) {
          c = c * (1 + 0.02 * static_cast<double>(trace.cycles.size()) / n) + 3 * gaussian(random);
          if (random.below(1000) == 0) c += 300 + 2700 * random.unit();
        }
        trace.cycles.push_back(static_cast<float>(std::round(c)));
        trace.kinds.push_back(kind);
      }
  return trace;
}

std::vector<int> rounded(const AccessSpectrum& spectrum) {
  std::vector<int> cycles;
  for (const AccessClass& c : spectrum.classes) cycles.push_back(static_cast<int>(std::lround(c.cycles)));
  return cycles;
}

const std::vector<double> kKepler{230, 236, 289, 371, 734, 1000};  // 2014 paper, table 3

TEST(AccessClasses, TableThree) {
  const Trace trace = in_turn(kKepler, 6, false);
  const AccessSpectrum spectrum = find_access_classes(trace.cycles, trace.kinds);
  EXPECT_EQ(rounded(spectrum), (std::vector<int>{230, 236, 289, 371, 734, 1000}));
  for (const AccessClass& c : spectrum.classes) EXPECT_DOUBLE_EQ(c.share, 1.0 / 6);
  EXPECT_EQ(spectrum.drift, 0);
  EXPECT_EQ(spectrum.outlier_share, 0);
}

// The first two latencies are only twice the jitter apart, so that a single access can't tell them apart. The kinds of the accesses
// can.
TEST(AccessClasses, TableThreeUnderNoise) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Trace trace = in_turn(kKepler, 12, true, seed);
    const AccessSpectrum spectrum = find_access_classes(trace.cycles, trace.kinds);
    ASSERT_EQ(spectrum.classes.size(), 6U) << seed;
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(spectrum.classes[i].cycles, kKepler[i], 2 + 0.005 * kKepler[i]) << seed;
    EXPECT_NEAR(spectrum.drift, 0.02, 0.005);
  }
}

TEST(AccessClasses, KindsThatTakeAsLongAreOneClass) {
  const Trace trace = in_turn({404, 116, 404}, 5, false);
  const AccessSpectrum spectrum = find_access_classes(trace.cycles, trace.kinds);
  EXPECT_EQ(rounded(spectrum), (std::vector<int>{116, 404}));
  EXPECT_EQ(spectrum.classes[1].kinds, (std::vector<std::size_t>{0, 2}));
}

TEST(AccessClasses, AMixtureIsSeen) {
  Trace trace = in_turn({100, 300}, 10, false);
  for (std::size_t i = 0; i < trace.cycles.size(); i += 3)
    if (trace.kinds[i] == 0) trace.cycles[i] = 300;
  const AccessSpectrum spectrum = find_access_classes(trace.cycles, trace.kinds);
  EXPECT_NEAR(spectrum.kinds[0].main_share, 2.0 / 3, 0.05);
  EXPECT_EQ(spectrum.kinds[0].cycles, 100);
  EXPECT_EQ(spectrum.kinds[1].main_share, 1);
  EXPECT_EQ(rounded(spectrum), (std::vector<int>{100, 300}));
}

// An even mixture of two latencies (near and far memory): neither is taken for jitter of the other.
TEST(AccessClasses, AnEvenMixtureIsSeen) {
  Trace trace = in_turn({295, 695}, 20, false);
  for (std::size_t i = 0; i < trace.cycles.size(); i += 2) trace.cycles[i] += 175;
  const AccessSpectrum spectrum = find_access_classes(trace.cycles, trace.kinds);
  EXPECT_DOUBLE_EQ(spectrum.kinds[0].main_share, 0.5);
  EXPECT_EQ(spectrum.classes.size(), 4U);
}

TEST(AccessClasses, WhatNoKindExplainsIsAClassWithoutKinds) {
  Trace trace = in_turn({100, 300}, 10, false);
  for (int i = 0; i < 20; ++i) {
    trace.cycles.push_back(777);
    trace.kinds.push_back(kNoKind);
  }
  const AccessSpectrum spectrum = find_access_classes(trace.cycles, trace.kinds);
  ASSERT_EQ(spectrum.classes.size(), 3U);
  EXPECT_TRUE(spectrum.classes[2].kinds.empty());
  EXPECT_EQ(spectrum.classes[2].cycles, 777);
}

TEST(AccessClasses, ScatteredOutliersAreNoClass) {
  Trace trace = in_turn({100}, 100, false);
  for (int i = 0; i < 8; ++i) trace.cycles[static_cast<std::size_t>(i) * 100 + 3] = static_cast<float>(500 + 311 * i);
  const AccessSpectrum spectrum = find_access_classes(trace.cycles, trace.kinds);
  EXPECT_EQ(rounded(spectrum), (std::vector<int>{100}));
  EXPECT_DOUBLE_EQ(spectrum.outlier_share, 0.008);
}

TEST(AccessClasses, OfNothingAreNone) {
  EXPECT_TRUE(find_access_classes({}, {}).classes.empty());
  const std::vector<float> one{5};
  const std::vector<std::uint32_t> kind{0};
  EXPECT_TRUE(find_access_classes(one, kind).classes.empty()) << "one access makes no class";
}

/// First all lines of all pages are read from memory, which is near or far by the line. Then one line of each page is read three
/// times from a cache; `near` says whether the cache's part for it is near.
template <typename Near>
std::vector<std::optional<TwoGroups>> one_line_of_each_page(Near near) {
  constexpr std::uint64_t kPages = 40, kLines = 5;
  const auto near_memory = [](std::uint64_t page, std::uint64_t line) { return ((page * 7 + line * 3) / 2) % 2 == 0; };
  std::vector<float> cycles;
  std::vector<std::uint32_t> kinds;
  std::vector<LinePlace> places;
  const auto read = [&](std::uint64_t page, std::uint64_t line, std::uint32_t kind, float took) {
    cycles.push_back(took);
    kinds.push_back(kind);
    places.push_back({page * kLines + line, page});
  };
  for (std::uint64_t page = 0; page < kPages; ++page)
    for (std::uint64_t line = 0; line < kLines; ++line) read(page, line, line == 0 ? 0 : 1, near_memory(page, line) ? 500 : 700);
  for (int round = 0; round < 3; ++round)
    for (std::uint64_t page = 0; page < kPages; ++page) read(page, 0, 2, near(page, near_memory(page, 0)) ? 260 : 290);
  return near_and_far(cycles, kinds, places, {false, false, false});
}

TEST(NearAndFar, OneLineOfEachPageGoesByTheLineWhereItDoesSoFromMemory) {
  const auto by_line = one_line_of_each_page([](std::uint64_t, bool near_memory) { return near_memory; });
  ASSERT_EQ(by_line.size(), 3U);
  for (const auto& cut : by_line) EXPECT_TRUE(cut);
  EXPECT_EQ(by_line[2]->low, 260);
  EXPECT_EQ(by_line[2]->high, 290);
}

TEST(NearAndFar, OneLineOfEachPageMayGoByItsPageWhereMemoryDoesNot) {
  const auto by_page = one_line_of_each_page([](std::uint64_t page, bool) { return page % 3 == 0; });
  EXPECT_FALSE(by_page[2]);
}

}  // namespace
}  // namespace chasescope::inference
