#include "tests/widgets/figures/device_sessions.h"

#include <array>
#include <map>
#include <stdexcept>

#include "engine/device/catalogue/catalogue.h"
#include "engine/device/recording/bundled.h"
#include "engine/findings/found_sets.h"
#include "engine/model/card_file/assumed_numbers.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/session/document/run_series.h"
#include "engine/session/session_file.h"
#include "widgets/figure/figure_probes.h"
#include "widgets/registry/figure_list.h"
#include "widgets/views/memory/figure_memory.h"
#include "widgets/views/pattern/figure_pattern.h"

namespace chasescope {
namespace {

constexpr std::array kProbes{"discover", "footprint-sweep", "stride-sweep", "spectrum"};

void add(Session& session, Device& device, const char* probe, const ParameterValues& values = {}) {
  auto report = find_probe(probe)->run(device, values, {.first_run = session.runs.size() + 1});
  if (!report) return;
  session.runs.insert(session.runs.end(), report->runs.begin(), report->runs.end());
  session.findings.insert(session.findings.end(), report->findings.begin(), report->findings.end());
}

Session opened(const std::string& id, std::unique_ptr<Device>& device) {
  auto outcome = open_device(id);
  if (!outcome) throw std::runtime_error(outcome.error().message);
  device = *std::move(outcome);
  Session session;
  session.device = device->description();
  session.environment = {{"device_id", id}};  // so that its runs can be played again
  return session;
}

Session wholeOf(const std::string& id) {
  constexpr std::string_view kRecording = "recording:";
  if (id.starts_with(kRecording)) {
    auto recorded = read_session(recording_file(id.substr(kRecording.size())));
    if (!recorded) throw std::runtime_error(recorded.error().message);
    return *std::move(recorded);
  }
  std::unique_ptr<Device> device;
  Session session = opened(id, device);
  for (const char* probe : kProbes) add(session, *device, probe);
  // With the settings that the figures ask for. The trace comes last, so that the scope shows it.
  const auto suited = [&](const char* probe, std::optional<ParameterValues> (*wish)(const FigureWish&)) {
    if (const auto values = wish({session.device, session.findings, {}, {}})) add(session, *device, probe, *values);
  };
  suited("replacement", inItsSpace);
  suited("miss-pattern", halfAsMuchAgain);
  suited("fine-grained", fewLines);
  suited("fine-grained", justTooLarge);
  return session;
}

}  // namespace

std::vector<std::string> bundledDevices() {
  std::vector<std::string> ids;
  for (const CatalogueEntry& entry : list_devices().devices)
    if (entry.origin == Origin::model || entry.origin == Origin::recording) ids.push_back(entry.id);
  return ids;
}

const Session& wholeSession(const std::string& device) {
  static std::map<std::string, Session> sessions;
  const auto known = sessions.find(device);
  return known != sessions.end() ? known->second : sessions.emplace(device, wholeOf(device)).first->second;
}

std::vector<NamedFigure> allFigures(const Session& session) {
  std::vector<NamedFigure> all;
  for (const QString& name : figureNames()) {
    all.push_back({name, makeFigure(name, session)});
    for (const std::string& cache : figureChoosesCache(name) ? cache_subjects() : std::vector<std::string>())
      if (FigureOutcome made = makeFigure(name, session, {.cache = QString::fromStdString(cache)}); made)
        all.push_back({name + QLatin1Char('.') + QString::fromStdString(cache), made});
  }
  for (const RunPtr& run : data_runs(session.runs))
    if (run->probe == "miss-pattern") {
      all.push_back({QStringLiteral("miss-pattern.footprints"),
                     missPatternFigure(session, QString::fromStdString(run->id), PatternRows::sweep)});
      break;
    }
  return all;
}

std::vector<NamedFigure> allFigures(const std::string& device) {
  const auto assumedOf = [](const std::string& id) {
    const auto card = card_of_device(id);
    return card && *card ? model::assumed_numbers(**card) : AssumedNumbers();
  };
  const std::string other = "recording:h200";
  const Session& own = wholeSession(device);
  const Session& others = wholeSession(other);
  std::vector<NamedFigure> all = allFigures(own);
  all.push_back({QStringLiteral("memory-diagram.assumed"), memoryDiagramFigure(own, assumedOf(device))});
  all.push_back(
      {QStringLiteral("memory-diagram.before"), memoryComparisonFigure(own, others, assumedOf(device), assumedOf(other))});
  all.push_back({QStringLiteral("memory-diagram.after"), memoryComparisonFigure(others, own, assumedOf(other), assumedOf(device))});
  return all;
}

Session probeSession(const std::string& id, const std::string& probe) {
  std::unique_ptr<Device> device;
  Session session = opened(id, device);
  add(session, *device, probe.c_str());
  return session;
}

}  // namespace chasescope
