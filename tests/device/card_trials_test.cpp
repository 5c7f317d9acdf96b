// Trials on a real card (ctest -L card). The comparisons hold on every card whose L1 has room for 64 lines in a row.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <stdexcept>

#include "engine/device/trials.h"
#include "tests/device/on_card.h"

namespace chasescope {
namespace {

class TrialsOnCard : public OnCard {
 protected:
  static TrialsResult trials(const TrialsRequest& request) {
    auto result = device_->ask(request, {});
    if (!result) throw std::runtime_error(result.error().message);
    return *std::move(result);
  }

  /// A request of 256 trials, each of which reads all of 64 places in a row.
  static TrialsRequest few(MemorySpace space) {
    TrialsRequest request;
    request.space = space;
    request.places = EvenPlaces{64, 128, 0};
    request.probability = 1;
    request.trials = 256;
    request.seed = 7;
    request.record = TrialRecord::cycles;
    request.carveout_percent = 0;
    return request;
  }

  static std::vector<float> all_of(const TrialsResult& result) {
    std::vector<float> all;
    for (const auto& trial : result.cycles) all.insert(all.end(), trial.begin(), trial.end());
    return all;
  }

  /// Halfway between the latencies of an L1 hit and an L1 miss, in cycles.
  static float cut_of(MemorySpace space) {
    TrialsRequest cold = few(space);
    cold.fill_passes = 0;
    return static_cast<float>((quantile(all_of(trials(few(space))), 0.5) + quantile(all_of(trials(cold)), 0.5)) / 2);
  }
};

TEST_F(TrialsOnCard, TimeThePlacesThatTheProtocolDraws) {
  TrialsRequest request = few(MemorySpace::global_ca);
  request.probability = 0.3;
  request.trials = 2000;
  request.first = 77;
  const TrialsResult result = trials(request);
  ASSERT_EQ(result.cycles.size(), request.trials);
  std::vector<std::uint64_t> visited;
  for (std::uint64_t t = 0; t < request.trials; ++t) {
    TrialSheet(request).visits(request.first + t, request.fill_passes, visited);
    ASSERT_EQ(result.cycles[t].size(), visited.size()) << "trial " << request.first + t;
  }
}

// Every trial begins with an empty L1, and hits the few places that its own fill read.
TEST_F(TrialsOnCard, BeginColdAndHitWhatTheyFilled) {
  for (const MemorySpace space : {MemorySpace::global_ca, MemorySpace::readonly, MemorySpace::texture}) {
    const float cut = cut_of(space);
    TrialsRequest request = few(space);
    const std::vector<float> warm = all_of(trials(request));
    request.fill_passes = 0;
    const std::vector<float> cold = all_of(trials(request));
    ASSERT_EQ(warm.size(), 64U * 256U);
    ASSERT_EQ(cold.size(), 64U * 256U);
    std::cout << "    " << to_string(space) << ": " << quantile(warm, 0.5) << " cycles after a fill, " << quantile(cold, 0.5)
              << " before\n";
    EXPECT_EQ(std::count_if(warm.begin(), warm.end(), [&](float cycles) { return cycles > cut; }), 0) << to_string(space);
    EXPECT_EQ(std::count_if(cold.begin(), cold.end(), [&](float cycles) { return cycles <= cut; }), 0) << to_string(space);
  }
}

// The trials draw from more places than the L1 can hold. On some cards no two runs agree whether a place misses in a given trial,
// because a late fill meets other lines. The number of misses agrees.
TEST_F(TrialsOnCard, TellByBitsWhatTheyTellByCycles) {
  TrialsRequest request = few(MemorySpace::global_ca);
  const float cut = cut_of(MemorySpace::global_ca);
  request.places = EvenPlaces{8192, 128, 0};
  request.probability = 0.25;
  request.timed = {0, 100, 5000, 8191};
  request.trials = 2048;
  const TrialsResult by_cycles = trials(request);
  request.record = TrialRecord::bits;
  request.cut_cycles = static_cast<double>(cut);
  const TrialsResult by_bits = trials(request);
  for (std::size_t k = 0; k < request.timed.size(); ++k) {
    double bits = 0, cycles = 0;
    for (std::uint64_t t = 0; t < request.trials; ++t) {
      bits += by_bits.missed(t, request.timed[k]);
      cycles += by_cycles.cycles[t][k] > cut;
    }
    std::cout << "    place " << request.timed[k] << " missed in " << bits << " and " << cycles << " of 2048 trials\n";
    EXPECT_GT(cycles, 0);
    EXPECT_LT(cycles, 2048);
    EXPECT_NEAR(bits, cycles, 5 * std::sqrt(2 * 2048 * 0.25));  // five standard errors of the difference of two counts, at most
  }
}

// The latencies or bits of the places are kept in shared memory, which takes its room from the L1. Trials that record cycles must
// have the same L1 as trials that record bits.
TEST_F(TrialsOnCard, HaveTheSameL1WhateverIsNoted) {
  TrialsRequest request = few(MemorySpace::global_ca);
  const float cut = cut_of(MemorySpace::global_ca);
  request.carveout_percent.reset();
  request.places = EvenPlaces{4096, 128, 0};
  request.trials = 256;
  request.timed = {1};
  request.cut_cycles = static_cast<double>(cut);
  for (const double probability : {0.02, 0.05, 0.1, 0.2, 0.4}) {
    request.probability = probability;
    request.record = TrialRecord::cycles;
    double by_cycles = 0, by_bits = 0;
    for (const float cycles : all_of(trials(request))) by_cycles += cycles > cut;
    request.record = TrialRecord::bits;
    const TrialsResult bits = trials(request);
    for (std::uint64_t t = 0; t < request.trials; ++t) by_bits += bits.missed(t, 1);
    std::cout << "    " << probability << " of 4096 places: " << by_cycles << " and, by bits, " << by_bits << " of 256 missed\n";
    EXPECT_NEAR(by_cycles, by_bits, 5 * std::sqrt(2 * 256 * 0.25));
  }
}

TEST_F(TrialsOnCard, RunOnTheSmThatIsAskedFor) {
  TrialsRequest request = few(MemorySpace::global_ca);
  request.trials = 64;
  const float cut = cut_of(MemorySpace::global_ca);
  for (const unsigned sm : {0U, static_cast<unsigned>(*device_->description().properties.sm_count) - 1}) {
    request.sm = sm;
    const std::vector<float> cycles = all_of(trials(request));
    ASSERT_EQ(cycles.size(), 64U * 64U);
    EXPECT_EQ(std::count_if(cycles.begin(), cycles.end(), [&](float c) { return c > cut; }), 0) << "SM " << sm;
  }
}

// Without a flush, lines of earlier trials may still be in the L2. A flush of twice the L2's size evicts them.
TEST_F(TrialsOnCard, FindTheL2WithoutTheirLinesAfterAFlush) {
  const std::uint64_t l2 = *device_->description().properties.l2_bytes;
  if (!fits(4 * l2)) GTEST_SKIP() << "The card has too little memory to give.";
  TrialsRequest request = few(MemorySpace::global_cg);
  request.trials = 32;
  const double warm = quantile(all_of(trials(request)), 0.5);
  request.fill_passes = 0;
  request.flush_bytes = 2 * l2;
  const double flushed = quantile(all_of(trials(request)), 0.5);
  std::cout << "    global.cg: " << warm << " cycles after a fill, " << flushed << " after a flush\n";
  EXPECT_GT(flushed, 1.3 * warm);
}

// The places are farther apart than the card's memory is large, and all of them show one page of it. Once their addresses are
// translated, they take as long as places next to each other. Before that they take longer.
// beside each other, and longer while they are not.
TEST_F(TrialsOnCard, ShowOnePageOfMemoryAtManyAddresses) {
  if (!device_->description().same_memory) GTEST_SKIP() << "The driver can't map memory.";
  TrialsRequest request = few(MemorySpace::global_cg);
  request.same_memory = true;
  request.carveout_percent.reset();
  request.sm = 0;
  request.trials = 1;
  request.fill_passes = 0;
  request.places = EvenPlaces{64, std::uint64_t{64} << 30, std::uint64_t{1} << 30};
  const double first = quantile(all_of(trials(request)), 0.5);
  request.fill_passes = 2;
  request.trials = 32;
  const double far = quantile(all_of(trials(request)), 0.5);
  request.places = EvenPlaces{4, 4096, 0};
  const double near = quantile(all_of(trials(request)), 0.5);
  std::cout << "    one page at 64 addresses: " << first << " cycles at first, " << far << " then; within a page " << near << "\n";
  EXPECT_GT(first, far + 30);
  EXPECT_LT(far, 1.2 * near);
}

TEST_F(TrialsOnCard, StopWithin100Ms) {
  TrialsRequest request = few(MemorySpace::global_ca);
  request.places = EvenPlaces{8192, 128, 0};
  request.record = TrialRecord::bits;
  request.cut_cycles = 60;
  request.trials = 30'000;
  EXPECT_LT(time_to_stop(request, [](auto&&... args) { return device_->ask(args...); }), std::chrono::milliseconds(100));
}

}  // namespace
}  // namespace chasescope
