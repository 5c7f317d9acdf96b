// Makes the many chases of a sweep in batches, within a stated budget of accesses. The survey of the levels spends from the same
// budget. The runner distinguishes limits of the device from failures.
//
//   structure::Budget budget{256'000'000};
//   SweepRunner runner(recorder, device.description(), budget);
//   runner.enter(0.0, 0.5);
//   const auto run = runner.chase({uniform_chase(base, 16384, 128, 2, 1), "N = 16 KiB"});
//   if (!run && is_limit(run.error())) …                 // the sweep ends early and keeps its points
//   else if (!run) return run.error();                   // the probe ends
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/experiment/lab.h"
#include "engine/experiment/recorder.h"

namespace chasescope {

/// A uniform chase of whole passes over `bytes` (a multiple of `stride`), with space and settings of `base`.
ChaseRequest uniform_chase(const ChaseRequest& base, std::uint64_t bytes, std::uint64_t stride, std::uint64_t warm_passes,
                           std::uint64_t timed_passes);
/// The same for listed offsets.
ChaseRequest listed_chase(const ChaseRequest& base, std::vector<std::uint64_t> offsets, std::uint64_t warm_passes,
                          std::uint64_t timed_passes);

/// Whether the error is a limit of the device or the budget, and not a failure. A sweep ends at a limit and says so.
bool is_limit(const DeviceError& error);

/// The largest footprint of a sweep in this space: what the device states, or else half of its memory, or else 64 MiB.
std::uint64_t footprint_limit(const Description& device, MemorySpace space);

class SweepRunner {
 public:
  SweepRunner(Recorder& recorder, const Description& device, structure::Budget& budget)
      : recorder_(recorder), device_(device), budget_(budget), allowed_(budget.accesses) {}

  /// The next stretch fills [from, to] of the probe's progress, and may spend this share of the remaining budget.
  void enter(double from, double to, double share = 1);

  Outcome<RunPtr> chase(const PlannedChase& planned);
  /// Runs one batch; the answers are in order. A chase that exceeds the device's limits or the budget is refused without a request.
  std::vector<Outcome<RunPtr>> chases(std::span<const PlannedChase> planned);

  std::uint64_t left() const { return allowed_ - std::min(allowed_, budget_.spent); }
  /// The cost of a request: warm-up and timed accesses.
  static std::uint64_t cost(const ChaseRequest& request) { return request.warmup + request.accesses; }
  const Description& device() const { return device_; }

 private:
  Recorder& recorder_;
  const Description& device_;
  structure::Budget& budget_;
  std::uint64_t allowed_;  ///< accesses of the budget that may be spent when this stretch ends
  double at_ = 0, to_ = 1;
};

}  // namespace chasescope
