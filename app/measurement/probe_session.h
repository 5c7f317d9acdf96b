// Runs a probe from start to end and returns its session: for the command line, which has no measurement thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/catalogue/catalogue.h"
#include "engine/device/device.h"
#include "engine/probe/probe.h"
#include "engine/session/document/session.h"

namespace chasescope {

/// "key=value" pairs as parameter values; later ones win. An entry without '=' is an error that says so.
Outcome<ParameterValues> parse_settings(const std::vector<std::string>& settings);

/// Why there is no such probe with such parameters, as a sentence; empty if there is.
std::string fault_of_words(const std::string& probe, const std::vector<std::string>& settings);

/// A session's `environment`: program, version, time (UTC, ISO 8601), device id, probe and its parameters.
nlohmann::json describe_environment(const std::string& device_id, const std::string& probe, const ParameterValues& values);

/// The device to measure, as a command line names it.
struct DeviceChoice {
  std::string id;
  std::optional<std::string> noise;  ///< the value of --noise; empty text: the standard noise
  std::optional<std::uint64_t> seed;
  std::string request_log;  ///< file that gets a line per request; empty: none
  bool journaled = true;    ///< whether what is measured outlives the end of the program; not so for a lesson
};

/// One of several probes that fill a session.
struct ProbeStep {
  std::string probe;
  std::function<std::optional<ParameterValues>(const Session& so_far)>
      values;             ///< the settings, by the session so far; nothing: the step is not needed any more
  /// Whether the session is useful without this step, which ended with this error; null: it is not.
  std::function<bool(const DeviceError&)> may_fail = nullptr;
  bool suited = false;    ///< a fine-grained chase whose footprint is chosen to suit the device (suited_chase.h)
};

/// Opens the device, runs the probe and returns the session. Shows progress on a terminal; Ctrl+C cancels. Devices that are no
/// models ignore noise and seed, with a note on standard error. \return `invalid_request` if the choice or the settings are
/// invalid, also if the device says so.
Outcome<Session> measure_session(const DeviceChoice& choice, const std::string& probe, const std::vector<std::string>& settings);

/// Runs several probes one after another, each with the findings of those before. The environment names the last probe, and lists
/// all. `watcher` gets the events that a terminal would show, after they were journaled.
Outcome<Session> measure_session(const DeviceChoice& choice, const std::vector<ProbeStep>& steps, ProbeSink* watcher = nullptr);

}  // namespace chasescope
