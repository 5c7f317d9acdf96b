// What every probe needs while it runs: makes requests, names the runs, tells the sink, keeps the report.
#pragma once

#include <string>
#include <vector>

#include "engine/probe/probe.h"

namespace chasescope {

/// One planned request: the chase and what it is within its probe, for people.
struct PlannedChase {
  ChaseRequest request;
  std::string label;
  bool auxiliary = false;
};

class Recorder {
 public:
  Recorder(const ProbeInfo& probe, Device& device, const ProbeControl& control);

  /// Runs one chase. Its progress fills [from, to] of the probe's.
  Outcome<RunPtr> chase(const PlannedChase& planned, double from, double to);

  /// Adds a finding and tells the sink.
  void add(Finding finding);

  /// Everything so far; the recorder is empty afterwards.
  ProbeReport take_report() { return std::move(report_); }

 private:
  const ProbeInfo& probe_;
  Device& device_;
  const ProbeControl& control_;
  std::uint64_t next_run_;
  ProbeReport report_;
};

}  // namespace chasescope
