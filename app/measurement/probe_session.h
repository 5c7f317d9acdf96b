// Runs a probe from start to end and makes a session of it: what the command line does where the window has its thread.
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

/// Why these words name no probe with such parameters, as a sentence; empty if they do.
std::string fault_of_words(const std::string& probe, const std::vector<std::string>& settings);

/// What a session's `environment` says: program, version, time (UTC, ISO 8601), device id, probe and its parameters.
nlohmann::json describe_environment(const std::string& device_id, const std::string& probe, const ParameterValues& values);

/// The device to measure, as a command line names it.
struct DeviceChoice {
  std::string id;
  std::optional<std::string> noise;  ///< as after --noise; empty text: the standard set
  std::optional<std::uint64_t> seed;
  std::string request_log;  ///< file that gets a line per request; empty: none
};

/// One of several probes that fill a session.
struct ProbeStep {
  std::string probe;
  std::function<std::optional<ParameterValues>(const Session& so_far)> values;  ///< nothing: it is not needed any more
  bool may_fail = false;                                                        ///< the session is worth having without it
  bool suited = false;  ///< a fine-grained chase whose footprint is to suit the device (suited_chase.h)
};

/// Opens the device, runs the probe and returns the session. Shows progress on a terminal; Ctrl+C cancels. Noise and seed are
/// ignored, with a note on standard error, by what is no model. \return `invalid_request` if words or numbers of the choice or of
/// the settings are no good, be it that the device says so.
Outcome<Session> measure_session(const DeviceChoice& choice, const std::string& probe, const std::vector<std::string>& settings);

/// The same with several probes, one after another, each with what was found before it. The environment names the last of them, and
/// lists all.
/// `watcher` hears what a terminal would be shown, after it is kept.
Outcome<Session> measure_session(const DeviceChoice& choice, const std::vector<ProbeStep>& steps, ProbeSink* watcher = nullptr);

}  // namespace chasescope
