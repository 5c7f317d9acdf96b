// What every probe needs while it runs: makes requests, names the runs, tells the sink, keeps the report.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/probe/probe.h"

namespace chasescope {

/// One planned request, and what it is within its probe, for people.
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

  /// Makes one request that may or may not become evidence: the sink hears of it only once keep() is called, but can watch trials.
  template <typename Request>
  Outcome<RunPtr> ask_quietly(const Planned<Request>& planned);

  Outcome<RunPtr> chase_quietly(const PlannedChase& planned) { return ask_quietly(planned); }

  /// From now on what is asked quietly is a reference: evidence, but no data (run_series.h).
  void ask_for_reference() { references_ = true; }

  /// Puts a run of ask_quietly() into the report, unless it is there; returns its id.
  std::string keep(const RunPtr& run);

  /// Tells the sink what is being found out now, and how much of the whole is done, 0 to 1 (never less than told before).
  void progress(const std::string& doing, double fraction = 0);

  /// Runs several chases as one batch, which a device may spread over its SMs. Answers in their order. Runs are numbered as they begin;
  /// what was refused never began: it has no number, and the sink does not hear of it.
  std::vector<Outcome<RunPtr>> chase_batch(std::span<const PlannedChase> planned, double from, double to);

  /// Adds a finding and tells the sink.
  void add(Finding finding);

  /// Everything so far; the recorder is empty afterwards.
  ProbeReport take_report() { return std::move(report_); }

  /// What this probe shares with other steps of a whole, or null.
  SharedWork* shared() const { return control_.shared; }

 private:
  class Batch;
  std::string next_id();
  RunPtr begin(const PlannedChase& planned);
  RunPtr finish(const Run& begun, ChaseResult result);

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
