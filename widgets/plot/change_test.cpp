#include "widgets/plot/change_test.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "engine/inference/miss_mark.h"

namespace chasescope {
namespace {

constexpr std::size_t kFewest = 8;

std::uint64_t footprintOf(const RunPtr& run) { return std::get<UniformPattern>(run->chase()->request.pattern).bytes; }

/// The sweep is the last of the evidence: footprints that grow by even steps.
std::vector<RunPtr> sweepOf(const LevelEnd& end, std::span<const RunPtr> runs) {
  std::unordered_map<std::string, RunPtr> byId;
  for (const RunPtr& run : runs)
    if (run->chase() != nullptr && std::holds_alternative<UniformPattern>(run->chase()->request.pattern) && !run->cycles().empty())
      byId[run->id] = run;
  std::vector<RunPtr> sweep;  // largest first
  std::uint64_t step = 0;
  for (auto id = end.evidence.rbegin(); id != end.evidence.rend(); ++id) {
    const auto run = byId.find(*id);
    if (run == byId.end()) break;
    if (!sweep.empty()) {
      const std::uint64_t above = footprintOf(sweep.back()), here = footprintOf(run->second);
      if (here >= above || (step != 0 && above - here != step)) break;
      step = above - here;
    }
    sweep.push_back(run->second);
  }
  std::reverse(sweep.begin(), sweep.end());
  return sweep;
}

}  // namespace

double shareUpTo(std::span<const double> sorted, double x) {
  if (sorted.empty()) return 0;
  return static_cast<double>(std::upper_bound(sorted.begin(), sorted.end(), x) - sorted.begin()) /
         static_cast<double>(sorted.size());
}

std::optional<ChangeTest> changeTestOf(const LevelEnd& end, std::span<const RunPtr> runs) {
  const std::vector<RunPtr> sweep = sweepOf(end, runs);
  if (sweep.size() < kFewest) return std::nullopt;
  const inference::MissMark mark = inference::tell_apart(sweep.front()->cycles(), sweep.back()->cycles());
  const double hit = mark.clear ? mark.hit : static_cast<double>(sweep.front()->cycles()[0]);
  ChangeTest test;
  for (const RunPtr& run : sweep) {
    std::vector<float> cycles = run->cycles().copy();
    // Slower than a miss is an interrupt: taken for a hit, so that it is no change.
    if (mark.clear)
      for (float& each : cycles)
        if (each > mark.to) each = static_cast<float>(hit);
    test.footprints.push_back(footprintOf(run));
    test.distances.push_back(inference::geometric_image(cycles, hit).distance);
    test.runs.push_back(run->id);
  }
  test.step = test.footprints[1] - test.footprints[0];
  test.change = inference::find_change_point(test.distances);
  const auto split = test.distances.begin() + static_cast<std::ptrdiff_t>(test.change.index);
  std::vector<double> before(test.distances.begin(), split), after(split, test.distances.end());
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  double widest = -1;
  for (const double x : test.distances) {
    const double apart = std::abs(shareUpTo(before, x) - shareUpTo(after, x));
    if (apart <= widest) continue;
    widest = apart;
    test.widest_at = x;
  }
  return test;
}

}  // namespace chasescope
