#include <algorithm>
#include <bit>
#include <limits>

#include "engine/inference/levels/set_readings.h"
#include "engine/structure/testers/data_tester.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kElementBytes = 4;

// The size of the aligned block that holds all visits of a line, whichever part of the line an address names (bytes).
std::uint64_t bytes_of_visits(const std::vector<std::uint32_t>& sequence, std::size_t lines) {
  std::vector<std::uint64_t> visits(lines, 0);
  for (const std::uint32_t line : sequence) ++visits[line];
  return std::bit_ceil(kElementBytes * std::max<std::uint64_t>(1, *std::max_element(visits.begin(), visits.end())));
}

}  // namespace

std::uint32_t DataTester::visits_per_line() const {
  std::uint64_t bytes = unit_;
  const Addresses front = company();
  for (std::size_t i = 1; i < front.size(); ++i) bytes = std::min(bytes, front[i] - front[i - 1]);
  for (const FrontSets& sets : emptier_.fronts()) bytes = std::min(bytes, sets.line_bytes);
  return static_cast<std::uint32_t>(bytes / kElementBytes);
}

std::vector<inference::SetAccess> DataTester::follow(const Addresses& lines, const std::vector<std::uint32_t>& sequence,
                                                     const std::vector<std::size_t>& segment_ends, std::uint64_t accesses,
                                                     const std::string& label, RunPtr* run) {
  DataPlanner planner = this->planner(lines, {});
  if (planner.manner == PageManner::grouped)
    throw Undecided(
        "TLB misses can't be told apart from misses of this cache, line by line. So it is not known which line a miss evicts.");
  Addresses offsets;
  std::vector<std::ptrdiff_t> line_of;
  std::vector<std::uint64_t> visits(lines.size(), 0);
  const std::uint64_t span = bytes_of_visits(sequence, lines.size());
  std::uint64_t segment = 0;
  // Between two visits of a line, not all other lines are read.
  planner.all_read_in_each_pass = false;
  const Addresses front = planner.emptying(lines);
  if (is_filled_by(front, lines))
    throw Undecided(
        "The flush lines, which empty the caches in front, take ways of the set. So it is not known which line a miss evicts.");
  const auto empty_front = [&] {
    for (const std::uint64_t at : front) {
      offsets.push_back(at + kElementBytes * segment);
      line_of.push_back(-1);
    }
    ++segment;
  };
  if (cache_ > 0) empty_front();
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const std::uint32_t line = sequence[i];
    const std::uint64_t element = kElementBytes * visits[line]++;
    const std::uint64_t at = lines[line] / span * span;
    if (planner.manner == PageManner::primed) {
      offsets.push_back((at ^ primer_distance_) + element);
      line_of.push_back(-1);
    }
    offsets.push_back(at + element);
    line_of.push_back(line);
    const bool ends = std::find(segment_ends.begin(), segment_ends.end(), i + 1) != segment_ends.end();
    if (cache_ > 0 && ends && i + 1 < sequence.size()) empty_front();
  }
  std::uint64_t passes = (accesses + sequence.size() - 1) / sequence.size();
  if (const auto most = lab_.description().properties.max_accesses)
    passes = std::clamp<std::uint64_t>(*most / offsets.size(), 1, passes);
  const Walk walk = lab_.walk(offsets, {0, passes}, label);
  if (run != nullptr) *run = walk.run;
  double nearest_miss = std::numeric_limits<double>::infinity();
  for (const inference::Band& band : bands_) nearest_miss = std::min(nearest_miss, band.low);
  std::vector<float> cycles, nearer;
  std::vector<std::size_t> position;
  for (std::size_t i = 0; i < walk.cycles.size(); ++i) {
    if (line_of[i % walk.period] < 0) continue;
    cycles.push_back(walk.cycles[i]);
    position.push_back(i);
    if (walk.cycles[i] < nearest_miss) nearer.push_back(walk.cycles[i]);
  }
  // A latency above those of all known levels is a miss. One between a hit and the nearest known miss may be either.
  if (const auto unknown = of_no_level(nearer, {})) refuse_unknown(*unknown);
  inference::LevelsAround levels;
  if (apart_) levels.translation = survey_.translation;
  if (cache_ > 0) levels.in_front = survey_.levels[cache_ - 1].latency;
  levels.own = survey_.levels[cache_].latency;
  for (std::size_t level = cache_ + 1; level < survey_.levels.size(); ++level)
    levels.behind.push_back(survey_.levels[level].latency);
  const auto readings = inference::read_accesses(cycles, position, walk.cycles.size(), levels, survey_.noise);
  std::vector<inference::SetAccess> result;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const auto line = static_cast<std::uint32_t>(line_of[position[i] % walk.period]);
    result.push_back({line, readings[i].miss, readings[i].reached, readings[i].known});
  }
  return result;
}

}  // namespace chasescope::structure
