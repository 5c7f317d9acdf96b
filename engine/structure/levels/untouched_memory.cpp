// Decision 33: docs/decisions/cards/33-untouched-memory.md
#include "engine/structure/levels/untouched_memory.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "engine/inference/curves/fetch_size.h"
#include "engine/statistics/assumptions.h"
#include "engine/structure/levels/clean_footprint.h"
#include "engine/structure/levels/steadiness.h"

namespace chasescope::structure {
namespace {

using inference::Band;

constexpr std::uint64_t kBytes = 16384;
}  // namespace

UntouchedMemory::UntouchedMemory(Lab& lab, const inference::LatencyNoise& noise) : noise_(noise) {
  const std::uint64_t bytes = std::min(kBytes, lab.limit_bytes() / 2 / kSmallestPage * kSmallestPage);
  if (bytes == 0) return;
  const std::uint64_t begin = lab.fresh(bytes, kSmallestPage);
  std::vector<std::uint64_t> offsets;
  for (std::uint64_t at = 0; at < bytes; at += kElementBytes) offsets.push_back(begin + at);
  walk_ = lab.walk(offsets, {0, 1}, "untouched memory");
  // The slowest latencies that are not outliers belong to accesses that no cache held. They are few among many hits, so they are
  // examined by themselves.
  std::vector<float> slow = clean_latencies(walk_, kElementBytes);
  const double outliers = noise_.outlier_share * static_cast<double>(slow.size());
  std::erase_if(slow, [&](float cycles) { return cycles <= hit_cut(); });
  take_top(noise_.exact() ? levels_in(slow, noise_) : close_together(slow), slow, outliers);
  // If the slow latencies spread more than hits do, they form no close group; then neighbouring levels are joined.
  if (top_ == 0) take_top(joined(levels_in(slow, noise_)), slow, outliers);
}

void UntouchedMemory::take_top(const std::vector<inference::LatencyLevel>& levels, const std::vector<float>& slow,
                               double outliers) {
  for (const auto& level : levels)
    if (is_no_chance(level, outliers)) {
      top_ = level.median;
      std::tie(low_, high_) = ends_of(level, slow);
    }
}

// Groups a few latencies in noise: a gap within a group is no wider than jitter makes it.
std::vector<inference::LatencyLevel> UntouchedMemory::close_together(std::vector<float> latencies) const {
  constexpr double kSigmas = 4;
  std::sort(latencies.begin(), latencies.end());
  std::vector<inference::LatencyLevel> levels;
  for (std::size_t begin = 0, end = 0; begin < latencies.size(); begin = end) {
    for (end = begin + 1; end < latencies.size(); ++end)
      if (latencies[end] - latencies[end - 1] > kSigmas * noise_.sigma + 1) break;
    levels.push_back({.median = latencies[(begin + end) / 2],
                      .low = latencies[begin],
                      .high = latencies[end - 1],
                      .upper_bound = latencies[end - 1],
                      .accesses = end - begin});
  }
  return levels;
}

double UntouchedMemory::hit_cut() const { return clearly_above(noise_.median, noise_); }

// Whether the level has more latencies than outliers explain. The number of outliers is only known from some thousand accesses, but
// outliers spread over a wide range, so that few of them lie within one level.
bool UntouchedMemory::is_no_chance(const inference::LatencyLevel& level, double outliers) const {
  if (noise_.exact()) return level.accesses >= 3;
  const double spread = noise_.outlier_high - noise_.outlier_low;
  const double share = spread > 0 ? std::min(1.0, (level.high - level.low) / spread) : 1;
  return static_cast<double>(level.accesses) >= 10 + 2 * outliers * share;
}

// The ends of a level among `latencies`. In noise a few at either end are left out, because they may be outliers.
std::pair<double, double> UntouchedMemory::ends_of(const inference::LatencyLevel& level,
                                                   const std::vector<float>& latencies) const {
  constexpr double kFew = 0.1;
  if (noise_.exact()) return {level.low, level.high};
  std::vector<float> own;
  std::copy_if(latencies.begin(), latencies.end(), std::back_inserter(own),
               [&](float c) { return c >= level.low && c <= level.high; });
  if (own.empty()) return {level.median, level.median};
  std::sort(own.begin(), own.end());
  const auto at = [&](double share) { return own[static_cast<std::size_t>(share * static_cast<double>(own.size() - 1))]; };
  return {at(kFew), at(1 - kFew)};
}

// Joins neighbouring levels, because in noise a few accesses of one level look like several levels.
std::vector<inference::LatencyLevel> UntouchedMemory::joined(const std::vector<inference::LatencyLevel>& levels) const {
  std::vector<inference::LatencyLevel> apart;
  for (const auto& level : levels) {
    if (noise_.exact() || apart.empty() || inference::is_apart(band_of(apart.back()), band_of(level), noise_)) {
      apart.push_back(level);
      continue;
    }
    auto& last = apart.back();
    last.median = level.accesses > last.accesses ? level.median : last.median;
    last.high = level.high;
    last.accesses += level.accesses;
  }
  return apart;
}

// Whether there are no more slow accesses than outliers explain, with room for the error of their number. A cache adds more slow
// accesses than that.
bool UntouchedMemory::is_as_fast_as_hits() const {
  if (noise_.exact()) return true;
  if (is_slow_regularly()) return false;
  const std::vector<float> clean = clean_latencies(walk_, kElementBytes);
  const auto slow = static_cast<double>(std::count_if(clean.begin(), clean.end(), [&](float c) { return c > hit_cut(); }));
  const double expected = noise_.outlier_share * static_cast<double>(clean.size());
  return slow <= expected + 5 * std::sqrt(expected) + 3;
}

// Whether untouched memory is slow at a regular distance, as at the begin of each line. Outliers are not regular.
bool UntouchedMemory::is_slow_regularly() const {
  constexpr std::size_t kFewest = 8;
  for (std::size_t each = 2; each * kFewest <= walk_.cycles.size(); each *= 2) {
    std::size_t slow = 0, visited = 0;
    for (std::size_t i = 0; i < walk_.cycles.size(); i += each, ++visited) slow += walk_.cycles[i] > hit_cut() ? 1 : 0;
    if (4 * slow >= 3 * visited) return true;
  }
  return false;
}

bool UntouchedMemory::is_answered_by(const Band& level) const {
  if (top_ == 0) return false;
  const Band band = inference::widened(level, noise_);
  if (top_ <= band.high + (noise_.steady ? 0 : statistics::kDrift * band.high)) return true;
  return low_ < high_ && level.median >= low_ && level.median <= high_;
}

std::optional<std::uint64_t> UntouchedMemory::slow_every(double cut, double slow_hits) const {
  if (!walk_.run) return std::nullopt;
  // Then latencies of one level lie on both sides of the cut, which separates nothing.
  constexpr double kSigmas = 2;  // low_ and high_ leave out a few latencies of the level
  if (cut > low_ - kSigmas * noise_.sigma && cut < high_) return std::nullopt;
  return inference::fetch_distance(walk_.cycles, kElementBytes, cut, tolerated_share(noise_), slow_hits);
}

}  // namespace chasescope::structure
