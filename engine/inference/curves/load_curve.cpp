#include "engine/inference/curves/load_curve.h"

#include <algorithm>
#include <cstddef>

namespace chasescope::inference {
namespace {

constexpr std::size_t kFewestPoints = 4;  // two of the rise, and two of the plateau
// Two points of the rise agree in the time between loads up to what the ends of a launch cost; more is waiting.
constexpr double kAlike = 0.1;
// The plateau is seen if half as many threads again move no more than they should; one point alone may be the end of the rise.
constexpr double kBeyond = 1.5;
constexpr double kFarEnough = 2;  // or the difference of two latencies is no better than their errors

}  // namespace

UnderLoad read_load(std::span<const CrowdPoint> points) {
  UnderLoad load;
  if (points.empty()) return load;
  // Waiting makes the time longer and never shorter, so the shortest is that of loads that are alone, if another point agrees.
  const auto fastest =
      std::min_element(points.begin(), points.end(), [](const auto& a, const auto& b) { return time_of(a) < time_of(b); });
  const auto alike = std::count_if(points.begin(), points.end(),
                                   [&](const CrowdPoint& point) { return time_of(point) <= (1 + kAlike) * time_of(*fastest); });
  if (alike >= 2) load.alone = time_of(*fastest);
  load.best = std::max_element(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.rate < b.rate; })->rate;
  if (points.size() < kFewestPoints) return load;
  // Time is only ever added, so a rate that was seen is one that the level has. Behind its best it may move less again.
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
  // Fewer than one load, or work that gives time back, is an answer of threads that were not the same at both levels. A tenth is
  // what times agree in.
  if (loads < 1 - kAlike || own < -kAlike * far.latency) return std::nullopt;
  return ThreadCost{loads, own};
}

}  // namespace chasescope::inference
