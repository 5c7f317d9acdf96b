#include "app/measurement/probe_session.h"

#include <unistd.h>

#include <QDateTime>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <thread>
#include <vector>

#include "app/measurement/command_journal.h"
#include "app/measurement/condition_record.h"
#include "app/measurement/failure.h"
#include "app/measurement/interrupt.h"
#include "app/measurement/suited_chase.h"
#include "app/measurement/terminal_progress.h"
#include "app/measurement/version.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/device/recording/recorded_probe.h"
#include "engine/device/recording/recording.h"
#include "engine/device/request_log.h"
#include "engine/experiment/shared_work.h"
#include "engine/model/card_file/noise_reader.h"
#include "engine/output/outgoing_text.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/parameters.h"
#include "engine/trace/near_word.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

Outcome<OpenOptions> open_options(const DeviceChoice& choice) {
  OpenOptions options;
  options.seed = choice.seed;
  options.log = [](std::string_view line) { std::fprintf(stderr, "%s\n", printable(line).c_str()); };
  if (!choice.noise) return options;
  std::string complaint;
  options.noise = model::parse_noise(*choice.noise, complaint);
  if (!options.noise) return DeviceError{ErrorCode::invalid_request, complaint};
  return options;
}

/// Says that a noise or a seed was given for a device that uses none.
void note_unused_options(const Description& device, const OpenOptions& options) {
  if (device.origin == Origin::model || (!options.noise && !options.seed)) return;
  note("--noise and --seed are for models; " + device.name +
       (device.origin == Origin::recording ? " was recorded without them." : " is measured as it is."));
}

/// Writes the noise and seed of a model into the session; other devices don't use them.
void record_options(Session& session, const OpenOptions& options) {
  if (session.device.origin != Origin::model) return;
  session.environment["seed"] = options.seed.value_or(SoftwareOptions{}.seed);
  if (options.noise) session.environment["noise"] = model::noise_words(*options.noise);
}

/// The runs and findings of one probe from a recording, if the recording has all of them.
std::optional<Session> part_of_recording(const Session& recorded, const std::string& device_id, const ProbeStep& step) {
  const Probe* probe = find_probe(step.probe);
  const auto values = step.values(Session());
  if (probe == nullptr || !values) return std::nullopt;
  auto part = recorded_part(recorded, probe->info(), *values);
  if (part && (values->contains("effort") || values->contains("seconds")))
    note("A recording has what was measured then: --time, --quick and --thorough change nothing.");
  if (!part) return part;
  // Commands in the session name the recording, as the reader may have no such card. The device that was recorded is kept.
  if (!part->environment.is_object()) part->environment = nlohmann::json::object();
  if (!part->environment.contains("recorded")) part->environment["recorded"] = nlohmann::json::object();
  part->environment["recorded"]["device_id"] = part->environment.value("device_id", nlohmann::json());
  part->environment["device_id"] = device_id;
  return part;
}

/// The error of a device that could not be opened. An id without a meaning was refused before; a file that is missing or holds no
/// card is not an invalid command line.
DeviceError not_opened(const DeviceError& error) {
  return {error.code == ErrorCode::invalid_request ? ErrorCode::internal : error.code, error.message};
}

void note_choice(const ParameterValues& values, bool has_given_stride) {
  std::string chosen;
  for (const char* key : {"space", "bytes", "stride"})
    if (const auto value = values.find(key); value != values.end())
      chosen += (chosen.empty() ? "" : ", ") + value->first + "=" + value->second;
  const std::string choice = " (" + chosen + "); --set bytes=… names another.";
  if (!has_given_stride) return note("The footprint is a little more than the nearest cache holds" + choice);
  // So few elements may fit the cache all the same.
  const auto stride = parse_bytes(values.at("stride"));
  const bool is_one = stride && parse_bytes(values.at("bytes")) == *stride;
  note(is_one ? "The footprint is one element, as one stride is more than the nearest cache holds" + choice
              : "The footprint is a little more than the nearest cache holds, in whole strides" + choice);
}

