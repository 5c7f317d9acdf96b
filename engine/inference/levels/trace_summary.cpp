#include "engine/inference/levels/trace_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/statistics/median.h"
#include "engine/statistics/tails.h"

namespace chasescope::inference {
namespace {

// A share of the hits (or misses, whichever are fewer) may contradict the period: an interrupt makes a hit look like a miss.
constexpr double kToleratedContradictions = 0.02;

LatencyTrace select(const LatencyTrace& trace, float highest_hit_cycles, bool misses) {
  std::vector<float> chosen;
  trace.for_each_segment(0, trace.size(), [&](std::span<const float> cycles, std::size_t) {
    for (const float c : cycles)
      if ((c > highest_hit_cycles) == misses) chosen.push_back(c);
  });
  return LatencyTrace(std::move(chosen));
}

/// 95 % interval of the share of misses: from the spread between passes if there are enough, else from the binomial distribution.
std::pair<double, double> miss_rate_interval(const std::vector<std::uint8_t>& misses, std::size_t per_pass) {
  if (misses.empty()) return {0, 0};
  const double mean = std::accumulate(misses.begin(), misses.end(), 0.0) / static_cast<double>(misses.size());
  const std::size_t passes = per_pass == 0 ? 0 : misses.size() / per_pass;
  double error = 0;
  if (passes >= 4) {
    double squares = 0;
    for (std::size_t pass = 0; pass < passes; ++pass) {
      const auto begin = misses.begin() + static_cast<std::ptrdiff_t>(pass * per_pass);
      const double rate = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(per_pass), 0.0) / static_cast<double>(per_pass);
      squares += (rate - mean) * (rate - mean);
    }
    error = statistics::kSigmasOf95Percent * std::sqrt(squares / static_cast<double>(passes - 1) / static_cast<double>(passes));
  } else {
    error = statistics::kSigmasOf95Percent * std::sqrt(mean * (1 - mean) / static_cast<double>(misses.size()));
  }
  return {std::max(0.0, mean - error), std::min(1.0, mean + error)};
}

}  // namespace

HitCut cut_hits(const LatencyTrace& trace, std::span<const LatencyTrace> references) {
  LatencyTrace pooled = trace;
  for (const LatencyTrace& reference : references)
    for (const TraceChunk& chunk : reference.chunks()) pooled.append(chunk);
  HitCut cut{find_latency_levels(pooled)};
  if (cut.levels.empty()) return cut;
  for (const LatencyTrace& reference : references) {
    std::vector<float> sorted = reference.copy();
    if (sorted.empty()) continue;
    const float usual = upper_median(sorted);
    cut.hit_level = std::max(cut.hit_level, cut.levels.level_of(usual));
    cut.regular_cycles = std::max(cut.regular_cycles, usual);
  }
  cut.highest_hit_cycles = cut.levels[cut.hit_level].upper_bound;
  cut.regular_cycles = cut.regular_cycles > 0 ? end_of_level_around(pooled, cut.regular_cycles) : cut.highest_hit_cycles;
  return cut;
}

TraceSummary summarize_trace(const LatencyTrace& trace, std::span<const LatencyTrace> references, std::size_t accesses_per_pass,
                             std::size_t warmup, const std::stop_token& stop) {
  TraceSummary summary;
  summary.levels = find_latency_levels(trace);
  if (trace.empty() || stop.stop_requested()) return summary;

  summary.hit_level_known = !references.empty() || summary.levels.size() > 1;
  const HitCut cut = cut_hits(trace, references);
  summary.highest_hit_cycles = cut.highest_hit_cycles;

  const std::vector<std::uint8_t> sequence = miss_sequence(trace, summary.highest_hit_cycles);
  summary.misses = static_cast<std::size_t>(std::count(sequence.begin(), sequence.end(), std::uint8_t{1}));
  summary.hits = sequence.size() - summary.misses;
  std::tie(summary.miss_rate_low, summary.miss_rate_high) = miss_rate_interval(sequence, accesses_per_pass);
  // Strays are counted only if no level lies above the hits. If there is one, it gives the latency of a miss, and strays beside it
  // are rare.
  if (cut.hit_level + 1 == cut.levels.size())
    trace.for_each_segment(0, trace.size(), [&](std::span<const float> cycles, std::size_t) {
      for (const float c : cycles) {
        if (c > cut.regular_cycles) {
          ++summary.strays;
          summary.highest_stray_cycles = std::max(summary.highest_stray_cycles, c);
        } else {
          summary.highest_regular_cycles = std::max(summary.highest_regular_cycles, c);
        }
      }
    });
  // The first pass over a cold cache misses, so a slow access in it is a miss and not a disturbance. And where all accesses are
  // slow, nothing was disturbed.
  const bool may_be_disturbed = warmup >= accesses_per_pass && summary.strays < trace.size();
  summary.strays_are_disturbances =
      summary.strays == 0 ||
      (may_be_disturbed && statistics::binomial_at_least(summary.strays, trace.size(), kScatterShare) >= std::exp(-kImprobable));
  if (stop.stop_requested()) return summary;
  // Where slow accesses may be misses, only those that took as long as a repeated access show what a hit takes.
  summary.hit_levels =
      find_latency_levels(select(trace, summary.strays_are_disturbances ? summary.highest_hit_cycles : cut.regular_cycles, false));
  summary.miss_levels = find_latency_levels(select(trace, summary.highest_hit_cycles, true));

  // The first pass is cold and not part of any period.
  const std::size_t cold = warmup >= accesses_per_pass ? 0 : std::min(accesses_per_pass - warmup, sequence.size());
  summary.period =
      find_period({sequence.begin() + static_cast<std::ptrdiff_t>(cold), sequence.end()}, accesses_per_pass, kToleratedContradictions, stop);
  return summary;
}

}  // namespace chasescope::inference
