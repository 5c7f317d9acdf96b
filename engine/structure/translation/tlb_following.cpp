// Follows the pages of one set of a TLB, access by access, to infer its replacement policy (2014 paper §4.2, table 4).
#include <algorithm>
#include <map>
#include <set>

#include "engine/structure/translation/tlb_tester.h"

namespace chasescope::structure {

void TlbTester::follow_through(const CacheShape& shape, std::vector<const CacheShape*> fronts) {
  followed_ = &shape;
  emptied_ = std::move(fronts);
  page_ = shape.line_bytes;
}

// Pages of other sets, which take no entry of the set that is followed. There are enough of them to fill every set in front that
// `lines` go to twice, so that these sets are flushed under any policy.
Addresses TlbTester::pages_of_other_sets(const Addresses& lines) const {
  constexpr std::uint32_t kTimes = 2;
  constexpr std::size_t kMost = 2048;
  std::vector<std::map<std::uint64_t, std::uint32_t>> wanted;  // for each TLB in front: the pages that are needed, by set
  for (const CacheShape* front : emptied_) {
    if (!front->index || front->ways.empty())
      throw Undecided("The sets of the TLB in front are not known, so that it can't be emptied between visits.");
    auto& sets = wanted.emplace_back();
    for (const std::uint64_t line : lines)
      if (const std::uint64_t set = front->index->set_of(line); set < front->ways.size()) sets[set] = kTimes * front->ways[set];
  }
  if (!followed_->index) throw Undecided("Which pages lie in other sets is not known, so that the TLB in front can't be emptied.");
  const std::uint64_t unit = visit_unit(), set = followed_->index->set_of(lines.front());
  Addresses chosen;
  for (std::uint64_t at = 0; at + unit <= limit_bytes() && chosen.size() < kMost; at += unit) {
    if (followed_->index->set_of(at) == set) continue;
    bool is_wanted = false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const auto left = wanted[i].find(emptied_[i]->index->set_of(at));
      if (left == wanted[i].end() || left->second == 0) continue;
      --left->second;
      is_wanted = true;
    }
    if (is_wanted) chosen.push_back(at);
  }
  for (const auto& sets : wanted)
    for (const auto& [number, left] : sets)
      if (left > 0) throw Undecided("There are too few pages of other sets to empty the TLB in front between visits.");
  return chosen;
}

std::vector<inference::SetAccess> TlbTester::follow(const Addresses& lines, const std::vector<std::uint32_t>& sequence,
                                                    const std::vector<std::size_t>& segment_ends, std::uint64_t accesses,
                                                    const std::string& label, RunPtr* run) {
  const Addresses others = level_ > 0 ? pages_of_other_sets(lines) : Addresses{};
  Addresses visited;
  std::vector<std::ptrdiff_t> line_of;
  const auto empty_front = [&] {
    visited.insert(visited.end(), others.begin(), others.end());
    line_of.insert(line_of.end(), others.size(), -1);
  };
  empty_front();
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    visited.push_back(lines[sequence[i]] / visit_unit() * visit_unit());
    line_of.push_back(sequence[i]);
    const bool ends = std::find(segment_ends.begin(), segment_ends.end(), i + 1) != segment_ends.end();
    if (ends && i + 1 < sequence.size()) empty_front();
  }
  std::uint64_t rounds = (accesses + sequence.size() - 1) / sequence.size();
  if (const auto most = pages_.lab().description().properties.max_accesses)
    rounds = std::clamp<std::uint64_t>(*most / visited.size(), 1, rounds);
  const Walk walk = pages_.visit(visited, rounds, visit_unit(), label);
  if (run != nullptr) *run = walk.run;

  // The first visit of a page misses the TLB and also waits for its line, so its latency is that of no known level.
  std::set<std::ptrdiff_t> seen;
  std::vector<inference::SetAccess> result;
  std::vector<float> cycles;
  std::vector<std::size_t> position, place;
  for (std::size_t i = 0; i < walk.cycles.size(); ++i) {
    const std::ptrdiff_t line = line_of[i % walk.period];
    if (line < 0) continue;
    result.push_back({static_cast<std::uint32_t>(line), true, true, true});
    if (seen.insert(line).second) continue;
    cycles.push_back(walk.cycles[i]);
    position.push_back(i);
    place.push_back(result.size() - 1);
  }
  const auto readings = inference::read_accesses(cycles, position, walk.cycles.size(), around_, noise_);
  for (std::size_t i = 0; i < readings.size(); ++i) {
    inference::SetAccess& access = result[place[i]];
    access.miss = readings[i].miss;
    access.reached = readings[i].reached;
    access.known = readings[i].known;
  }
  return result;
}

}  // namespace chasescope::structure