/// Notes settings that the driver accepts but this device does not use: a carve-out before Volta, the cache switch of Fermi and
/// Kepler on later cards. Nothing is noted for a device without a compute capability.
void note_idle_settings(const ParameterValues& values, const Description& device) {
  const std::string capability = device.properties.compute_capability.value_or("");
  const int major = std::atoi(capability.c_str());
  if (major == 0) return;
  constexpr int kVolta = 7, kMaxwell = 5;
  const auto is_set = [&](const char* key) {
    const auto value = values.find(key);
    return value != values.end() && !value->second.empty();
  };
  const std::string here = "; " + device.name + " has " + capability + ", so the setting should change nothing.";
  if (is_set("carveout_percent") && major < kVolta)
    note("carveout_percent is for cards of compute capability 7.0 (Volta) and newer" + here);
  if (is_set("l1_kib") && major >= kMaxwell) note("l1_kib is for cards of compute capability 2.0 to 3.7 (Fermi and Kepler)" + here);
}

/// Closes a card in parallel with the further use of its session, such as writing it: a card takes half a second to free memory and
/// context. The program ends after the card is closed.
void close_beside(std::unique_ptr<Device> device) {
  static std::vector<std::jthread> closing;  // made after the driver was loaded: joined before it is unloaded
  if (device->description().origin == Origin::hardware)
    closing.emplace_back([closed = std::move(device)]() mutable { closed.reset(); });
}

std::vector<std::string> probe_names() {
  std::vector<std::string> names;
  for (const auto& probe : all_probes()) names.push_back(probe->info().name);
  return names;
}

/// The time of the measurement, if it is given by SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch/):
/// then equal sessions have equal bytes.
std::optional<QDateTime> given_time() {
  bool given = false;
  const qint64 seconds = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong(&given);
  return given && seconds >= 0 ? std::optional(QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC)) : std::nullopt;
}

DeviceError unknown_probe(const std::string& name) {
  const std::string meant = did_you_mean(name, probe_names());
  std::string list;
  for (const std::string& known : probe_names()) list += (list.empty() ? "" : ", ") + known;
  return {ErrorCode::invalid_request,
          "There is no probe '" + name + "'" + (meant.empty() ? "." : meant) + " There are " + list + "."};
}

}  // namespace

Outcome<ParameterValues> parse_settings(const std::vector<std::string>& settings) {
  ParameterValues values;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      return DeviceError{ErrorCode::invalid_request, "--set " + setting + ": write key=value."};
    const std::string key = setting.substr(0, equals), value = setting.substr(equals + 1);
    if (const auto [before, is_first] = values.emplace(key, value); !is_first)
      return DeviceError{ErrorCode::invalid_request, "--set " + key + " is given twice: " + before->second + " and " + value + "."};
  }
  return values;
}

std::string fault_of_words(const std::string& probe, const std::vector<std::string>& settings) {
  const Probe* found = find_probe(probe);
  if (found == nullptr) return unknown_probe(probe).message;
  const auto values = parse_settings(settings);
  if (!values) return values.error().message;
  const auto error = check_parameters(found->info(), *values);
  return error ? error->message : std::string();
}

nlohmann::json describe_environment(const std::string& device_id, const std::string& probe, const ParameterValues& values) {
  return {{"program", version_text()},
          {"time", given_time().value_or(QDateTime::currentDateTimeUtc()).toString(Qt::ISODate).toStdString()},
          {"device_id", device_id},
          {"probe", probe},
          {"parameters", values}};
}

Outcome<Session> measure_session(const DeviceChoice& choice, const std::string& probe_name,
                                 const std::vector<std::string>& settings) {
  const Probe* probe = find_probe(probe_name);
  if (probe == nullptr) return unknown_probe(probe_name);
  const auto values = parse_settings(settings);
  if (!values) return values.error();
  if (auto error = check_parameters(probe->info(), *values)) return *error;
  return measure_session(choice, {{.probe = probe_name,
                                   .values = [&](const Session&) { return std::optional(*values); },
                                   .suited = wants_suited_chase(probe->info(), *values)}});
}

