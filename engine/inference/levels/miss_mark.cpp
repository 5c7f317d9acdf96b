#include "engine/inference/levels/miss_mark.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace chasescope::inference {
namespace {

constexpr double kMostFalse = 0.004;        // share of the smaller footprint's accesses that may look like misses
// Share that is left out at the upper end of the hits and at the lower end of the misses.
constexpr double kTail = 0.01;
constexpr double kOutliers = 0.005;         // exceeds the share of outliers in any trace
constexpr double kLeastMissShare = 0.02;    // share of the larger footprint's accesses that must be slower for a next level
constexpr double kLeastGap = 2.0;           // cycles: clocks tick in steps of up to 2
constexpr double kDrift = 0.04;             // drift of latencies within a request and from one to the next

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

}  // namespace

MissMark tell_apart(const LatencyTrace& fitting, const LatencyTrace& overflowing) {
  MissMark mark;
  const auto refuse = [&](const char* why) {
    mark.why_unclear = why;
    return mark;
  };
  if (fitting.size() < 4 || overflowing.size() < 4) return refuse("Too few accesses to compare.");
  const std::vector<float> low = sorted_copy(fitting), high = sorted_copy(overflowing);
  const double split = quantile(low, 1 - kOutliers) + kLeastGap;  // all but outliers of the smaller array are below
  const std::size_t low_hits = at_most(low, split), high_hits = at_most(high, split);
  const std::span<const float> hits(low.data(), low_hits), news(high.data() + high_hits, high.size() - high_hits);
  const double share = static_cast<double>(news.size()) / static_cast<double>(high.size());
  if (share < kLeastMissShare) return refuse("Too few of the accesses to the larger array were slower.");

  mark.hit = quantile(hits, 0.5);
  mark.miss = quantile(news, 0.5);
  // A few of the slower accesses are outliers. Their number depends on the number of slower accesses.
  const double highest_hit = quantile(hits, 1 - kTail),
               lowest_miss = quantile(news, std::min(0.2, kTail + kOutliers / share / 2));
  if (lowest_miss - highest_hit < kLeastGap) return refuse("The latencies of hits and misses overlap: the noise is too strong.");

  // The window: the middle half of the misses, extended on both sides by three times its width and the drift of a clock, but not
  // beyond half-way to the hits. If there are several kinds of misses (near and far memory), the middle half is wide.
  const double q25 = quantile(news, 0.25), q75 = quantile(news, 0.75);
  const double margin = 3 * (q75 - q25) + std::min((lowest_miss - highest_hit) / 2, kDrift * mark.miss) + kLeastGap;
  mark.from = std::max((highest_hit + lowest_miss) / 2, q25 - margin);
  mark.to = std::max(q75 + margin, quantile(news, 0.9) + kLeastGap);

  const auto marked = static_cast<double>(std::count_if(low.begin(), low.end(), [&](float x) { return mark.marks(x); }));
  if (marked > kMostFalse * static_cast<double>(low.size()))
    return refuse("Accesses to the smaller array took as long as misses, too often for outliers.");
  mark.clear = true;
  return mark;
}

std::size_t places_missing_again(const LatencyTrace& trace, const MissMark& mark, std::size_t pass) {
  if (pass == 0) return 0;
  std::vector<std::uint32_t> misses(pass);
  trace.for_each_segment(0, trace.size() / pass * pass, [&](std::span<const float> cycles, std::size_t first) {
    for (std::size_t i = 0; i < cycles.size(); ++i) misses[(first + i) % pass] += mark.marks(cycles[i]) ? 1 : 0;
  });
  return static_cast<std::size_t>(std::count_if(misses.begin(), misses.end(), [](std::uint32_t times) { return times >= 2; }));
}

}  // namespace chasescope::inference
