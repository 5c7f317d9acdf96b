// The host's work on trials: filling a table with them, and finding which places conflict. Goal: the trials that tell the 512 sets
// of a Hopper card's L1 (4,096 places, 6,400 trials) under 100 ms in all.
#include <benchmark/benchmark.h>

#include <numeric>
#include <vector>

#include "engine/experiment/trial_table.h"
#include "engine/structure/trials/conflicts.h"
#include "engine/structure/trials/ways.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr std::size_t kPlaces = 4096, kSets = 512, kLookedAt = 96;

struct Answered {
  TrialsRequest request;
  TrialsResult result;
};

/// Trials with their answers: the places of a set miss if the trial reads more of them than the set has ways.
const Answered& answered() {
  static const Answered all = [] {
    constexpr std::size_t kWays = 4;
    Answered made;
    made.request.places = EvenPlaces{kPlaces, 128, 0};
    made.request.probability = 0.4;
    made.request.trials = 6400;
    made.result.bytes_per_trial = kPlaces / 8;
    made.result.bits.resize(made.request.trials * made.result.bytes_per_trial);
    for (std::uint64_t t = 0; t < made.request.trials; ++t) {
      const TrialDraw draw(made.request.seed, t, made.request.probability, false);
      std::vector<std::size_t> in(kSets);
      for (std::size_t i = 0; i < kPlaces; ++i) in[i % kSets] += draw.is_in(i) ? 1U : 0U;
      for (std::size_t i = 0; i < kPlaces; ++i)
        if (draw.is_in(i) && in[i % kSets] > kWays)
          made.result.bits[t * made.result.bytes_per_trial + i / 8] |= static_cast<std::uint8_t>(1U << i % 8);
    }
    return made;
  }();
  return all;
}

experiment::TrialTable table_of(const Answered& from) {
  experiment::TrialTable table(kPlaces);
  table.append(from.request, from.result);
  return table;
}

void put_into_a_table(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(table_of(answered()).missed_share());
}
BENCHMARK(put_into_a_table)->Unit(benchmark::kMillisecond);

void who_hurts_whom(benchmark::State& state) {
  const experiment::TrialTable table = table_of(answered());
  std::vector<std::size_t> looked_at(kLookedAt);
  std::iota(looked_at.begin(), looked_at.end(), std::size_t{0});
  for (auto _ : state) benchmark::DoNotOptimize(find_conflicts(table, looked_at).groups.size());
}
BENCHMARK(who_hurts_whom)->Unit(benchmark::kMillisecond);

void how_many_a_set_holds(benchmark::State& state) {
  const experiment::TrialTable table = table_of(answered());
  for (auto _ : state)
    for (std::size_t set = 0; set < kSets; ++set) {
      std::vector<std::size_t> own;
      for (std::size_t i = set; i < kPlaces; i += kSets) own.push_back(i);
      benchmark::DoNotOptimize(ways_of(loads_of(table, own), kPlaces, 0).ways);
    }
}
BENCHMARK(how_many_a_set_holds)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace chasescope::structure

BENCHMARK_MAIN();