Outcome<Session> measure_session(const DeviceChoice& choice, const std::vector<ProbeStep>& steps, ProbeSink* watcher) {
  auto options = open_options(choice);
  if (!options) return options.error();

  const auto begun = std::chrono::steady_clock::now();
  const std::clock_t clock = std::clock();
  const InterruptGuard interrupt;
  options->stop = interrupt.token();
  auto device = open_device(choice.id, *options);
  const auto* recording = device ? dynamic_cast<const RecordingDevice*>(device->get()) : nullptr;
  if (device && recording == nullptr && !choice.request_log.empty())
    device = LoggedDevice::open(std::move(*device), choice.request_log);
  if (!device) return not_opened(device.error());
  note_unused_options((*device)->description(), *options);
  if (recording != nullptr && !choice.request_log.empty()) note("A recording is not measured, so there is no log of requests.");
  if (recording != nullptr && steps.size() == 1)
    if (auto part = part_of_recording(recording->session(), choice.id, steps.front())) return *std::move(part);

  Session session;
  session.device = (*device)->description();
  SharedWork shared;
  const auto journal = recording == nullptr && choice.journaled ? command_journal() : nullptr;
  const std::uint32_t document = journal ? journal->new_document() : 0;
  nlohmann::json done = nlohmann::json::array();
  for (const ProbeStep& step : steps) {
    const Probe* probe = find_probe(step.probe);
    if (probe == nullptr) return unknown_probe(step.probe);
    std::optional<ParameterValues> values = step.values(session);
    if (!values) continue;
    if (steps.size() == 1) note_idle_settings(*values, session.device);
    if (step.suited && recording == nullptr && !session.device.sealed) {  // sweeps would be paid for
      if (auto error = fault_of_chase(session.device, *values)) return *error;
      const bool has_given_stride = values->contains("stride");
      *values = suited_chase(**device, *values, interrupt.token());
      if (values->contains("bytes")) note_choice(*values, has_given_stride);
    }
    nlohmann::json conditions;
    session.environment = describe_environment(choice.id, step.probe, *values);
    auto report = [&] {
      const auto limit = values->find("seconds");
      const bool lines = qEnvironmentVariable("CHASESCOPE_PROGRESS") == QLatin1String("lines");
      TerminalProgress progress(limit == values->end() ? std::nullopt : std::optional(std::strtod(limit->second.c_str(), nullptr)),
                                lines);
      ProbeSink* const shown = watcher != nullptr ? watcher : lines || isatty(STDERR_FILENO) != 0 ? &progress : nullptr;
      JournaledSink kept({journal, {document, session.device, session.environment}, false}, shown, note);
      ConditionRecord record(**device, &kept);
      auto outcome = run_probe(**device, *probe, *values,
                               {.stop = interrupt.token(), .sink = &record, .shared = steps.size() > 1 ? &shared : nullptr});
      conditions = record.finish();
      kept.finish(conditions, outcome.has_value());
      if (session.device.origin != Origin::model || interrupt.token().stop_requested() || std::clock() - clock >= CLOCKS_PER_SEC)
        measuring_costs();
      return outcome;
    }();
    if (!report && step.may_fail && report.error().code != ErrorCode::cancelled && step.may_fail(report.error())) continue;
    if (!report) return report.error();
    if (!conditions.is_null() && !given_time())
      session.environment["conditions"] = std::move(conditions);  // as no other run has them
    done.push_back({{"probe", step.probe}, {"parameters", *values}});
    session.runs.insert(session.runs.end(), report->runs.begin(), report->runs.end());
    session.findings.insert(session.findings.end(), report->findings.begin(), report->findings.end());
  }
  if (steps.size() > 1) session.environment["probes"] = std::move(done);
  // How long it took differs from time to time, whatever time was given.
  if (!given_time())
    session.environment["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  record_options(session, *options);
  close_beside(std::move(*device));
  return session;
}

}  // namespace chasescope
