// Hit or miss: what the latencies of a run are called, everywhere in the program.
//
//   const LatencyVerdicts verdicts = judge({run.id, request, overhead, levels}, findings);
//   verdicts.of(297) == Verdict::hit
//
// A level is a miss only where a nearer one is established, by one of two witnesses: the reference chases of the run's own probe
// (2014 paper §3.2), whose miss rate names the run as its evidence, or the latencies that the session's findings tell of the cache
// that the run's space asks first and of what lies behind it. That one level is slower than another is no evidence: the slices of
// an L2 lie at different distances, and all of them hit. Without a witness, levels are called by their cycles.
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
  /// Nothing is told.
  LatencyVerdicts() = default;
  /// Accesses of at most `hit_to` cycles hit, those of more than `miss_above` missed.
  LatencyVerdicts(std::optional<float> hit_to, std::optional<float> miss_above) : hit_to_(hit_to), miss_above_(miss_above) {}

  /// hit, miss or unknown.
  Verdict of(float cycles) const {
    if (hit_to_ && cycles <= *hit_to_) return Verdict::hit;
    return miss_above_ && cycles > *miss_above_ ? Verdict::miss : Verdict::unknown;
  }
  /// Whether anything is told.
  bool tells() const { return hit_to_ || miss_above_; }
  /// Whether every level is told; only then is a picture one of hits and misses.
  bool tells_all(const inference::LatencyLevels& levels) const;
  /// Slower accesses missed (cycles); a negative number where all did. Only where hits and misses are told without a gap.
  std::optional<float> highest_hit() const;
  /// What holds for another trace of the same space, of which no witness has spoken yet: beyond these levels nothing is told.
  LatencyVerdicts carried(const inference::LatencyLevels& levels) const;

  friend bool operator==(const LatencyVerdicts&, const LatencyVerdicts&) = default;

 private:
  std::optional<float> hit_to_, miss_above_;  // cycles with the cost of measuring; hit_to_ <= miss_above_
};

/// A run whose levels are to be named.
struct JudgedRun {
  const std::string& id;
  const ChaseRequest& request;
  double overhead_cycles = 0;  ///< what of each latency is the cost of measuring
  const inference::LatencyLevels& levels;
};

/// Pure. O(findings + levels).
LatencyVerdicts judge(const JudgedRun& run, const std::vector<Finding>& findings);

/// "miss", "hit" or "mostly hits", or where neither is told "265 cycles".
std::string level_word(const inference::LatencyLevel& level, const LatencyVerdicts& verdicts);

/// Hit or miss of each timed access of a trace.
class RecordedVerdicts {
 public:
  RecordedVerdicts() = default;
  RecordedVerdicts(LatencyTrace trace, LatencyVerdicts verdicts) : trace_(std::move(trace)), verdicts_(verdicts) {}

  /// None where the trace does not tell.
  std::optional<bool> hit(std::uint64_t timed) const;
  std::optional<float> cycles(std::uint64_t timed) const;

 private:
  LatencyTrace trace_;  // shares its chunks
  LatencyVerdicts verdicts_;
};

}  // namespace chasescope::step
