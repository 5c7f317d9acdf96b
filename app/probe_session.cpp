#include "app/probe_session.h"

#include <unistd.h>

#include <QDateTime>
#include <cstdio>

#include "app/interrupt.h"
#include "app/version.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/probe/parameters.h"

namespace chasescope {
namespace {

/// One line on the terminal that is written over.
class TerminalProgress final : public ProbeSink {
 public:
  ~TerminalProgress() override {
    if (shown_) std::fprintf(stderr, "\r\033[K");
  }
  void on_run_started(const RunPtr&) override {}
  void on_part(const std::string&, const TraceChunk&) override {}
  void on_run_finished(const RunPtr&) override {}
  void on_finding(const Finding&) override {}
  void on_progress(double fraction, const std::string& doing) override {
    const int percent = static_cast<int>(fraction * 100);
    if (percent == percent_) return;
    percent_ = percent;
    shown_ = true;
    std::fprintf(stderr, "\r\033[K%3d %%  %s", percent, doing.c_str());
  }

 private:
  int percent_ = -1;
  bool shown_ = false;
};

DeviceError unknown_probe(const std::string& name) {
  std::string names;
  for (const auto& probe : all_probes()) names += (names.empty() ? "" : ", ") + probe->info().name;
  return {ErrorCode::invalid_request, "There is no probe '" + name + "'; there are " + names + "."};
}

}  // namespace

Outcome<ParameterValues> parse_settings(const std::vector<std::string>& settings) {
  ParameterValues values;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      return DeviceError{ErrorCode::invalid_request, "--set " + setting + ": write key=value."};
    values[setting.substr(0, equals)] = setting.substr(equals + 1);
  }
  return values;
}

nlohmann::json describe_environment(const std::string& device_id, const std::string& probe, const ParameterValues& values) {
  return {{"program", version_text()},
          {"time", QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString()},
          {"device_id", device_id},
          {"probe", probe},
          {"parameters", values}};
}

Outcome<Session> measure_session(const std::string& device_id, const std::string& probe_name,
                                 const std::vector<std::string>& settings) {
  const Probe* probe = find_probe(probe_name);
  if (probe == nullptr) return unknown_probe(probe_name);
  const auto values = parse_settings(settings);
  if (!values) return values.error();
  if (auto error = check_parameters(probe->info(), *values)) return *error;

  const InterruptGuard interrupt;
  const auto device = open_device(device_id, {.log = [](std::string_view line) {
                                    std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
                                  }});
  if (!device) return device.error();

  Session session;
  session.device = (*device)->description();
  session.environment = describe_environment(device_id, probe_name, *values);
  auto report = [&] {
    TerminalProgress progress;
    ProbeSink* sink = isatty(STDERR_FILENO) != 0 ? &progress : nullptr;
    return probe->run(**device, *values, {.stop = interrupt.token(), .sink = sink});
  }();
  if (!report) return report.error();
  session.runs = std::move(report->runs);
  session.findings = std::move(report->findings);
  return session;
}

}  // namespace chasescope
