// Bank layouts from latencies that follow the papers' rules. They do not come from this repository's model.
#include <gmock/gmock.h>

#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "engine/inference/banks/bank_layout_fit.h"
#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

using LayoutVerdict = BankLayoutFit::Verdict;
using Degree = std::function<double(std::uint64_t stride)>;

/// 2014 paper §4.1: "The way of bank conflict equals the greatest common divisor of stride and 32", broadcast at stride 0.
double fermi_degree(std::uint64_t stride) { return stride == 0 ? 1 : static_cast<double>(std::gcd(stride, std::uint64_t{32})); }

/// The latencies of figure 5: the published values, and a straight line between them.
double fermi_cycles(double degree) { return degree < 2 ? 50 : 88 + (degree - 2) * (1210 - 88) / 30.0; }

/// Figure 6, word by word: lane i reads the 4-byte word i·stride. In both modes a row of a bank holds two such words.
double kepler_degree(std::uint64_t stride, bool eight_byte_mode) {
  std::map<std::uint64_t, std::set<std::uint64_t>> rows;
  for (std::uint64_t lane = 0; lane < 32; ++lane) {
    const std::uint64_t word = lane * stride;
    const std::uint64_t bank = (eight_byte_mode ? word / 2 : word) % 32;
    rows[bank].insert(word / 64);
  }
  std::size_t most = 0;
  for (const auto& [bank, wanted] : rows) most = std::max(most, wanted.size());
  return static_cast<double>(most);
}

/// A Tesla of 16 banks serves half a warp at a time, so that the degree is that of 16 lanes.
double tesla_degree(std::uint64_t stride) { return stride == 0 ? 1 : static_cast<double>(std::gcd(stride, std::uint64_t{16})); }

std::vector<StrideLatency> curve(const Degree& degree, const std::function<double(double)>& cycles, std::uint64_t last = 64,
                                 std::uint64_t first = 0) {
  std::vector<StrideLatency> latencies;
  for (std::uint64_t stride = first; stride <= last; ++stride) latencies.push_back({stride, cycles(degree(stride)), 1});
  return latencies;
}

double kepler_cycles(double degree) { return 47 + 35 * (degree - 1); }

TEST(ConflictDegree, IsTheGcdOnFermi) {
  for (std::uint64_t stride = 0; stride <= 200; ++stride) EXPECT_EQ(conflict_degree({}, {stride}), fermi_degree(stride)) << stride;
}

TEST(ConflictDegree, CountsRowsOnKepler) {
  for (std::uint64_t stride = 0; stride <= 200; ++stride) {
    EXPECT_EQ(conflict_degree({32, 4, 8}, {stride}), kepler_degree(stride, false)) << stride;
    EXPECT_EQ(conflict_degree({32, 8, 8}, {stride}), kepler_degree(stride, true)) << stride;
  }
  // Figure 7.
  EXPECT_EQ(conflict_degree({32, 4, 8}, {2}), 1);
  EXPECT_EQ(conflict_degree({32, 4, 8}, {4}), 2);
  EXPECT_EQ(conflict_degree({32, 4, 8}, {6}), 2);
  EXPECT_EQ(conflict_degree({32, 8, 8}, {2}), 1);
  EXPECT_EQ(conflict_degree({32, 8, 8}, {6}), 1);
}

TEST(ConflictDegree, ServesWideWordsInTurns) {
  EXPECT_EQ(conflict_degree({}, {1, 8}), 1 * 2);   // two half warps, each without a conflict
  EXPECT_EQ(conflict_degree({}, {1, 16}), 1 * 4);  // four quarter warps
  EXPECT_EQ(conflict_degree({}, {2, 8}), 2 * 2);
  EXPECT_EQ(conflict_degree({32, 8, 8}, {1, 8}), 1);
  EXPECT_EQ(conflict_degree({16, 4, 4, 16}, {1}), 1);
  EXPECT_EQ(conflict_degree({16, 4, 4, 16}, {16}), 16);
  EXPECT_EQ(conflict_degree({.broadcast = false}, {0}), 32);
}

