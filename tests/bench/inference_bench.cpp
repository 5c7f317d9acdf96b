// Inference over a trace of a million accesses: levels, hits and misses, period. Goal: under 50 ms in all.
#include <benchmark/benchmark.h>

#include "engine/inference/levels/trace_summary.h"
#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kAccesses = 1'000'000;
constexpr std::size_t kPerPass = 136;

/// Hits, misses and a few outliers with jitter; aperiodic, the costliest case for the period.
LatencyTrace noisy_trace() {
  Random random(5);
  std::vector<float> cycles(kAccesses);
  for (float& c : cycles) {
    c = static_cast<float>((random.below(10) == 0 ? 377 : 116) + random.below(12));
    if (random.below(1000) == 0) c += static_cast<float>(300 + random.below(2700));
  }
  return LatencyTrace(std::move(cycles));
}

void latency_levels(benchmark::State& state) {
  const LatencyTrace trace = noisy_trace();
  for (auto _ : state) benchmark::DoNotOptimize(find_latency_levels(trace));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kAccesses));
}
BENCHMARK(latency_levels)->Unit(benchmark::kMillisecond);

void trace_summary(benchmark::State& state) {
  const LatencyTrace trace = noisy_trace();
  const std::vector<LatencyTrace> references{LatencyTrace(std::vector<float>(64, 120))};
  for (auto _ : state) benchmark::DoNotOptimize(summarize_trace(trace, references, kPerPass, 2 * kPerPass));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kAccesses));
}
BENCHMARK(trace_summary)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace chasescope::inference

BENCHMARK_MAIN();
