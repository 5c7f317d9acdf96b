#include "engine/inference/curves/load_curve.h"

#include <algorithm>
#include <cstddef>

namespace chasescope::inference {
namespace {

constexpr std::size_t kFewestPoints = 4;  // two of the rise, and two of the plateau
// Two points belong to the rise if their times between loads differ by at most this share, which the cost of a launch explains. A
// larger difference means that loads wait.
constexpr double kAlike = 0.1;
// The plateau counts as seen if the measurements reach 1.5 times the number of threads that saturate the level. A single point
// after the rise may be its end.
constexpr double kBeyond = 1.5;
// Least ratio of the two latencies; if they are closer, their difference is smaller than its error.
constexpr double kFarEnough = 2;

}  // namespace

UnderLoad read_load(std::span<const CrowdPoint> points) {
  UnderLoad load;
  if (points.empty()) return load;
  // Waiting can only increase the time between loads. So the shortest time is that of undisturbed loads, if another point agrees
  // with it.
  const auto fastest =
      std::min_element(points.begin(), points.end(), [](const auto& a, const auto& b) { return time_of(a) < time_of(b); });
  const auto alike = std::count_if(points.begin(), points.end(),
                                   [&](const CrowdPoint& point) { return time_of(point) <= (1 + kAlike) * time_of(*fastest); });
  if (alike >= 2) load.alone = time_of(*fastest);
  load.best = std::max_element(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.rate < b.rate; })->rate;
  if (points.size() < kFewestPoints) return load;
  // Disturbances can only reduce a rate, so the highest rate that was seen is possible. With more threads than that, the rate may
  // fall again.
  const auto busy = static_cast<std::size_t>(
      std::find_if(points.begin(), points.end(), [&](const CrowdPoint& point) { return point.rate >= kBusyShare * load.best; }) -
      points.begin());
  if (load.alone == 0 || busy == 0) {
    load.verdict = UnderLoad::Verdict::never_alone;
    return load;
  }
  if (points.back().bytes < kBeyond * points[busy].bytes) {
    load.verdict = UnderLoad::Verdict::still_growing;
    return load;
  }
  load.verdict = UnderLoad::Verdict::found;
  load.busy_low = points[busy - 1].bytes;
  load.busy_high = points[busy].bytes;
  load.busy_low_time = time_of(points[busy - 1]);
  load.busy_high_time = time_of(points[busy]);
  return load;
}

std::optional<ThreadCost> thread_cost(const TimedLevel& near, const TimedLevel& far) {
  if (near.alone <= 0 || far.alone <= near.alone || far.latency < kFarEnough * near.latency) return std::nullopt;
  const double loads = (far.latency - near.latency) / (far.alone - near.alone);
  const double own = loads * near.alone - near.latency;
  // Fewer than one load in flight, or negative time for the thread's own work, means that the threads behaved differently on the
  // two levels. A tenth is allowed, the agreement of the times.
  if (loads < 1 - kAlike || own < -kAlike * far.latency) return std::nullopt;
  return ThreadCost{loads, own};
}

}  // namespace chasescope::inference
