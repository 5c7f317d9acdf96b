// The work that every probe needs while it runs: makes requests, numbers the runs, informs the sink and keeps the report.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/probe/probe.h"

namespace chasescope {

/// One planned request, with a label for people.
template <typename Request>
struct Planned {
  Request request;
  std::string label;
  bool auxiliary = false;
};
using PlannedChase = Planned<ChaseRequest>;

class Recorder {
 public:
  Recorder(const ProbeInfo& probe, Device& device, const ProbeControl& control);

  /// Makes one request of any kind. Its progress fills [from, to] of the probe's.
  template <typename Request>
  Outcome<RunPtr> ask(const Planned<Request>& planned, double from, double to);

  Outcome<RunPtr> chase(const PlannedChase& planned, double from, double to) { return ask(planned, from, to); }

  /// Makes one request that may become evidence. The sink hears of it only when keep() is called, but sees the progress of trials.
  template <typename Request>
  Outcome<RunPtr> ask_quietly(const Planned<Request>& planned);

  Outcome<RunPtr> chase_quietly(const PlannedChase& planned) { return ask_quietly(planned); }

  /// From now on, quiet requests are references: evidence, but not data (run_series.h).
  void ask_for_reference() { references_ = true; }

  /// Adds a run of ask_quietly() to the report, unless it is there already. Returns its id.
  std::string keep(const RunPtr& run);

  /// Adds a run of an earlier step to this probe's report under a new id, with the first `accesses` of its trace.
  RunPtr take_over(const RunPtr& run, std::string label, std::size_t accesses);

  /// Tells the sink what is being measured, and how much of the probe is done, from 0 to 1 (the value never falls).
  void progress(const std::string& doing, double fraction = 0);

  /// Runs several chases as one batch, which a device may spread over its SMs. The answers are in the same order. Runs are numbered
  /// when they begin. A chase that was refused never began: it has no number, and the sink does not hear of it.
  std::vector<Outcome<RunPtr>> chase_batch(std::span<const PlannedChase> planned, double from, double to);

  /// Adds a finding and tells the sink.
  void add(Finding finding);

  /// The report so far. The recorder is empty afterwards.
  ProbeReport take_report() { return std::move(report_); }

  /// What this probe shares with other steps of an exploration, or null.
  SharedWork* shared() const { return control_.shared; }

 private:
  class Batch;
  std::string next_id();
  void count(std::uint64_t accesses);
  RunPtr begin(const PlannedChase& planned);
  RunPtr finish(const Run& begun, ChaseResult result);
  void report(const RunPtr& run);

  const ProbeInfo& probe_;
  Device& device_;
  const ProbeControl& control_;
  std::uint64_t next_run_;
  double fraction_ = 0;
  bool references_ = false;
  std::set<std::string> kept_;
  ProbeReport report_;
};

}  // namespace chasescope
