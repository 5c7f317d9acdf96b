#include "engine/probe/sweeps/footprint_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/findings/vocabulary.h"
#include "engine/inference/curves/plateaus.h"
#include "engine/probe/caches/findings.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kSmallestFootprintEnd = std::uint64_t{64}
                                                << 10;           // where no cache is seen, arrays up to this size are drawn
constexpr std::uint64_t kUnknownEnd = std::uint64_t{64} << 20;   // where no level is known: as much as most last caches hold
// Accesses of one point. The curve is a picture, and an average of so many is exact to a hundredth of the width of a drawn line.
constexpr std::uint64_t kFewestTimed = 2048, kMostTimedOfFootprint = 16384;

ChaseRequest point_request(const ChaseRequest& base, std::uint64_t bytes, std::uint64_t stride) {
  const std::uint64_t pass = bytes / stride;
  ChaseRequest request = uniform_chase(base, bytes, stride, pass > kManyElements ? 1 : 2, 1);
  request.accesses = pass > kMostTimedOfFootprint ? kMostTimedOfFootprint : (std::max(kFewestTimed, pass) + pass - 1) / pass * pass;
  return request;
}

/// The distance in cycles of a latency from the latency range of a level.
double distance_of(double cycles, const structure::DataLevel& level) {
  return std::max({0.0, level.latency.low - cycles, cycles - level.latency.high});
}

/// Whether the average of a chase may belong to that level alone. TLB misses, spread over all accesses, can only increase the
/// average. An average below the level's latency includes hits in a nearer level.
bool is_of(double cycles, const structure::DataLevel& level) {
  constexpr double kAdded = 0.1, kBelow = 0.02, kTick = 2;  // tolerances as shares of the level's latency; a clock step in cycles
  return cycles >= (1 - kBelow) * level.latency.low - kTick && cycles <= (1 + kAdded) * level.latency.high;
}

/// The level with this latency, if there is one; if there are several, the one with the nearest median.
std::optional<std::size_t> level_taking(double cycles, const structure::Survey& survey) {
  std::optional<std::size_t> nearest;
  std::pair<double, double> least{std::numeric_limits<double>::infinity(), 0};
  const auto consider = [&](std::size_t index, const structure::DataLevel& level) {
    const std::pair<double, double> away{distance_of(cycles, level), std::abs(cycles - level.latency.median)};
    if (away >= least || !is_of(cycles, level)) return;
    least = away;
    nearest = index;
  };
  for (std::size_t i = 0; i < survey.levels.size(); ++i) consider(i, survey.levels[i]);
  if (survey.other_half) consider(survey.caches() - 1, survey.other_half->level);
  return nearest;
}

/// Whether a level may answer all of these footprints: they exceed all caches in front of it, and it holds them itself.
bool may_answer(const SweptSpace& space, std::size_t level, std::uint64_t from, std::uint64_t to) {
  for (std::size_t i = 0; i < level && i < space.ends.size(); ++i)
    if (from <= space.ends[i].fits) return false;
  return level >= space.ends.size() || space.ends[level].misses == 0 || to < space.ends[level].misses;
}

}  // namespace

std::uint64_t end_of_curve(const SweptSpace& space) {
  if (!space.has_levels()) return kUnknownEnd;
  if (!space.survey.memory_seen) return std::max(space.survey.walked_until, kSmallestFootprintEnd);
  std::uint64_t end = kSmallestFootprintEnd;
  for (const auto& last : space.ends) end = std::max(end, 2 * last.misses);
  return end;
}

FootprintPoint point_of(const RunPtr& run) {
  const auto& pattern = std::get<UniformPattern>(run->chase()->request.pattern);
  return {pattern.bytes, pattern.stride, run,
          inference::drift_free_average_of(run->chase()->result.cycles, pattern.bytes / pattern.stride)};
}

std::uint64_t stride_for(const structure::Survey& survey, std::uint64_t bytes, std::uint64_t fine, std::uint64_t most) {
  if (bytes / fine <= most) return fine;
  const UniformPattern* walked = nullptr;  // over the smallest array that is no smaller, or else over the largest
  for (const RunPtr& run : survey.sweep) {
    const auto* chase = run == nullptr ? nullptr : run->chase();
    const auto* pattern = chase == nullptr ? nullptr : std::get_if<UniformPattern>(&chase->request.pattern);
    if (pattern == nullptr) continue;
    const bool is_nearer = walked == nullptr || (walked->bytes < bytes ? pattern->bytes > walked->bytes
                                                                       : pattern->bytes >= bytes && pattern->bytes < walked->bytes);
    if (is_nearer) walked = pattern;
  }
  return walked == nullptr ? fine : std::max(fine, walked->stride);
}