TEST(ConflictDegree, PlacesLanesAsFigure4Does) {
  const auto places = places_of({}, {.stride = 2});
  ASSERT_EQ(places.size(), 32U);
  EXPECT_EQ(places[0].bank, 0U);
  EXPECT_EQ(places[16].bank, 0U);  // thread 16 visits word 32, which is in the bank of word 0
  EXPECT_EQ(places[0].row, 0U);
  EXPECT_EQ(places[16].row, 1U);
  // Figure 6, stride 6: in 4-byte mode, lanes 0 and 16 need two rows of bank 0. In 8-byte mode each lane has its own bank.
  const auto four = places_of({32, 4, 8}, {.stride = 6});
  EXPECT_EQ(four[16].bank, four[0].bank);
  EXPECT_NE(four[16].row, four[0].row);
  std::set<unsigned> banks;
  for (const LanePlace& place : places_of({32, 8, 8}, {.stride = 6})) banks.insert(place.bank);
  EXPECT_EQ(banks.size(), 32U);
  // A wide word has a place in each bank that it touches.
  EXPECT_EQ(places_of({}, {.stride = 1, .word_bytes = 8}).size(), 64U);
}

TEST(BankLayout, FermiIsFound) {
  const auto fit = fit_bank_layout(curve(fermi_degree, fermi_cycles), 0);
  ASSERT_EQ(fit.verdict, LayoutVerdict::decided);
  EXPECT_EQ(fit.banks(), 32U);
  EXPECT_EQ(fit.width_bytes(), 4U);
  EXPECT_EQ(fit.row_bytes(), 4U);
  EXPECT_EQ(fit.broadcast(), true);
  ASSERT_EQ(fit.degrees.size(), 6U);
  EXPECT_EQ(fit.degrees[0].cycles, 50);
  EXPECT_EQ(fit.degrees[1].degree, 2);
  EXPECT_EQ(fit.degrees[1].cycles, 88);
  EXPECT_EQ(fit.degrees[5].degree, 32);
  EXPECT_EQ(fit.degrees[5].cycles, 1210);
  EXPECT_EQ(fit.degrees[5].strides, 2U);  // strides 32 and 64
  const auto cost = fit.row_cost();
  ASSERT_TRUE(cost);
  EXPECT_NEAR(cost->cycles, (1210 - 50) / 31.0, 1e-9);
  EXPECT_NEAR(cost->low, 37.4, 1e-9);
  EXPECT_NEAR(cost->high, 38, 1e-9);
}

TEST(BankLayout, KeplerIsFoundInBothModes) {
  for (const bool eight : {false, true}) {
    const auto fit = fit_bank_layout(curve([&](auto s) { return kepler_degree(s, eight); }, kepler_cycles), 0);
    ASSERT_EQ(fit.verdict, LayoutVerdict::decided);
    EXPECT_EQ(fit.banks(), 32U);
    EXPECT_EQ(fit.width_bytes(), eight ? 8U : 4U);
    EXPECT_EQ(fit.row_bytes(), 8U);
  }
}

TEST(BankLayout, TeslaIsFoundThoughHalfAWarpIsServedAtATime) {
  const auto fit = fit_bank_layout(curve(tesla_degree, [](double d) { return 38 + (d - 1) * 142 / 15; }), 0);
  ASSERT_EQ(fit.verdict, LayoutVerdict::decided);
  EXPECT_EQ(fit.banks(), 16U);
  EXPECT_EQ(fit.width_bytes(), 4U);
  for (const BankLayout& candidate : fit.candidates) EXPECT_EQ(candidate.lanes_at_once, 16U);
}

TEST(BankLayout, CheapRowsAreEnough) {
  // A row takes two cycles, as on cards since Maxwell.
  const auto fit = fit_bank_layout(curve(fermi_degree, [](double d) { return 28 + 2 * d; }), 0);
  ASSERT_EQ(fit.verdict, LayoutVerdict::decided);
  EXPECT_EQ(fit.banks(), 32U);
  EXPECT_EQ(fit.width_bytes(), 4U);
  EXPECT_EQ(fit.row_cost()->cycles, 2);
}

