// Hit or miss: the names of a run's latencies, for the whole program.
//
//   const LatencyVerdicts verdicts = judge({run.id, request, overhead, levels}, findings);
//   verdicts.of(297) == Verdict::hit
//
// A latency level is called a miss only if one of two witnesses establishes a faster level as hits. The first witness are the
// reference chases of the run's own probe (2014 paper §3.2): their miss rate names the run as its evidence. The second witness are
// the session's findings on the latency of the first cache that serves the run's space, and of the parts behind that cache. A level
// that is merely slower than another one proves no miss: the slices of an L2 lie at different distances, and all of them hit.
// Without a witness, levels are named by their cycles.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/chase.h"
#include "engine/findings/finding.h"
#include "engine/inference/levels/latency_levels.h"
#include "engine/step/step.h"
#include "engine/trace/latency_trace.h"

namespace chasescope::step {

class LatencyVerdicts {
 public:
  /// No verdicts: every access is unknown.
  LatencyVerdicts() = default;
  /// Accesses of at most `hit_to` cycles hit, those of more than `miss_above` missed.
  LatencyVerdicts(std::optional<float> hit_to, std::optional<float> miss_above) : hit_to_(hit_to), miss_above_(miss_above) {}

  /// hit, miss or unknown.
  Verdict of(float cycles) const {
    if (hit_to_ && cycles <= *hit_to_) return Verdict::hit;
    return miss_above_ && cycles > *miss_above_ ? Verdict::miss : Verdict::unknown;
  }
  /// Whether any latency has a verdict.
  bool tells() const { return hit_to_ || miss_above_; }
  /// Whether every level is a hit or a miss; only then may a picture show hits and misses.
  bool tells_all(const inference::LatencyLevels& levels) const;
  /// The highest latency of a hit, in cycles: slower accesses missed. Negative if all accesses missed. Empty if latencies between
  /// hits and misses are unknown.
  std::optional<float> highest_hit() const;
  /// The verdicts for another trace of the same space, which has no witness yet. Latencies far from these levels become unknown.
  LatencyVerdicts carried(const inference::LatencyLevels& levels) const;

  friend bool operator==(const LatencyVerdicts&, const LatencyVerdicts&) = default;

 private:
  std::optional<float> hit_to_, miss_above_;  // cycles with the cost of measuring; hit_to_ <= miss_above_
};

/// The run whose levels judge() names.
struct JudgedRun {
  const std::string& id;
  const ChaseRequest& request;
  double overhead_cycles = 0;  ///< cycles of each latency that are the cost of measuring
  const inference::LatencyLevels& levels;
};

/// Pure. O(findings + levels).
LatencyVerdicts judge(const JudgedRun& run, const std::vector<Finding>& findings);

/// "miss", "hit", "mostly hits" or, of a level of misses with faster accesses, "also hits"; without a verdict "265 cycles".
std::string level_word(const inference::LatencyLevel& level, const LatencyVerdicts& verdicts);

/// Hit or miss of each timed access of a trace.
class RecordedVerdicts {
 public:
  RecordedVerdicts() = default;
  RecordedVerdicts(LatencyTrace trace, LatencyVerdicts verdicts) : trace_(std::move(trace)), verdicts_(verdicts) {}

  /// Empty if the verdict is unknown.
  std::optional<bool> hit(std::uint64_t timed) const;
  std::optional<float> cycles(std::uint64_t timed) const;

 private:
  LatencyTrace trace_;  // shares its chunks
  LatencyVerdicts verdicts_;
};

}  // namespace chasescope::step
