#include "engine/inference/levels/latency_histogram.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace chasescope::inference {
namespace {

constexpr std::size_t kTableCycles = 65536;
constexpr std::size_t kStepsPerCycle = 16;  // used only if a latency has a fraction

bool all_integral(const LatencyTrace& trace) {
  bool integral = true;
  trace.for_each_segment(0, trace.size(), [&](std::span<const float> cycles, std::size_t) {
    integral = integral && std::all_of(cycles.begin(), cycles.end(), [](float c) {
                 return c >= static_cast<float>(kTableCycles) || c == static_cast<float>(static_cast<std::int32_t>(c));
               });
  });
  return integral;
}

}  // namespace

LatencyHistogram::LatencyHistogram(const LatencyTrace& trace) {
  const std::size_t steps = all_integral(trace) ? 1 : kStepsPerCycle;
  std::vector<std::size_t> table(kTableCycles * steps);
  std::vector<float> beyond;
  trace.for_each_segment(0, trace.size(), [&](std::span<const float> cycles, std::size_t) {
    for (const float c : cycles) {
      const float scaled = std::max(c, 0.0F) * static_cast<float>(steps) + 0.5F;
      if (scaled < static_cast<float>(table.size())) {
        ++table[static_cast<std::size_t>(scaled)];
      } else {
        beyond.push_back(c);
      }
    }
  });

  std::size_t rank = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i] == 0) continue;
    rank += table[i];
    bins_.push_back({static_cast<double>(i) / static_cast<double>(steps), rank});
  }
  std::sort(beyond.begin(), beyond.end());
  for (const float c : beyond) {
    ++rank;
    if (!bins_.empty() && bins_.back().cycles == static_cast<double>(c)) {
      bins_.back().end_rank = rank;
    } else {
      bins_.push_back({c, rank});
    }
  }
}

double LatencyHistogram::value_at_rank(std::size_t rank) const {
  const auto bin = std::upper_bound(bins_.begin(), bins_.end(), rank, [](std::size_t r, const Bin& b) { return r < b.end_rank; });
  return bin->cycles;
}

}  // namespace chasescope::inference
