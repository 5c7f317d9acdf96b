#include "engine/probe/sweeps/small_curve.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kFirst = 1024;                    // bytes
constexpr std::uint64_t kRecorded = 2000;                 // recorded accesses of a point, at most, if a pass is longer
// Recorded accesses of a point, at least, in whole passes if a pass is shorter.
constexpr std::uint64_t kFewestRecorded = 512;
constexpr std::uint64_t kLarge = std::uint64_t{1} << 20;  // bytes: from this footprint on, the walks of the survey are reused
constexpr double kPoints = 64;                            // points of a curve, if the plan sets none and the time allows
constexpr std::uint64_t kMostOfDoubling = 16;
constexpr double kLaunch = 1e5;  // cycles, some 50 microseconds
// Elements: in an array of more, the stride may be wider than what the nearest cache fetches.
constexpr std::uint64_t kFine = 8192;

constexpr unsigned kHalfWay = 1;  // a rank

struct Wanted {
  PlannedChase chase;
  double cycles = 0;
  std::uint64_t bytes = 0;
  /// The order of measuring: first all small footprints and the powers of two, then those half-way between these, then the rest.
  unsigned rank = 0;
};

/// The cost of a chase, in accesses made one after the other: on a card, a warp makes all but the end of a long warm-up (decision
/// 48).
std::uint64_t single_accesses(const ChaseRequest& request) {
  constexpr std::uint64_t kPastL1 = 1024, kThroughL1 = 8192, kWarp = 32;
  const std::uint64_t alone = std::min(request.warmup, request.space == MemorySpace::global_cg ? kPastL1 : kThroughL1);
  return request.accesses + alone + (request.warmup - alone) / kWarp;
}

Wanted wanted(const SweptSpace& space, std::uint64_t bytes, std::uint64_t stride) {
  const std::uint64_t pass = bytes / stride;
  Wanted point{{uniform_chase(space.base(), bytes, stride, 1, 1), "N = " + format_bytes(bytes)}};
  point.chase.request.accesses = pass > kRecorded ? kRecorded : (std::max(kFewestRecorded, pass) + pass - 1) / pass * pass;
  point.cycles = kLaunch + expected_cycles(space, bytes, single_accesses(point.chase.request));
  return point;
}

/// The survey's walks over large arrays, by footprint. They recorded more accesses than a picture needs.
std::map<std::uint64_t, RunPtr> walks_of(const SweptSpace& space, std::uint64_t from, std::uint64_t to) {
  std::map<std::uint64_t, RunPtr> walks;
  for (const RunPtr& run : space.survey.sweep) {
    const auto* chase = run == nullptr ? nullptr : run->chase();
    const auto* pattern = chase == nullptr ? nullptr : std::get_if<UniformPattern>(&chase->request.pattern);
    if (pattern == nullptr || chase->request.space != space.setting.space ||
        chase->request.warmup < pattern->bytes / pattern->stride)
      continue;
    if (pattern->bytes >= from && pattern->bytes <= to && !chase->result.cycles.empty()) walks[pattern->bytes] = run;
  }
  return walks;
}

}  // namespace

Outcome<std::vector<FootprintPoint>> draw_with_few_accesses(SweepRunner& runner, Recorder& recorder, const SweptSpace& space,
                                                            const CurvePlan& plan, double& cycles_left) {
  const std::uint64_t fine = plan.stride.value_or(space.stride());
  const std::uint64_t first = std::max(plan.from.value_or(std::max(kFirst, fine)), fine);
  const std::uint64_t end = std::min(footprint_limit(runner.device(), space.setting.space), plan.to.value_or(end_of_curve(space)));
  std::vector<FootprintPoint> curve;
  const auto walks = walks_of(space, std::max(first, kLarge), end);
  for (const auto& [bytes, run] : walks)
    curve.push_back(point_of(recorder.take_over(run, "N = " + format_bytes(bytes) + ", as the levels were looked for", kRecorded)));

  // If the curve spans few doublings, each gets more points, so that the points still form a curve.
  const double doublings = std::log2(std::max(2.0, static_cast<double>(end) / static_cast<double>(first)));
  const auto each = std::clamp(static_cast<std::uint64_t>(std::ceil(kPoints / doublings)), plan.points, kMostOfDoubling);
  std::vector<Wanted> points;
  std::uint64_t last = 0;
  for (std::uint64_t octave = first; octave <= end && octave != 0; octave *= 2) {
    const std::uint64_t here = octave < kLarge ? each + 1 : each;  // small footprints cost little, so they get one more point
    for (std::uint64_t i = 0; i < here; ++i) {
      const std::uint64_t size = octave + octave * i / here;
      const std::uint64_t stride = stride_for(space.survey, size, fine, kFine),
                          bytes = std::max<std::uint64_t>(size / stride, 1) * stride;
      if (bytes > end || bytes <= last || walks.contains(bytes)) continue;
      last = bytes;
      points.push_back(wanted(space, bytes, stride));
      const bool half_way = 2 * i >= here && 2 * i < here + 2;
      points.back().bytes = bytes;
      points.back().rank = size < kLarge || i == 0 ? 0 : half_way ? kHalfWay : kHalfWay + 1;
    }
  }
  // Sorted by rank, because a coarse curve to the end is worth more than a fine one that stops early. Of the points half-way
  // between powers of two, the largest come first: memory shows at the end of the curve only, and in few points.
  std::stable_sort(points.begin(), points.end(), [](const Wanted& a, const Wanted& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.rank == kHalfWay && a.bytes > b.bytes;
  });
  std::vector<PlannedChase> planned;
  std::uint64_t accesses = 0;
  for (const Wanted& one : points) {
    const std::uint64_t cost = SweepRunner::cost(one.chase.request);
    if (one.cycles > cycles_left || accesses + cost > runner.left()) continue;
    cycles_left -= one.cycles;
    accesses += cost;
    planned.push_back(one.chase);
  }
  for (const auto& answer : runner.chases(planned)) {
    if (!answer && !is_limit(answer.error())) return answer.error();
    if (answer) curve.push_back(point_of(*answer));
  }
  std::sort(curve.begin(), curve.end(), [](const FootprintPoint& a, const FootprintPoint& b) { return a.bytes < b.bytes; });
  return curve;
}

}  // namespace chasescope