Outcome<std::vector<FootprintPoint>> grow_footprints(SweepRunner& runner, const SweptSpace& space, const CurvePlan& plan) {
  const ChaseRequest base = space.base();
  const std::uint64_t fine = plan.stride.value_or(space.stride());
  const auto end =
      static_cast<double>(std::min(footprint_limit(runner.device(), base.space), plan.to ? *plan.to : end_of_curve(space)));
  std::vector<FootprintPoint> curve;
  std::uint64_t last = 0;
  for (auto octave = static_cast<double>(std::max(plan.from.value_or(fine), fine)); octave <= end; octave *= 2) {
    std::vector<PlannedChase> planned;
    for (std::uint64_t i = 0; i < plan.points; ++i) {
      const double wanted = octave * (1 + static_cast<double>(i) / static_cast<double>(plan.points));
      if (wanted > end) break;
      const std::uint64_t stride = stride_for(space.survey, static_cast<std::uint64_t>(wanted), fine);
      const std::uint64_t bytes = std::max<std::uint64_t>(static_cast<std::uint64_t>(wanted) / stride, 1) * stride;
      if (bytes <= last) continue;
      last = bytes;
      planned.push_back({point_request(base, bytes, stride), "N = " + format_bytes(bytes)});
    }
    for (const auto& answer : runner.chases(planned)) {
      if (!answer && !is_limit(answer.error())) return answer.error();
      if (!answer) return curve;
      curve.push_back(point_of(*answer));
    }
  }
  return curve;
}

std::vector<Finding> plateau_findings(const std::vector<FootprintPoint>& curve, const SweptSpace& space) {
  if (!space.has_levels()) return {};
  std::vector<inference::CurvePoint> points;
  for (const FootprintPoint& point : curve)
    points.push_back({static_cast<double>(point.bytes), point.average.cycles, point.average.error});

  std::vector<Finding> findings;
  const auto sm_of = [](const FootprintPoint& point) { return point.run->chase()->result.sm; };
  const bool several_sms =
      std::any_of(curve.begin(), curve.end(), [&](const FootprintPoint& point) { return sm_of(point) != sm_of(curve.front()); });
  if (several_sms) points = inference::with_scatter_of_neighbours(points);
  for (const inference::Plateau& plateau : inference::find_plateaus(points)) {
    const FootprintPoint& first = curve[plateau.first];
    const FootprintPoint& last = curve[plateau.last];
    const auto level = level_taking(plateau.cycles, space.survey);
    const bool is_named = level && may_answer(space, *level, first.bytes, last.bytes);
    const double overhead = last.run->chase()->result.overhead_cycles.value_or(0);
    Finding finding =
        structure::blank_finding(is_named ? space.subjects[*level] : subject::device, quantity::plateau_cycles, "cycles", space.setting);
    std::uint64_t least = first.stride, most = first.stride;
    for (std::size_t i = plateau.first; i <= plateau.last; ++i) {
      least = std::min(least, curve[i].stride);
      most = std::max(most, curve[i].stride);
    }
    if (least == most) finding.conditions["stride"] = first.stride;
    finding.conditions["from_bytes"] = first.bytes;
    finding.conditions["to_bytes"] = last.bytes;
    structure::set_measured(finding, plateau.cycles - overhead);
    finding.low = plateau.low - overhead;
    finding.high = plateau.high - overhead;
    finding.method =
        std::string("A plateau of the average latency over footprint: points that differ by no more than their errors and 1 %") +
        (several_sms ? ". Errors hold what SMs differ by." : ".");
    finding.reason = "Average of " + std::to_string(plateau.last - plateau.first + 1) +
                     " footprints, outliers cut, followed back to the beginning of each request where it drifts.";
    if (least != most)
      finding.reason += " Strides of " + format_bytes(least) + " to " + format_bytes(most) +
                        ", the wider ones in larger arrays, as the levels were found.";
    finding.reference = "C2070 poster, confirming cache sizes";
    for (std::size_t i = plateau.first; i <= plateau.last; ++i) finding.evidence.push_back(curve[i].run->id);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace chasescope