TEST(BankLayout, ACardWithoutBroadcastIsTold) {
  const auto fit = fit_bank_layout(curve([](auto s) { return s == 0 ? 32 : fermi_degree(s); }, fermi_cycles), 0);
  ASSERT_EQ(fit.verdict, LayoutVerdict::decided);
  EXPECT_EQ(fit.banks(), 32U);
  EXPECT_EQ(fit.broadcast(), false);
  // Without a measurement at stride 0, nothing is known about broadcast.
  EXPECT_EQ(fit_bank_layout(curve(fermi_degree, fermi_cycles, 64, 1), 0).broadcast(), std::nullopt);
}

TEST(BankLayout, AFlatCurveTellsNothing) {
  const auto fit = fit_bank_layout(curve(fermi_degree, [](double) { return 50; }), 0);
  EXPECT_EQ(fit.verdict, LayoutVerdict::flat);
  EXPECT_TRUE(fit.candidates.empty());
  EXPECT_EQ(fit.banks(), std::nullopt);
}

TEST(BankLayout, FewStridesLeaveSeveralLayouts) {
  const auto fit = fit_bank_layout(curve(fermi_degree, fermi_cycles, 4), 0);
  ASSERT_EQ(fit.verdict, LayoutVerdict::decided);
  EXPECT_GT(fit.candidates.size(), 1U);
  EXPECT_EQ(fit.banks(), std::nullopt);
  EXPECT_EQ(fit_bank_layout(curve(fermi_degree, fermi_cycles, 1), 0).verdict, LayoutVerdict::too_few);
  EXPECT_EQ(fit_bank_layout({}, 0).verdict, LayoutVerdict::too_few);
}

TEST(BankLayout, LatenciesThatNoBanksExplainAreSaidToBeSo) {
  // The time grows with the stride itself, as if the array outgrew a cache.
  auto latencies = curve([](auto s) { return static_cast<double>(s); }, [](double s) { return 50 + 10 * s; });
  auto fit = fit_bank_layout(latencies, 0);
  EXPECT_EQ(fit.verdict, LayoutVerdict::unexplained);
  EXPECT_TRUE(fit.oddest.has_value());
  // A single stride that does not fit is named.
  latencies = curve(fermi_degree, fermi_cycles);
  latencies[21].cycles = 300;
  fit = fit_bank_layout(latencies, 0);
  EXPECT_EQ(fit.verdict, LayoutVerdict::unexplained);
  EXPECT_EQ(fit.oddest, 21U);
}

std::vector<StrideSamples> noisy(const std::vector<StrideLatency>& truth, double sigma, std::size_t samples, Random& random) {
  std::vector<StrideSamples> strides;
  for (const StrideLatency& latency : truth) {
    strides.push_back({latency.stride, {}});
    for (std::size_t i = 0; i < samples; ++i) {
      double normal = -6;
      for (int draw = 0; draw < 12; ++draw) normal += random.unit();
      strides.back().cycles.push_back(latency.cycles + sigma * normal + (random.below(50) == 0 ? 200 : 0));
    }
  }
  return strides;
}

TEST(BankLayout, ScatterIsMeasuredInSpiteOfOutliers) {
  Random random(3);
  const auto strides = noisy(curve(fermi_degree, fermi_cycles), 2, 9, random);
  EXPECT_NEAR(scatter_of(strides), 2, 0.4);
  EXPECT_EQ(scatter_of(std::vector<StrideSamples>{{1, {50}}, {2, {88}}}), 0);
}

TEST(BankLayout, NoiseNeverMakesItWrong) {
  Random random(17);
  int decided = 0;
  int rounds = 0;
  for (const double sigma : {0.1, 0.5, 2.0, 8.0, 30.0, 300.0})
    for (int round = 0; round < 8; ++round) {
      const auto strides = noisy(curve(fermi_degree, [](double d) { return 30 + 8 * d; }), sigma, 7, random);
      const auto fit = fit_bank_layout(medians_of(strides), scatter_of(strides));
      ++rounds;
      if (!fit.banks()) continue;
      EXPECT_EQ(fit.banks(), 32U) << "sigma " << sigma;
      EXPECT_EQ(fit.width_bytes().value_or(4), 4U) << "sigma " << sigma;
      ++decided;
    }
  EXPECT_GE(decided, 16);      // weak noise does not prevent a decision
  EXPECT_LT(decided, rounds);  // strong noise does
}

}  // namespace
}  // namespace chasescope::inference
