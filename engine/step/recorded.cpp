#include "engine/step/recorded.h"

#include <algorithm>
#include <map>
#include <utility>

namespace chasescope::step {

Recorded::Recorded(const ChaseRequest& request, const ChaseResult& result, Part nearest, RecordedVerdicts verdicts, std::string why)
    : parts_{std::move(nearest)}, verdicts_(std::move(verdicts)), why_(std::move(why)) {
  set_walk(request, result.offsets);
  const Part& part = parts_.front();
  if (part.knows_sets) index_.emplace(part.spec.index, static_cast<std::uint32_t>(part.spec.ways.size()), part.spec.unit_bytes);
}

Verdict Recorded::verdict(std::uint64_t at, std::size_t) const {
  if (at < warmup()) return Verdict::unknown;
  const auto hit = verdicts_.hit(at - warmup());
  return !hit ? Verdict::unknown : *hit ? Verdict::hit : Verdict::miss;
}

const std::vector<Recorded::Line>& Recorded::lines_of(std::uint32_t set) {
  if (listed_set_ == set) return listed_;
  const std::uint64_t unit = parts_.front().spec.unit_bytes;
  std::map<std::uint64_t, Line> lines;
  for (std::uint64_t position = 0; position < order().period(); ++position) {
    const std::uint64_t number = order().offset_at_position(position) / unit;
    if (index_->set_of(static_cast<std::uint32_t>(number)) != set) continue;
    Line& line = lines[number];
    line.unit = number * unit;
    line.positions.push_back(position);
  }
  listed_.clear();
  for (auto& [number, line] : lines) listed_.push_back(std::move(line));
  listed_set_ = set;
  return listed_;
}

std::optional<std::uint64_t> Recorded::last_of(const Line& line, std::uint64_t before) const {
  const std::uint64_t pass = before / order().period() * order().period();
  const auto after = std::lower_bound(line.positions.begin(), line.positions.end(), before - pass);
  if (after != line.positions.begin()) return pass + *std::prev(after);
  if (pass == 0) return std::nullopt;
  return pass - order().period() + line.positions.back();
}

std::optional<std::uint64_t> Recorded::next_of(const Line& line, std::uint64_t from) const {
  const std::uint64_t pass = from / order().period() * order().period();
  const auto at = std::lower_bound(line.positions.begin(), line.positions.end(), from - pass);
  const std::uint64_t step = at != line.positions.end() ? pass + *at : pass + order().period() + line.positions.front();
  return step < size() ? std::optional(step) : std::nullopt;
}

/// The ways of a set before a step: first the lines that were certainly there, then an unknown one for each way that is left.
std::vector<Way> Recorded::ways_at(std::uint64_t before, std::uint32_t set) {
  std::vector<Way> ways;
  for (const Line& line : lines_of(set)) {
    const auto last = last_of(line, before);
    const auto next = next_of(line, before);
    // The line of the step just before is certainly there. Any other line is there if its next access hits.
    const bool there = last && (*last + 1 == before || (next && verdict(*next, 0) == Verdict::hit));
    if (there) ways.push_back({Way::State::held, line.unit, last, std::nullopt});
  }
  const Part& part = parts_.front();
  if (part.knows_ways)
    while (ways.size() < part.spec.ways[set]) ways.push_back({});
  return ways;
}

Look Recorded::look(std::uint64_t at, std::size_t part) {
  const std::uint64_t unit = parts_.front().spec.unit_bytes;
  Look look;
  look.at = at;
  look.offset = offset(at);
  look.verdict = verdict(at, part);
  if (unit == 0) return look;
  look.unit = look.offset / unit * unit;
  if (!index_) return look;
  look.set = index_->set_of(static_cast<std::uint32_t>(look.offset / unit));
  look.before = ways_at(at, *look.set);
  look.after = ways_at(at + 1, *look.set);
  for (const Line& line : lines_of(*look.set))
    if (line.unit == look.unit) look.touched_last = last_of(line, at);
  return look;
}

std::string Recorded::basis() const { return "Inferred from the trace alone: " + why_ + " What can’t be told is “?”."; }

}  // namespace chasescope::step
