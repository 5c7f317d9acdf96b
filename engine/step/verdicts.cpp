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

// What is within a tenth of a latency that was found is the same part answering: SMs and slices differ by that much, and no cache
// behind another answers as fast.
constexpr double kNear = 0.1;

/// What a part takes to answer, also from one of its halves or sides alone.
bool is_latency(std::string_view quantity) {
  constexpr std::array kLatencies{quantity::hit_latency_cycles,        quantity::near_latency_cycles,        quantity::far_latency_cycles,
                                  quantity::own_half_latency_cycles,   quantity::other_half_latency_cycles,  quantity::near_memory_latency_cycles,
                                  quantity::far_memory_latency_cycles};
  return std::find(kLatencies.begin(), kLatencies.end(), quantity) != kLatencies.end();
}

bool names(const Finding& finding, const std::string& run) {
  return std::find(finding.evidence.begin(), finding.evidence.end(), run) != finding.evidence.end();
}

/// The cut between hits and misses that the run's own probe made. Its miss rate is a count of the slowest accesses, so it says after
/// which level the misses begin.
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
  double closest = hits, sum = 0;  // to the number of hits, were no level one
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

/// Latencies that findings tell of a part, in cycles; empty: none.
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
    // A cache that is not there, or does not serve this space, is not asked.
    while (nearest < path.size() && latencies(path[nearest], true).empty() && is_absent(path[nearest])) ++nearest;
    // Memory is no cache: what nothing is in front of does not hit.
    if (nearest == path.size() || path[nearest] == subject::dram) return;
    hits = latencies(path[nearest], true);
    for (std::size_t i = nearest + 1; i < path.size(); ++i) {
      const Span behind = latencies(path[i], false);
      if (!behind.empty()) misses.low = std::min(misses.low, behind.low);
    }
    add_penalty(path[nearest]);
    // What another chase of this space compared with its reference.
    if (hits.empty()) hits = latencies(subject::device, true);
    for (const Finding& finding : findings)
      if (finding.subject == subject::device && finding.quantity == quantity::miss_latency_cycles && speaks(finding, true) && finding.low)
        misses.low = std::min(misses.low, *finding.low);
    // A cache of one SM answers from one place, so that whatever is clearly slower came from elsewhere. Slices of an L2 differ.
    const bool in_one_place = path[nearest] != subject::l2 && path[nearest] != subject::l3;
    if (!hits.empty() && in_one_place && std::isinf(misses.low)) misses.low = hits.high * (1 + kNear) / (1 - kNear);
    if (!hits.empty()) {
      hits.low += run.overhead_cycles;
      hits.high += run.overhead_cycles;
    }
    misses.low += run.overhead_cycles;
  }

  Span hits, misses;  // `misses.high` is open

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
  // Near to both: only where it lies clearly nearer to one is it that.
  const double from_hits = std::max(cycles - witnesses.hits.high, 0.0), from_misses = std::max(witnesses.misses.low - cycles, 0.0);
  if (2 * from_hits < from_misses) return Verdict::hit;
  return 2 * from_misses < from_hits ? Verdict::miss : Verdict::unknown;
}

/// By what the session found of the caches on the way.
LatencyVerdicts found_verdicts(const JudgedRun& run, const std::vector<Finding>& findings) {
  const Witnesses witnesses(run, findings);
  if (witnesses.hits.empty()) return {};
  std::optional<float> hit_to, miss_above;
  const auto& levels = run.levels.levels();
  for (std::size_t i = 0; i < levels.size() && verdict_of(levels[i].median, witnesses) == Verdict::hit; ++i)
    hit_to = levels[i].upper_bound;
  for (std::size_t i = levels.size(); i-- > 0 && verdict_of(levels[i].median, witnesses) == Verdict::miss;)
    miss_above = i == 0 ? -1.0F : levels[i - 1].upper_bound;
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
    // Few accesses make no level of their own, so that a level of hits may hold what is told to have missed.
    case Verdict::hit: return verdicts.of(level.high) == Verdict::hit ? "hit" : "mostly hits";
    case Verdict::miss: return "miss";
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
