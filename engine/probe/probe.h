// A probe: which requests to make, in which order, to measure one property of a device.
//
// One file per probe; each registers itself by one line in engine/probe/discovery/registry.cpp. A probe uses the Device interface
// and the pure functions of engine/inference, and nothing of threads, files or windows.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/device.h"
#include "engine/findings/finding.h"
#include "engine/findings/run.h"

namespace chasescope {

/// The kind decides how a value is read, checked and edited.
enum class ParameterKind { bytes, count, counts, percent, choice, names };

struct Parameter {
  std::string key;    ///< "bytes": as in --set bytes=17KiB
  std::string label;  ///< "Footprint N"
  ParameterKind kind = ParameterKind::count;
  std::string default_text;          ///< "16KiB"; empty: not set (optional parameters only)
  bool optional = false;             ///< may be empty
  std::vector<std::string> choices;  ///< for ParameterKind::choice, one of them; for names, some of them, comma-separated
  std::string unset_text;            ///< what an empty optional value means: "2 passes"
  std::string help;                  ///< one or two sentences that teach, with the paper's section
  std::uint64_t least = 0;           ///< for ParameterKind::count: smaller numbers are refused
};

struct ProbeInfo {
  std::string name;       ///< "fine-grained"
  std::string title;      ///< "Fine-grained chase"
  std::string group;      ///< "Caches", "Translation", …
  std::string summary;    ///< one sentence: what it finds out
  std::string reference;  ///< "2014 paper §3.2"
  std::vector<Parameter> parameters;

  const Parameter* parameter(std::string_view key) const;
};

/// Values by key, as text the way a person wrote them; a missing key means the default.
using ParameterValues = std::map<std::string, std::string>;

/// Receives the events of a running probe. Called on the measuring thread; must return at once and must not throw.
class ProbeSink {
 public:
  virtual ~ProbeSink() = default;
  /// A request is about to start. `run` has id, probe, label and request; its result is still empty.
  virtual void on_run_started(const RunPtr& run) = 0;
  virtual void on_part(const std::string& run_id, const TraceChunk& part) = 0;
  virtual void on_run_finished(const RunPtr& run) = 0;
  /// The share of the probe that is done, 0 to 1, and what is being measured now.
  virtual void on_progress(double fraction, const std::string& doing) = 0;
  virtual void on_finding(const Finding& finding) = 0;
  /// Trials were made that may or may not become evidence, for a view that shows them as they arrive. Trials that become evidence
  /// are reported again as a run.
  virtual void on_trials(const RunPtr& /*run*/) {}
};

/// The result of a finished probe: every run and every finding, in order.
struct ProbeReport {
  std::vector<RunPtr> runs;
  std::vector<Finding> findings;
};

class SharedWork;

/// The surroundings of one execution of a probe.
struct ProbeControl {
  std::stop_token stop;         ///< a stopped probe answers `cancelled` within 100 ms
  ProbeSink* sink = nullptr;    ///< may be null
  std::uint64_t first_run = 1;  ///< the number of its first run: ids are "run-N", unique within a session
  SharedWork* shared = nullptr;  ///< results shared with the other steps of a discovery (shared_work.h); may be null
};

class Probe {
 public:
  virtual ~Probe() = default;
  virtual const ProbeInfo& info() const = 0;

  /// Runs on `device`. `values` are checked against info() by the caller (see parameters.h) and again by the device.
  /// An error of the device, or of the values, ends the probe; what a device can't decide is a finding, not an error.
  virtual Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const = 0;
};

}  // namespace chasescope
