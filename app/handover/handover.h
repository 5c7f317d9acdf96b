// The hand-over between the measuring thread and the window: a queue of values behind a mutex. Plain C++, no Qt.
//
// Each job has a number. Whatever arrives for a job that is no longer the current one (cancelled, replaced) is dropped, so late results
// can't reach the window. Progress is coalesced: only the newest waits.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "engine/device/error.h"
#include "engine/findings/finding.h"
#include "engine/findings/run.h"

namespace chasescope {

struct RunStarted {
  RunPtr run;
};
struct PartLanded {
  std::string run_id;
  TraceChunk part;
};
struct RunFinished {
  RunPtr run;
};
struct ProgressMade {
  double fraction = 0;
  std::string doing;
};
struct FindingMade {
  Finding finding;
};
/// Trials that may become evidence or not.
struct TrialsMade {
  RunPtr run;
};
/// What a card did while it was measured: `conditions` of a session's environment.
struct ConditionsTold {
  nlohmann::json conditions;
};
struct JobFinished {};
struct JobFailed {
  DeviceError error;
};

using MeasurementEvent = std::variant<RunStarted, PartLanded, RunFinished, ProgressMade, FindingMade, TrialsMade, ConditionsTold,
                                      JobFinished, JobFailed>;

class Handover {
 public:
  /// Begins a new job: drops all waiting events, and all later events of earlier jobs. Returns the job's number.
  std::uint64_t begin_job();

  /// Ends the current job from the reader's side: drops all its further events.
  void drop_job();

  /// Puts an event into the queue. True if the reader must be woken (the queue was empty); false if the event was dropped or the
  /// reader was woken already.
  bool put(std::uint64_t job, MeasurementEvent event);

  /// All waiting events, in order.
  std::vector<MeasurementEvent> take();

 private:
  std::mutex mutex_;
  std::uint64_t current_job_ = 0;
  bool open_ = false;
  std::vector<MeasurementEvent> waiting_;
};

}  // namespace chasescope
