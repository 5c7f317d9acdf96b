// What the sweeps and the spectrum work with: a recorder, one budget for their own chases and for the survey of the levels, and the
// memory spaces that they were asked for, with the levels that the structure probes tell.
//
//   SweepBench bench(info(), device, read, control, spaces);
//   for (SweptSpace& space : bench.spaces()) draw(bench.runner(), space);          // levels without names
//   bench.explore(Depth::sets, findings_of, 0.5, 1);                               // … and now with them
//   return bench.recorder().take_report();
//
// What the survey and the explorer asked is evidence and no data: a curve is drawn from the sweep's own chases alone.
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
  /// Carve-out, L1 size, SM and budget are as the parameters of those names say. Tells the sink how many accesses it may come to.
  SweepBench(const ProbeInfo& info, Device& device, const ParameterReader& read, const ProbeControl& control,
             std::vector<MemorySpace> spaces);
  SweepBench(const SweepBench&) = delete;
  SweepBench& operator=(const SweepBench&) = delete;

  Recorder& recorder() { return recorder_; }
  SweepRunner& runner() { return runner_; }
  /// In the order in which they were named.
  std::vector<SweptSpace>& spaces() { return spaces_; }
  structure::Lab lab(MemorySpace space);
  /// Whether something may stay warm from chase to chase, as on a card: then time counts, too.
  bool keeps_state() { return lab(setting_.space).keeps_state(); }

  /// Surveys the levels of `space`. Throws DeviceFailure.
  void survey(SweptSpace& space);
  /// What an earlier step of a whole told of the spaces: levels, names and ends. Where none told of any of them, they are surveyed
  /// and explored, and ends stay as far apart as the survey leaves them. Throws DeviceFailure.
  void recall();
  /// Explores the caches behind all spaces, gives the levels their names, and puts what `findings_of` says of each cache into the
  /// report; shared memory lies behind none. Throws DeviceFailure.
  void explore(structure::Depth depth, const structure::FindingsOfCache& findings_of, double from, double to);

  /// Why the device would refuse the smallest chase in one of the spaces, if it would.
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
