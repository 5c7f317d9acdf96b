#include "engine/inference/levels/latency_histogram.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace chasescope::inference {
namespace {

constexpr std::size_t kTableCycles = 65536;
constexpr auto kStepsPerCycle =
    static_cast<std::size_t>(1 / LatencyHistogram::kBinCycles);  // used only if a latency has a fraction
constexpr std::size_t kEntriesPerAccess = 8;  // sorting an access takes as long as counting through some entries of a table

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
  const auto in_table = static_cast<float>(kTableCycles * steps);
  const auto each_scaled = [&](auto&& take) {
    trace.for_each_segment(0, trace.size(), [&](std::span<const float> cycles, std::size_t) {
      for (const float c : cycles) take(c, std::max(c, 0.0F) * static_cast<float>(steps) + 0.5F);
    });
  };
  float lowest = in_table, highest = 0;
  std::vector<float> beyond;
  each_scaled([&](float c, float scaled) {
    if (scaled >= in_table) return beyond.push_back(c);
    lowest = std::min(lowest, scaled);
    highest = std::max(highest, scaled);
  });
  std::size_t rank = 0;
  const auto add = [&](std::size_t scaled, std::size_t count) {
    rank += count;
    bins_.push_back({static_cast<double>(scaled) / static_cast<double>(steps), rank});
  };
  // A table costs as much as it has entries, also if only a few latencies are put into it.
  if (beyond.size() < trace.size()) {
    const auto first = static_cast<std::size_t>(lowest);
    const std::size_t entries = static_cast<std::size_t>(highest) - first + 1;
    if (entries <= kEntriesPerAccess * trace.size()) {
      std::vector<std::size_t> table(entries);
      each_scaled([&](float, float scaled) {
        if (scaled < in_table) ++table[static_cast<std::size_t>(scaled) - first];
      });
      for (std::size_t i = 0; i < entries; ++i)
        if (table[i] != 0) add(first + i, table[i]);
    } else {
      std::vector<std::size_t> all;
      each_scaled([&](float, float scaled) {
        if (scaled < in_table) all.push_back(static_cast<std::size_t>(scaled));
      });
      std::sort(all.begin(), all.end());
      for (auto begin = all.begin(); begin != all.end();) {
        const auto end = std::upper_bound(begin, all.end(), *begin);
        add(*begin, static_cast<std::size_t>(end - begin));
        begin = end;
      }
    }
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
