// Decision 1: docs/decisions/measuring/01-what-is-a-hit.md
#include "engine/probe/chase/hit_reference.h"

#include <algorithm>
#include <utility>

#include "engine/device/validate.h"
#include "engine/experiment/sweep_runner.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/levels/trace_summary.h"
#include "engine/statistics/median.h"

namespace chasescope {
namespace {

constexpr int kMostLevels = 6;        // at most so many latency levels of one cache are tested; its slices differ by less
constexpr float kSameLevel = 0.985F;  // levels of two traces whose ratio is closer to 1 are one level: see LatencyResolution

// The test of untouched lines reads two elements of each page of the smallest page size. The first, at the page's begin, may miss a
// TLB. The second, at its middle, does not, and is too far away to be in the same line or fetch as the first.
constexpr std::uint64_t kPage = 4096, kMiddle = 2048;
constexpr std::uint64_t kMostPages = 8;
constexpr float kClearlySlower = 1.1F;  // times the latency of a chase over one element; jitter and clock steps are smaller

/// The position in the pass whose accesses lie most often in the given level.
std::uint64_t place_in(const Run& trace, const AccessOrder& order, const inference::LatencyLevels& levels, std::size_t level) {
  std::vector<std::uint32_t> counts(static_cast<std::size_t>(order.period()));
  trace.cycles().for_each_segment(0, trace.cycles().size(), [&](std::span<const float> cycles, std::size_t first) {
    auto place = static_cast<std::size_t>(order.position(first));
    for (const float c : cycles) {
      counts[place] += levels.level_of(c) == level ? 1 : 0;
      if (++place == counts.size()) place = 0;
    }
  });
  return static_cast<std::uint64_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

}  // namespace

Outcome<RunPtr> HitReference::chase_alone(std::uint64_t offset, double from, double to) {
  auto run = recorder_.chase(reference_for(request_, offset), from, to);
  if (run) runs_.push_back((*run)->id);
  return run;
}

std::optional<DeviceError> HitReference::begin(double from, double to) {
  const auto run = chase_alone(0, from, to);
  if (!run && is_limit(run.error())) {
    refusal_ = run.error().message;
    return std::nullopt;
  }
  if (!run) return run.error();
  traces_.push_back((*run)->cycles());
  const auto cache = look_for_cache(to);
  if (!cache) return cache.error();
  cache_ = *cache;
  return std::nullopt;
}

/// A chase over untouched lines. If the device allows it, they lie behind the array of the trace, where caches that survive from
/// request to request may hold nothing yet.
std::optional<ChaseRequest> HitReference::unread_lines() const {
  const std::uint64_t footprint = footprint_bytes(request_.pattern, request_.element_bytes);
  for (const std::uint64_t begin : {(footprint + kPage - 1) / kPage * kPage, std::uint64_t{0}})
    for (std::uint64_t pages = kMostPages; pages > 0; pages /= 2) {
      std::vector<std::uint64_t> offsets;
      for (std::uint64_t page = 0; page < pages; ++page)
        for (const std::uint64_t within : {std::uint64_t{0}, kMiddle}) offsets.push_back(begin + page * kPage + within);
      ChaseRequest request = request_;
      request.pattern = OffsetsPattern{std::move(offsets)};
      request.warmup = 0;
      request.accesses = 2 * pages;
      if (!check(request, device_)) return request;
    }
  return std::nullopt;
}

Outcome<CacheInTheWay> HitReference::look_for_cache(double fraction) {
  if (request_.space == MemorySpace::shared) return CacheInTheWay::no;
  if (device_.properties.l2_bytes.value_or(0) > 0) return CacheInTheWay::yes;
  auto request = unread_lines();
  if (!request) return CacheInTheWay::unknown;
  const auto run = recorder_.chase({std::move(*request), "lines that were never read", true}, fraction, fraction);
  if (!run && is_limit(run.error())) return CacheInTheWay::unknown;
  if (!run) return run.error();
  runs_.push_back((*run)->id);
  std::vector<float> alone = traces_.front().copy(), unread = (*run)->cycles().copy();
  if (alone.empty() || unread.size() < 2) return CacheInTheWay::unknown;
  const float cut = kClearlySlower * inference::upper_median(alone);
  std::size_t slow = 0;
  for (std::size_t i = 1; i < unread.size(); i += 2) slow += unread[i] > cut ? 1 : 0;
  if (2 * slow > unread.size() / 2) return CacheInTheWay::yes;
  // If caches survive from request to request, they may hold these lines, too.
  const bool starts_cold = !device_.keeps_all_state && device_.keeps_state.empty();
  return starts_cold ? CacheInTheWay::no : CacheInTheWay::unknown;
}

void HitReference::withdraw(Finding& finding) const {
  finding.value = nullptr;
  finding.low.reset();
  finding.high.reset();
  finding.status = FindingStatus::absent;
  if (!refusal_.empty()) {
    finding.status = FindingStatus::not_measurable;
    finding.reason = "There is no chase of one element alone to hold the accesses against: " + refusal_;
  } else if (request_.space == MemorySpace::shared) {
    finding.reason = "Shared memory has no cache in front of it, so nothing hits or misses there.";
  } else if (cache_ == CacheInTheWay::no) {
    finding.reason = "No cache is seen: lines that were never read take no longer than one element that is read over and over.";
  } else {
    finding.status = FindingStatus::not_measurable;
    finding.reason =
        "No cache is seen: lines of another place take no longer than one element that is read over and over. The device keeps its "
        "caches from request to request, so they may have held these lines.";
  }
  // For the period, `absent` means a sequence of hits and misses that never repeats. Without a cache there is no such sequence.
  if (finding.quantity == quantity::period_accesses) finding.status = FindingStatus::not_measurable;
}

std::optional<DeviceError> HitReference::look_at(const Run& trace, double fraction) {
  const AccessOrder order(trace.chase()->request, trace.chase()->result);
  if (order.period() == 0 || trace.cycles().empty() || cache_ != CacheInTheWay::yes) return std::nullopt;
  for (int asked = 0; asked < kMostLevels; ++asked) {
    const auto cut = inference::cut_hits(trace.cycles(), traces_);
    const std::size_t next = cut.hit_level + 1;
    if (next >= cut.levels.size()) return std::nullopt;
    const float cycles = cut.levels[next].median;
    if (missed_ && cycles >= *missed_ * kSameLevel) return std::nullopt;
    const auto run = chase_alone(order.offset_at_position(place_in(trace, order, cut.levels, next)), fraction, fraction);
    if (!run && !is_limit(run.error())) return run.error();
    std::vector<LatencyTrace> with = traces_;
    if (run) with.push_back((*run)->cycles());
    if (inference::cut_hits(trace.cycles(), with).highest_hit_cycles < cycles) {
      missed_ = cycles;
      return std::nullopt;
    }
    traces_ = std::move(with);
  }
  return std::nullopt;
}

}  // namespace chasescope
