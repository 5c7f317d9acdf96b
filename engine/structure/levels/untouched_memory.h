// What memory takes that no chase has read yet, and every how many bytes it is slow: nothing in front of it holds any of it.
//
// A card or a program may have kept some of it all the same; then it shows nothing.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/experiment/lab.h"
#include "engine/inference/levels/latency_levels.h"
#include "engine/inference/levels/latency_noise.h"

namespace chasescope::structure {

class UntouchedMemory {
 public:
  /// Nothing was walked.
  UntouchedMemory() = default;
  /// Walks over 16 KiB of it, element by element, or less where there is not as much. `noise`: of hits.
  UntouchedMemory(Lab& lab, const inference::LatencyNoise& noise);

  /// Null if there was nothing to walk over.
  RunPtr run() const { return walk_.run; }
  /// The slowest that it shows, outliers apart; 0 if that is no slower than a hit.
  double cycles() const { return top_; }
  /// Whether outliers explain all that was slower than a hit.
  bool is_as_fast_as_hits() const;
  /// Whether a level takes as long. Memory takes longer or shorter by how it is read; what untouched memory took must be among it.
  bool is_answered_by(const inference::Band& level) const;
  /// The distance (bytes) at which accesses come that take longer than `cut`, if they come regularly: what one miss brings.
  /// Noise lifts the share `slow_hits` of those that hit above it.
  std::optional<std::uint64_t> slow_every(double cut, double slow_hits = 0) const;

 private:
  void take_top(const std::vector<inference::LatencyLevel>& levels, const std::vector<float>& slow, double outliers);
  bool is_no_chance(const inference::LatencyLevel& level, double outliers) const;
  std::vector<inference::LatencyLevel> close_together(std::vector<float> latencies) const;
  std::vector<inference::LatencyLevel> joined(const std::vector<inference::LatencyLevel>& levels) const;
  std::pair<double, double> ends_of(const inference::LatencyLevel& level, const std::vector<float>& latencies) const;
  bool is_slow_regularly() const;
  double hit_cut() const;

  inference::LatencyNoise noise_;
  Walk walk_;
  double top_ = 0, low_ = 0, high_ = 0;  // cycles: of the slowest, its median and its ends
};

}  // namespace chasescope::structure
