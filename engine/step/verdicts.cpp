// Decision 2: docs/decisions/window/02-hit-and-miss-in-one-place.md
#include "engine/step/verdicts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "engine/findings/vocabulary.h"
#include "engine/step/level_parts.h"
#include "engine/trace/number_text.h"

namespace chasescope::step {
namespace {

using inference::LatencyLevel;
using inference::LatencyLevels;

constexpr float kEverything = std::numeric_limits<float>::infinity();

// A latency within a tenth of a part's measured latency counts as an answer of that part: SMs and slices differ by that much, and
// no cache is as fast as the cache before it.
constexpr double kNear = 0.1;

/// Whether the quantity is the latency of a part, or of one of its halves or sides.
bool is_latency(std::string_view quantity) {
  constexpr std::array kLatencies{quantity::hit_latency_cycles,        quantity::near_latency_cycles,        quantity::far_latency_cycles,
                                  quantity::own_half_latency_cycles,   quantity::other_half_latency_cycles,  quantity::near_memory_latency_cycles,
                                  quantity::far_memory_latency_cycles};
  return std::find(kLatencies.begin(), kLatencies.end(), quantity) != kLatencies.end();
}

bool names(const Finding& finding, const std::string& run) {
  return std::find(finding.evidence.begin(), finding.evidence.end(), run) != finding.evidence.end();
}

/// The cut between hits and misses from the run's own probe. Its miss rate is the share of the slowest accesses, and so determines
/// the level at which the misses begin.
std::optional<LatencyVerdicts> own_verdicts(const JudgedRun& run, const std::vector<Finding>& findings) {
  const auto rate = std::find_if(findings.begin(), findings.end(), [&](const Finding& finding) {
    return finding.quantity == quantity::miss_rate && finding.status == FindingStatus::measured && finding.value.is_number() &&
           names(finding, run.id);
  });
  if (rate == findings.end()) return std::nullopt;
  double total = 0;
  for (const LatencyLevel& level : run.levels.levels()) total += static_cast<double>(level.accesses);
  const double hits = (1 - rate->value.get<double>()) * total;
  std::size_t hit_levels = 0;
  double closest = hits, sum = 0;  // least distance to the number of hits; at first that with no level as hits
  for (std::size_t i = 0; i < run.levels.size(); ++i) {
    sum += static_cast<double>(run.levels[i].accesses);
    if (std::abs(sum - hits) >= closest) continue;
    closest = std::abs(sum - hits);
    hit_levels = i + 1;
  }
  if (hit_levels == 0) return LatencyVerdicts(std::nullopt, -1.0F);
  if (hit_levels == run.levels.size()) return LatencyVerdicts(kEverything, std::nullopt);
  const float cut = run.levels[hit_levels - 1].upper_bound;
  return LatencyVerdicts(cut, cut);
}

/// The range of a part's latencies in the findings, in cycles; empty if there are none.
struct Span {
  double low = std::numeric_limits<double>::infinity(), high = 0;
  bool empty() const { return high < low; }
  void add(const Finding& finding, double shift) {
    const double value = finding.value.get<double>();
    low = std::min({low, value + shift, finding.low.value_or(value) + shift});
    high = std::max({high, value + shift, finding.high.value_or(value) + shift});
  }
};

class Witnesses {
 public:
  Witnesses(const JudgedRun& run, const std::vector<Finding>& findings) : space_(to_string(run.request.space)), findings_(findings) {
    const std::vector<std::string> path = path_of(run.request.space);
    std::size_t nearest = 0;
    // Skips caches that do not exist, or that do not serve this space.
    while (nearest < path.size() && latencies(path[nearest], true).empty() && is_absent(path[nearest])) ++nearest;
    // No cache serves this space. Memory is no cache, so nothing can hit.
    if (nearest == path.size() || path[nearest] == subject::dram) return;
    hits = latencies(path[nearest], true);
    for (std::size_t i = nearest + 1; i < path.size(); ++i) {
      const Span behind = latencies(path[i], false);
      if (!behind.empty()) misses.low = std::min(misses.low, behind.low);
    }
    add_penalty(path[nearest]);
    // Latencies from another chase of this space that had a reference chase.
    if (hits.empty()) hits = latencies(subject::device, true);
    for (const Finding& finding : findings)
      if (finding.subject == subject::device && finding.quantity == quantity::miss_latency_cycles && speaks(finding, true) && finding.low)
        misses.low = std::min(misses.low, *finding.low);
    // All hits of an SM's own cache take equally long, so clearly slower accesses missed it. This does not hold for an L2 or L3,
    // whose slices lie at different distances.
    const bool in_one_place = path[nearest] != subject::l2 && path[nearest] != subject::l3;
    if (!hits.empty() && in_one_place && std::isinf(misses.low)) misses.low = hits.high * (1 + kNear) / (1 - kNear);
    if (!hits.empty()) {
      hits.low += run.overhead_cycles;
      hits.high += run.overhead_cycles;
    }
    misses.low += run.overhead_cycles;
  }

  Span hits, misses;  // `misses.high` is unused: misses have no upper limit

