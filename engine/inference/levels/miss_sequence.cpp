#include "engine/inference/levels/miss_sequence.h"

#include <algorithm>
#include <cmath>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

/// Whether `count` of `sample` draws has a chance below 1e-12 if each has the chance `share` at the most (Chernoff's bound): so small that
/// no candidate of a long search is lost.
bool is_improbable(std::size_t count, std::size_t sample, double share) {
  const double seen = static_cast<double>(count) / static_cast<double>(sample);
  if (seen <= share) return false;
  if (share <= 0) return true;  // a single one contradicts a share of 0
  const double divergence = seen * std::log(seen / share) + (seen < 1 ? (1 - seen) * std::log((1 - seen) / (1 - share)) : 0);
  return static_cast<double>(sample) * divergence > 12 * std::log(10.0);
}

/// The accesses of the rarer kind (hits or misses), and how many of them may contradict a period. Three misses among thousands of hits must
/// not count as noise, so contradictions are measured against the rarer kind.
class RarerKind {
 public:
  RarerKind(const std::vector<std::uint8_t>& misses, double tolerated_share) : misses_(misses) {
    const auto miss_count = static_cast<std::size_t>(std::count(misses.begin(), misses.end(), std::uint8_t{1}));
    kind_ = miss_count <= misses.size() - miss_count ? 1 : 0;
    places_.reserve(std::min(miss_count, misses.size() - miss_count));
    for (std::size_t i = 0; i < misses.size(); ++i)
      if (misses[i] == kind_) places_.push_back(i);
    limit_ = static_cast<std::size_t>(tolerated_share * static_cast<double>(places_.size()));
  }

  std::size_t limit() const { return limit_; }

  /// How many accesses differ from the one `period` before; gives up counting above the limit.
  std::size_t contradictions(std::size_t period, const std::stop_token& stop) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < places_.size() && count <= limit_; ++i) {
      if (i % kBetweenLooks == 0 && stop.stop_requested()) return limit_ + 1;
      count += contradictions_at(places_[i], period);
    }
    return count;
  }

  /// Whether a sample of places shows that more accesses contradict `period` than may. Places are drawn anew for each period, so that no
  /// pattern of the sequence hides from all samples. Where a small sample doesn't show it, a larger one is drawn.
  bool ruled_out(std::size_t period) const {
    const double tolerated = static_cast<double>(limit_) / static_cast<double>(std::max<std::size_t>(places_.size(), 1));
    Random random(period);
    std::size_t contradicting = 0;
    std::size_t drawn = 0;
    for (std::size_t sample = 64; sample <= 4096 && sample < places_.size(); sample *= 8) {
      for (; drawn < sample; ++drawn)
        contradicting += contradictions_at(places_[random.below(places_.size())], period) > 0 ? 1 : 0;
      if (is_improbable(contradicting, sample, tolerated)) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t kBetweenLooks = 65'536;  // places between two looks at the stop token: less than a millisecond

  /// Each contradiction involves an access of the rarer kind, so that counting from these finds all of them.
  std::size_t contradictions_at(std::size_t place, std::size_t period) const {
    return (place >= period && misses_[place - period] != kind_ ? 1U : 0U) +
           (place + period < misses_.size() && misses_[place + period] != kind_ ? 1U : 0U);
  }

  const std::vector<std::uint8_t>& misses_;
  std::uint8_t kind_ = 1;
  std::vector<std::size_t> places_;
  std::size_t limit_ = 0;
};

/// Divisors of a pass, then whole passes, the smallest first.
std::vector<std::size_t> candidates(std::size_t accesses_per_pass, std::size_t longest) {
  std::vector<std::size_t> list;
  for (std::size_t d = 1; d * d <= accesses_per_pass; ++d) {
    if (accesses_per_pass % d != 0) continue;
    list.push_back(d);
    if (d != accesses_per_pass / d) list.push_back(accesses_per_pass / d);
  }
  std::sort(list.begin(), list.end());
  for (std::size_t p = 2 * accesses_per_pass; p <= longest; p += accesses_per_pass) list.push_back(p);
  return list;
}

}  // namespace

std::vector<std::uint8_t> miss_sequence(const LatencyTrace& trace, float highest_hit_cycles) {
  std::vector<std::uint8_t> misses(trace.size());
  trace.for_each_segment(0, trace.size(), [&](std::span<const float> cycles, std::size_t first) {
    for (std::size_t i = 0; i < cycles.size(); ++i) misses[first + i] = cycles[i] > highest_hit_cycles ? 1 : 0;
  });
  return misses;
}

Period find_period(const std::vector<std::uint8_t>& misses, std::size_t accesses_per_pass, double tolerated_share,
                   const std::stop_token& stop) {
  const std::size_t longest = misses.size() / 2;
  if (accesses_per_pass == 0 || longest < accesses_per_pass) return {};
  const RarerKind rarer(misses, tolerated_share);
  for (const std::size_t candidate : candidates(accesses_per_pass, longest)) {
    if (stop.stop_requested()) return {};
    if (rarer.ruled_out(candidate)) continue;
    const std::size_t contradictions = rarer.contradictions(candidate, stop);
    if (contradictions <= rarer.limit()) return {Period::Kind::periodic, candidate, contradictions};
  }
  return stop.stop_requested() ? Period{} : Period{Period::Kind::aperiodic, 0, 0};
}

}  // namespace chasescope::inference
