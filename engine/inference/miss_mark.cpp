#include "engine/inference/miss_mark.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace chasescope::inference {
namespace {

constexpr double kMostFalse = 0.004;        // of the smaller one's may look like misses
constexpr double kTail = 0.01;              // of either side is left out when the sides are compared
constexpr double kOutliers = 0.005;         // more than outliers make of any trace
constexpr std::size_t kQuietLatencies = 4;  // of hits: near and far, with and without a translation
constexpr double kLeastGap = 2.0;           // cycles: clocks tick in steps of up to 2 …
constexpr double kLeastExactGap = 1.5;      // … but not where all hits take the same
constexpr double kDrift = 0.04;             // by which latencies may run away within a request and from one to the next

std::vector<float> sorted_copy(const LatencyTrace& trace) {
  std::vector<float> values = trace.copy();
  std::sort(values.begin(), values.end());
  return values;
}

double quantile(std::span<const float> sorted, double q) {
  return sorted[static_cast<std::size_t>(std::llround(q * static_cast<double>(sorted.size() - 1)))];
}

std::size_t at_most(std::span<const float> sorted, double x) {
  return static_cast<std::size_t>(std::upper_bound(sorted.begin(), sorted.end(), x, [](double a, float b) { return a < b; }) -
                                  sorted.begin());
}

/// Different latencies in a sorted list.
std::size_t distinct(std::span<const float> sorted) {
  std::size_t count = sorted.empty() ? 0 : 1;
  for (std::size_t i = 1; i < sorted.size(); ++i) count += sorted[i] != sorted[i - 1] ? 1 : 0;
  return count;
}

}  // namespace

MissMark tell_apart(const LatencyTrace& fitting, const LatencyTrace& overflowing, bool finely) {
  MissMark mark;
  const auto refuse = [&](const char* why) {
    mark.why_unclear = why;
    return mark;
  };
  if (fitting.size() < 4 || overflowing.size() < 4) return refuse("Too few accesses to compare.");
  const std::vector<float> low = sorted_copy(fitting), high = sorted_copy(overflowing);
  const double gap = finely && low.front() == low.back() ? kLeastExactGap : kLeastGap;
  const double split = quantile(low, 1 - kOutliers) + gap;  // what all but outliers of the smaller array stay below
  const std::size_t low_hits = at_most(low, split), high_hits = at_most(high, split);
  const std::span<const float> hits(low.data(), low_hits), news(high.data() + high_hits, high.size() - high_hits);
  mark.share = static_cast<double>(news.size()) / static_cast<double>(high.size());
  if (mark.share < kLeastMissShare) return refuse("Too few of the accesses to the larger array were slower.");

  mark.hit = quantile(hits, 0.5);
  mark.miss = quantile(news, 0.5);
  mark.slowest_miss = quantile(news, 0.9);
  mark.fastest_miss = quantile(news, 0.1);
  // A few of the slower ones are outliers; how many of them depends on how many slower ones there are.
  const double highest_hit = quantile(hits, 1 - kTail),
               lowest_miss = quantile(news, std::min(0.2, kTail + kOutliers / mark.share / 2));
  if (lowest_miss - highest_hit < gap) return refuse("The latencies of hits and misses overlap: the noise is too strong.");

  // The window: around the middle half of the misses, to both sides as far as three times its own width and what a clock drifts,
  // but no nearer to the hits than half-way. Where misses are of several kinds (near and far memory) the middle half is wide.
  const double q25 = quantile(news, 0.25), q75 = quantile(news, 0.75);
  const double margin = 3 * (q75 - q25) + std::min((lowest_miss - highest_hit) / 2, kDrift * mark.miss) + kLeastGap;
  mark.from = std::max((highest_hit + lowest_miss) / 2, q25 - margin);
  mark.to = std::max(q75 + margin, quantile(news, 0.9) + kLeastGap);

  const auto marked = static_cast<double>(std::count_if(low.begin(), low.end(), [&](float x) { return mark.marks(x); }));
  mark.false_share = marked / static_cast<double>(low.size());
  if (mark.false_share > kMostFalse) return refuse("Accesses to the smaller array took as long as misses, too often for outliers.");
  mark.quiet = marked == 0 && distinct(hits) <= kQuietLatencies;
  mark.clear = true;
  return mark;
}

std::size_t count_marked(const LatencyTrace& trace, const MissMark& mark) {
  std::size_t count = 0;
  trace.for_each_segment(0, trace.size(), [&](std::span<const float> cycles, std::size_t) {
    for (const float c : cycles) count += mark.marks(c) ? 1 : 0;
  });
  return count;
}

LatencyTrace at_places(const LatencyTrace& trace, const Places& places) {
  if (places.skip == 0 || places.pass == 0) return trace;
  std::vector<float> chosen;
  trace.for_each_segment(0, trace.size(), [&](std::span<const float> cycles, std::size_t first) {
    for (std::size_t i = 0; i < cycles.size(); ++i)
      if (places.counts((first + i) % places.pass)) chosen.push_back(cycles[i]);
  });
  return LatencyTrace(std::move(chosen));
}

std::vector<std::size_t> misses_by_pass(const LatencyTrace& trace, const MissMark& mark, const Places& places) {
  if (places.pass == 0) return {};
  std::vector<std::size_t> counts(trace.size() / places.pass);
  trace.for_each_segment(0, counts.size() * places.pass, [&](std::span<const float> cycles, std::size_t first) {
    for (std::size_t i = 0; i < cycles.size(); ++i)
      if (mark.marks(cycles[i]) && places.counts((first + i) % places.pass)) ++counts[(first + i) / places.pass];
  });
  return counts;
}

bool more_than_chance(std::size_t misses, std::size_t pass, double false_share) {
  const double expected = false_share * static_cast<double>(pass);
  return static_cast<double>(misses) > expected + 4 * std::sqrt(expected);
}

namespace {

/// In how many whole passes each place missed.
std::vector<std::uint32_t> misses_by_place(const LatencyTrace& trace, const MissMark& mark, std::size_t pass) {
  std::vector<std::uint32_t> counts(pass);
  trace.for_each_segment(0, trace.size() / pass * pass, [&](std::span<const float> cycles, std::size_t first) {
    for (std::size_t i = 0; i < cycles.size(); ++i) counts[(first + i) % pass] += mark.marks(cycles[i]) ? 1 : 0;
  });
  return counts;
}

}  // namespace

std::vector<std::size_t> steady_misses(const LatencyTrace& trace, const MissMark& mark, const Places& places) {
  if (places.pass == 0) return {};
  const auto counts = misses_by_place(trace, mark, places.pass);
  std::vector<std::size_t> steady;
  for (std::size_t i = 0; i < places.pass; ++i)
    if (2 * counts[i] > trace.size() / places.pass && places.counts(i)) steady.push_back(i);
  return steady;
}

Steadiness steadiness_of(const LatencyTrace& trace, const MissMark& mark, const Places& places) {
  Steadiness steadiness;
  if (places.pass == 0) return steadiness;
  const auto counts = misses_by_place(trace, mark, places.pass);
  const std::size_t passes = trace.size() / places.pass;
  for (std::size_t i = 0; i < places.pass; ++i) {
    if (!places.counts(i)) continue;
    if (counts[i] + 1 >= passes)
      ++steadiness.always;
    else if (counts[i] >= 2)
      ++steadiness.sometimes;
  }
  return steadiness;
}

}  // namespace chasescope::inference
