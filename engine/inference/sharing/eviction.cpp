#include "engine/inference/sharing/eviction.h"

#include <algorithm>
#include <cmath>

#include "engine/statistics/median.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kEnough = 24;     // accesses; with fewer, a single line that stayed by chance could decide
constexpr double kMostAlone = 0.4;      // share of the accesses that may be slow without the other agent
constexpr double kEvictedShare = 0.25;  // lines count as evicted if at least this share of them was
constexpr double kKeptShare = 0.04;     // lines count as kept if at most this share of them was evicted
constexpr double kBeyondChance = 4;     // standard deviations

}  // namespace

EvictionReading read_eviction(std::span<const float> cycles, const std::vector<bool>& watched, double cut) {
  EvictionReading reading;
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    if (!watched[i]) continue;
    ++reading.watched;
    reading.slow += cycles[i] > cut ? 1 : 0;
  }
  return reading;
}

double median_watched(std::span<const float> cycles, const std::vector<bool>& watched) {
  std::vector<float> values;
  for (std::size_t i = 0; i < cycles.size(); ++i)
    if (watched[i]) values.push_back(cycles[i]);
  if (values.empty()) return 0;
  return upper_median(values);
}

EvictionVerdict judge_eviction(const EvictionReading& alone, const EvictionReading& beside) {
  if (alone.watched < kEnough || beside.watched < kEnough || alone.share() > kMostAlone) return EvictionVerdict::unclear;
  const double more = beside.share() - alone.share();
  // The share that both readings would have in common if the other agent changed nothing.
  const double common =
      (static_cast<double>(alone.slow + beside.slow) + 1) / (static_cast<double>(alone.watched + beside.watched) + 2);
  const double chance =
      std::sqrt(common * (1 - common) * (1 / static_cast<double>(alone.watched) + 1 / static_cast<double>(beside.watched)));
  if (more >= kEvictedShare && more > kBeyondChance * chance) return EvictionVerdict::evicted;
  return more <= kKeptShare ? EvictionVerdict::kept : EvictionVerdict::unclear;
}

}  // namespace chasescope::inference
