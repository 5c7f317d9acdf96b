// The common tools of the sweeps and the spectrum: a recorder, one budget for their own chases and for the survey of the levels,
// and the requested memory spaces with the levels that the structure probes find.
//
//   SweepBench bench(info(), device, read, control, spaces);
//   for (SweptSpace& space : bench.spaces()) draw(bench.runner(), space);          // levels without names
//   bench.explore(Depth::sets, findings_of, 0.5, 1);                               // … and now with them
//   return bench.recorder().take_report();
//
// The runs of the survey and the explorer are evidence only. A curve is drawn from the sweep's own chases alone.
#pragma once

#include <vector>

#include "engine/experiment/recorder.h"
#include "engine/experiment/shared_work.h"
#include "engine/experiment/sweep_runner.h"
#include "engine/probe/caches/spaces.h"
#include "engine/probe/parameters.h"
#include "engine/probe/sweeps/swept_space.h"

namespace chasescope {

class SweepBench {
 public:
  /// Reads carve-out, L1 size, SM and budget from the parameters of those names. Tells the sink the largest number of accesses.
  SweepBench(const ProbeInfo& info, Device& device, const ParameterReader& read, const ProbeControl& control,
             std::vector<MemorySpace> spaces);
  SweepBench(const SweepBench&) = delete;
  SweepBench& operator=(const SweepBench&) = delete;

  Recorder& recorder() { return recorder_; }
  SweepRunner& runner() { return runner_; }
  /// The spaces, in the order of the constructor's list.
  std::vector<SweptSpace>& spaces() { return spaces_; }
  structure::Lab lab(MemorySpace space);
  /// Whether caches may stay warm from chase to chase, as on a card; then time counts besides accesses.
  bool keeps_state() { return lab(setting_.space).keeps_state(); }

  /// Surveys the levels of `space`. Throws DeviceFailure.
  void survey(SweptSpace& space);
  /// Takes levels, names and ends of the spaces from an earlier step of the discovery. If no step reported any of them, the spaces
  /// are surveyed and explored, but the ends keep the coarse bounds of the survey. Throws DeviceFailure.
  void recall();
  /// Explores the caches behind all spaces, names the levels, and adds the findings that `findings_of` makes of each cache to the
  /// report. Shared memory is left out, because no cache lies in front of it. Throws DeviceFailure.
  void explore(structure::Depth depth, const structure::FindingsOfCache& findings_of, double from, double to);

  /// The reason for which the device would refuse the smallest chase in one of the spaces; empty if it would not.
  std::optional<DeviceError> refusal() const;

 private:
  static ProbeControl sharing(ProbeControl control, SharedWork& own);

  const ProbeInfo& info_;
  Device& device_;
  structure::Setting setting_;
  SharedWork own_work_;
  ProbeControl control_;
  Recorder recorder_;
  structure::Budget budget_;
  SweepRunner runner_;
  std::vector<SweptSpace> spaces_;
};

}  // namespace chasescope
