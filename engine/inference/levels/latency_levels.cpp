// Decision 5: docs/decisions/measuring/05-latency-levels.md
#include "engine/inference/levels/latency_levels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "engine/inference/levels/latency_histogram.h"

namespace chasescope::inference {
namespace {

// A level needs this many accesses; fewer are outliers.
constexpr std::size_t kFewestAccesses = 3;

// Accesses of one level lie close together. Rare accesses whose middle half spreads over more than this share of their median are
// scattered outliers (interrupts), not a level.
constexpr double kWidestSpread = 0.35;

struct Cluster {
  std::size_t first = 0;  // index range [first, last] of histogram bins
  std::size_t last = 0;
};

/// The mean distance between the latencies of neighbouring accesses on one side of a gap, over up to 16 accesses or up to the next
/// gap that is as wide. `bin` is the latency next to the gap, `step` (+1 or -1) the direction away from it. Infinite if that side
/// is an outlier.
double local_spacing(const LatencyHistogram& histogram, std::size_t bin, int step, double gap) {
  constexpr std::size_t kNeighbours = 16;
  const auto& bins = histogram.bins();
  const auto count = [&](std::size_t b) { return bins[b].end_rank - histogram.begin_rank(b); };
  std::size_t reached = count(bin) - 1;
  std::size_t last = bin;
  while (reached < kNeighbours) {
    const bool at_end = step > 0 ? last + 1 == bins.size() : last == 0;
    if (at_end) break;
    const std::size_t next = step > 0 ? last + 1 : last - 1;
    if (std::abs(bins[next].cycles - bins[last].cycles) >= gap) break;
    reached += count(next);
    last = next;
  }
  if (reached + 1 < kFewestAccesses) return std::numeric_limits<double>::infinity();
  return std::abs(bins[last].cycles - bins[bin].cycles) / static_cast<double>(reached);
}

/// The width, in mean distances, from which on a gap is no chance: if latencies were spread evenly, the chance of so wide a gap
/// anywhere in the trace would be below e^-kImprobable.
double improbable_gap(const LatencyHistogram& histogram) {
  return std::log(static_cast<double>(histogram.accesses())) + kImprobable;
}

/// A gap up to this width comes from the steps of the clock.
double narrowest_gap(double cycles, LatencyResolution resolution) { return std::max(resolution.cycles, resolution.share * cycles); }

/// Cuts the sorted latencies at every gap too wide to be chance at the spacing seen on both sides.
std::vector<Cluster> split_at_gaps(const LatencyHistogram& histogram, LatencyResolution resolution) {
  const auto& bins = histogram.bins();
  const double improbable = improbable_gap(histogram);
  std::vector<Cluster> clusters{{0, 0}};
  for (std::size_t i = 0; i + 1 < bins.size(); ++i) {
    const double gap = bins[i + 1].cycles - bins[i].cycles;
    const double narrowest = narrowest_gap(bins[i].cycles, resolution);
    const double spacing = std::max(local_spacing(histogram, i, -1, gap), local_spacing(histogram, i + 1, +1, gap));
    if (gap > narrowest && gap > improbable * spacing) clusters.push_back({i + 1, i + 1});
    clusters.back().last = i + 1;
  }
  return clusters;
}

std::size_t accesses_in(const LatencyHistogram& histogram, const Cluster& cluster) {
  const auto& bins = histogram.bins();
  return bins[cluster.last].end_rank - histogram.begin_rank(cluster.first);
}

double quantile(const LatencyHistogram& histogram, const Cluster& cluster, double q) {
  const std::size_t begin = histogram.begin_rank(cluster.first);
  const std::size_t count = accesses_in(histogram, cluster);
  const auto offset = static_cast<std::size_t>(std::llround(q * static_cast<double>(count - 1)));
  return histogram.value_at_rank(begin + offset);
}

bool is_level(const LatencyHistogram& histogram, const Cluster& cluster) {
  const std::size_t count = accesses_in(histogram, cluster);
  if (count < kFewestAccesses) return false;
  const double spread = quantile(histogram, cluster, 0.75) - quantile(histogram, cluster, 0.25);
  const bool scattered = spread > kWidestSpread * quantile(histogram, cluster, 0.5);
  return !scattered || static_cast<double>(count) > kScatterShare * static_cast<double>(histogram.accesses());
}

/// Joins outliers to the level that they are closest to.
std::vector<Cluster> join_outliers(const LatencyHistogram& histogram, const std::vector<Cluster>& clusters) {
  const auto& bins = histogram.bins();
  std::vector<Cluster> levels;
  for (const Cluster& cluster : clusters)
    if (is_level(histogram, cluster)) levels.push_back(cluster);
  if (levels.empty()) return {{clusters.front().first, clusters.back().last}};
  for (const Cluster& outlier : clusters) {
    const auto above =
        std::find_if(levels.begin(), levels.end(), [&](const Cluster& level) { return level.last >= outlier.first; });
    if (above != levels.end() && above->first <= outlier.first) continue;  // the outlier is part of that level, or lies inside it
    const bool to_above =
        above != levels.end() && (above == levels.begin() || bins[above->first].cycles - bins[outlier.last].cycles <
                                                                 bins[outlier.first].cycles - bins[std::prev(above)->last].cycles);
    if (to_above) {
      above->first = std::min(above->first, outlier.first);
    } else {
      auto below = above == levels.begin() ? above : std::prev(above);
      below->last = std::max(below->last, outlier.last);
    }
  }
  return levels;
}

}  // namespace

float end_of_level_around(const LatencyTrace& trace, float from, LatencyResolution resolution) {
  const LatencyHistogram histogram(trace);
  const auto& bins = histogram.bins();
  const double improbable = improbable_gap(histogram);
  std::size_t last = 0;
  while (last + 1 < bins.size() && bins[last + 1].cycles <= static_cast<double>(from)) ++last;
  for (; last + 1 < bins.size(); ++last) {
    const double gap = bins[last + 1].cycles - bins[last].cycles;
    if (gap > narrowest_gap(bins[last].cycles, resolution) && gap > improbable * local_spacing(histogram, last, -1, gap)) break;
  }
  // A bin has the rounded latency, and an access may have taken a little more.
  const double end_of_bin = bins[last].cycles + LatencyHistogram::kBinCycles / 2;
  float slowest = 0;
  trace.for_each_segment(0, trace.size(), [&](std::span<const float> cycles, std::size_t) {
    for (const float c : cycles)
      if (static_cast<double>(c) < end_of_bin) slowest = std::max(slowest, c);
  });
  return slowest;
}

LatencyLevels find_latency_levels(const LatencyTrace& trace, LatencyResolution resolution) {
  if (trace.empty()) return {};
  const LatencyHistogram histogram(trace);
  const auto clusters = join_outliers(histogram, split_at_gaps(histogram, resolution));

  std::vector<LatencyLevel> levels;
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    const double next = i + 1 < clusters.size() ? histogram.bins()[clusters[i + 1].first].cycles : 0;
    LatencyLevel level;
    level.median = static_cast<float>(quantile(histogram, clusters[i], 0.5));
    level.low = static_cast<float>(quantile(histogram, clusters[i], 0.025));
    level.high = static_cast<float>(quantile(histogram, clusters[i], 0.975));
    level.upper_bound = i + 1 < clusters.size() ? static_cast<float>((histogram.bins()[clusters[i].last].cycles + next) / 2)
                                                : std::numeric_limits<float>::infinity();
    level.accesses = accesses_in(histogram, clusters[i]);
    levels.push_back(level);
  }
  return LatencyLevels(std::move(levels));
}

}  // namespace chasescope::inference
