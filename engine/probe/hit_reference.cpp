#include "engine/probe/hit_reference.h"

#include <algorithm>
#include <utility>

#include "engine/inference/trace_summary.h"

namespace chasescope {
namespace {

constexpr int kMostLevels = 6;       // of one cache; slices lie closer together than that many levels
constexpr float kSameLevel = 0.985F;  // levels of two traces that differ by less are one: see LatencyResolution

/// The place of the pass whose accesses lie in a level most often.
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

bool is_refusal(const DeviceError& error) {
  return error.code == ErrorCode::invalid_request || error.code == ErrorCode::unsupported || error.code == ErrorCode::out_of_memory;
}

}  // namespace

Outcome<RunPtr> HitReference::chase_alone(std::uint64_t offset, double from, double to) {
  auto run = recorder_.chase(reference_for(request_, offset), from, to);
  if (run) runs_.push_back((*run)->id);
  return run;
}

std::optional<DeviceError> HitReference::begin(double from, double to) {
  const auto run = chase_alone(0, from, to);
  if (!run) return run.error();
  traces_.push_back((*run)->cycles());
  return std::nullopt;
}

std::optional<DeviceError> HitReference::look_at(const Run& trace, double fraction) {
  const AccessOrder order(trace.chase()->request, trace.chase()->result);
  if (order.period() == 0 || trace.cycles().empty()) return std::nullopt;
  for (int asked = 0; asked < kMostLevels; ++asked) {
    const auto cut = inference::cut_hits(trace.cycles(), traces_);
    const std::size_t next = cut.hit_level + 1;
    if (next >= cut.levels.size()) return std::nullopt;
    const float cycles = cut.levels[next].median;
    if (missed_ && cycles >= *missed_ * kSameLevel) return std::nullopt;
    const auto run = chase_alone(order.offset_at_position(place_in(trace, order, cut.levels, next)), fraction, fraction);
    if (!run && !is_refusal(run.error())) return run.error();
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