 private:
  bool speaks(const Finding& finding, bool of_space) const {
    const auto space = finding.conditions.find("space");
    return finding.status == FindingStatus::measured && (!of_space || (space != finding.conditions.end() && *space == space_));
  }
  Span latencies(const std::string& subject, bool of_space) const {
    Span span;
    for (const Finding& finding : findings_) {
      if (finding.subject == subject && is_latency(finding.quantity) && finding.value.is_number() && speaks(finding, of_space)) span.add(finding, 0);
    }
    return span;
  }
  bool is_absent(const std::string& subject) const {
    return std::any_of(findings_.begin(), findings_.end(), [&](const Finding& finding) {
      return finding.subject == subject && finding.status == FindingStatus::absent && finding.quantity == quantity::capacity_bytes;
    });
  }
  void add_penalty(const std::string& subject) {
    if (hits.empty()) return;
    for (const Finding& finding : findings_)
      if (finding.subject == subject && finding.quantity == quantity::miss_penalty_cycles && finding.value.is_number() &&
          speaks(finding, true))
        misses.low = std::min(misses.low, hits.low + finding.low.value_or(finding.value.get<double>()));
  }

  std::string space_;
  const std::vector<Finding>& findings_;
};

Verdict verdict_of(double cycles, const Witnesses& witnesses) {
  const bool near_hits = cycles <= witnesses.hits.high * (1 + kNear);
  const bool near_misses = cycles >= witnesses.misses.low * (1 - kNear);
  if (near_hits != near_misses) return near_hits ? Verdict::hit : Verdict::miss;
  if (!near_hits) return Verdict::unknown;
  // Near both hits and misses: the verdict goes to the clearly nearer side, if there is one.
  const double from_hits = std::max(cycles - witnesses.hits.high, 0.0), from_misses = std::max(witnesses.misses.low - cycles, 0.0);
  if (2 * from_hits < from_misses) return Verdict::hit;
  return 2 * from_misses < from_hits ? Verdict::miss : Verdict::unknown;
}

/// Verdicts from the session's findings about the caches on the path.
LatencyVerdicts found_verdicts(const JudgedRun& run, const std::vector<Finding>& findings) {
  const Witnesses witnesses(run, findings);
  if (witnesses.hits.empty()) return {};
  std::optional<float> hit_to, miss_above;
  const auto& levels = run.levels.levels();
  for (std::size_t i = 0; i < levels.size() && verdict_of(levels[i].median, witnesses) == Verdict::hit; ++i)
    hit_to = levels[i].upper_bound;
  for (std::size_t i = levels.size(); i-- > 0 && verdict_of(levels[i].median, witnesses) == Verdict::miss;) {
    miss_above = i == 0 ? -1.0F : levels[i - 1].upper_bound;
    if (verdict_of(levels[i].low, witnesses) != Verdict::hit) continue;
    // So few accesses make one level of hits and misses. Then what was found of the caches tells them apart.
    miss_above = static_cast<float>(witnesses.misses.low * (1 - kNear));
    hit_to = std::min(*miss_above, static_cast<float>(witnesses.hits.high * (1 + kNear)));
    break;
  }
  return {hit_to, miss_above};
}

}  // namespace

bool LatencyVerdicts::tells_all(const LatencyLevels& levels) const {
  return tells() && std::all_of(levels.levels().begin(), levels.levels().end(),
                                [this](const LatencyLevel& level) { return of(level.median) != Verdict::unknown; });
}

std::optional<float> LatencyVerdicts::highest_hit() const {
  if (hit_to_ && (!miss_above_ || *hit_to_ == *miss_above_)) return *hit_to_ == kEverything || miss_above_ ? hit_to_ : std::nullopt;
  return miss_above_ && *miss_above_ < 0 ? miss_above_ : std::nullopt;
}

LatencyVerdicts LatencyVerdicts::carried(const LatencyLevels& levels) const {
  std::optional<float> hit_to, miss_above;
  for (const LatencyLevel& level : levels.levels()) {
    const auto reach = static_cast<float>(kNear) * level.median;
    if (of(level.median) == Verdict::hit) hit_to = std::min(level.high + reach, level.upper_bound);
    if (of(level.median) == Verdict::miss && !miss_above) miss_above = level.low - reach;
  }
  if (hit_to && miss_above) miss_above = std::max(*miss_above, *hit_to);
  return {hit_to, miss_above};
}

LatencyVerdicts judge(const JudgedRun& run, const std::vector<Finding>& findings) {
  if (run.levels.empty()) return {};
  if (const auto own = own_verdicts(run, findings)) return *own;
  return found_verdicts(run, findings);
}

std::string level_word(const LatencyLevel& level, const LatencyVerdicts& verdicts) {
  switch (verdicts.of(level.median)) {
    // A few accesses form no level of their own, so that a level of hits may contain misses, and one of misses hits.
    case Verdict::hit: return verdicts.of(level.high) == Verdict::hit ? "hit" : "mostly hits";
    case Verdict::miss: return verdicts.of(level.low) == Verdict::miss ? "miss" : "also hits";
    default: break;
  }
  return number_text(level.median) + " cycles";
}

std::optional<bool> RecordedVerdicts::hit(std::uint64_t timed) const {
  if (timed >= trace_.size()) return std::nullopt;
  const Verdict verdict = verdicts_.of(trace_[timed]);
  return verdict == Verdict::unknown ? std::nullopt : std::optional(verdict == Verdict::hit);
}

std::optional<float> RecordedVerdicts::cycles(std::uint64_t timed) const {
  return timed < trace_.size() ? std::optional(trace_[timed]) : std::nullopt;
}

}  // namespace chasescope::step
