#include "app/measurement/trace_average.h"

#include <algorithm>

namespace chasescope {

RunPtr TraceAverage::add(const RunPtr& run) {
  if (most_ <= 1 || run->chase() == nullptr || run->cycles().empty()) return run;
  const auto& chase = *run->chase();
  if (held_ == 0 || !(chase.request == request_) || mean_.size() != chase.result.cycles.size()) {
    held_ = 1;
    request_ = chase.request;
    mean_ = chase.result.cycles.copy();
    return run;
  }
  held_ = std::min(held_ + 1, most_);
  const float weight = 1 / static_cast<float>(held_);
  chase.result.cycles.for_each_segment(0, mean_.size(), [&](std::span<const float> part, std::size_t first) {
    for (std::size_t i = 0; i < part.size(); ++i) mean_[first + i] += (part[i] - mean_[first + i]) * weight;
  });
  auto shown = std::make_shared<Run>(*run);
  shown->chase()->result.cycles = LatencyTrace(mean_);
  shown->label += " · average of " + std::to_string(held_);
  return shown;
}

}  // namespace chasescope
