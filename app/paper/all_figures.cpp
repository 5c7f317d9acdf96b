#include "app/paper/all_figures.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "app/documents/export_figures.h"
#include "app/documents/figure_application.h"
#include "engine/session/document/run_series.h"
#include "widgets/figure/figure_probes.h"
#include "widgets/figure/telling_run.h"
#include "widgets/registry/figure_list.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr const char* kChase = "fine-grained";

bool shows_one_chase(const QString& figure) { return figure == QLatin1String("scope") || figure == QLatin1String("chase"); }

/// The names of all figures, in the order of measurement. Pictures of one chase come first. The miss pattern comes last, as it
/// shows the last runs that it finds; the miss rate, whose footprints include those of the miss pattern, comes just before.
QStringList in_order_of_measurement() {
  QStringList order = figureNames();
  const auto move = [&order](const char* name, bool to_front) {
    const auto at = order.indexOf(QLatin1String(name));
    if (at >= 0) order.move(at, to_front ? 0 : order.size() - 1);
  };
  move("scope", true);
  move("chase", true);
  move("miss-rate", false);
  move("miss-pattern", false);
  return order;
}

/// Joins two sessions. Each numbers its runs by itself, so those of the second get the numbers after those of the first.
Session joined(const Session& first, const Session& second) {
  Session both = first;
  std::map<std::string, std::string> ids;
  std::set<std::string> taken;
  for (const RunPtr& run : first.runs) taken.insert(run->id);
  std::size_t number = first.runs.size();
  for (const RunPtr& run : second.runs) {
    Run renamed = *run;
    do renamed.id = "run-" + std::to_string(++number);
    while (!taken.insert(renamed.id).second);
    ids.emplace(run->id, renamed.id);
    both.runs.push_back(std::make_shared<const Run>(std::move(renamed)));
  }
  for (Finding finding : second.findings) {
    for (std::string& id : finding.evidence)
      if (const auto known = ids.find(id); known != ids.end()) id = known->second;
    both.findings.push_back(std::move(finding));
  }
  nlohmann::json probes = nlohmann::json::array(
      {{{"probe", "discover"}, {"parameters", first.environment.value("parameters", nlohmann::json::object())}}});
  const auto more =
      second.environment.is_object() ? second.environment.value("probes", nlohmann::json::array()) : nlohmann::json::array();
  probes.insert(probes.end(), more.begin(), more.end());
  both.environment["probes"] = std::move(probes);
  both.environment["probe"] = "figure all";  // not "discover": the last runs are chases that were made by themselves
  return both;
}

/// Whether there are chases of which a miss pattern shows both hits and misses.
bool has_pattern(const Session& session) {
  const auto told = tellingRun(session);
  return told != nullptr && tellsBoth(session, *told->run);
}

/// Whether the session has the figure. A miss pattern of other probes' runs, or of hits alone, shows nothing.
bool shows_something(const QString& figure, const Session& session) {
  if (figure == QLatin1String("miss-pattern") && !has_pattern(session)) return false;
  return makeFigure(figure, session).figure != nullptr;
}

/// The probes to run for the figures that the discovery has not filled.
class Steps {
 public:
  explicit Steps(const Session& discovery) : discovery_(discovery) {}

  std::vector<ProbeStep> take() {
    for (const QString& name : in_order_of_measurement()) add(name);
    return std::move(steps_);
  }

 private:
  void add(const QString& name) {
    const auto probes = probesToRun(name, {}, {});
    if (!probes) return;
    auto filled = std::make_shared<std::optional<bool>>();  // set once, before the figure's first probe
    for (const FigureProbe& probe : *probes) {
      if (probe.role == FigureProbe::Role::on_request || probe.name == "discover") continue;
      const bool always = shows_one_chase(name) || name == QLatin1String("miss-rate");
      steps_.push_back(
          {.probe = std::string(probe.name),
           .values = [&discovery = discovery_, name, filled, always, probe,
                      run = run_](const Session& since) -> std::optional<ParameterValues> {
             const Session so_far = joined(discovery, since);
             if (!*filled) *filled = !always && shows_something(name, so_far);
             if (**filled) return std::nullopt;
             // Each probe runs once. Probes of figures that were filled already did not run, and are not in `run`.
             if (!run->emplace(std::string(probe.name), probe.suited).second) return std::nullopt;
             static const ParameterValues none;
             static const std::string any;
             return probe.suited == nullptr ? ParameterValues() : probe.suited({so_far.device, so_far.findings, none, any});
           },
           .may_fail = [](const DeviceError&) { return true; }});
    }
  }

  const Session& discovery_;
  std::vector<ProbeStep> steps_;
  /// The probes that were run, each with the function that chose its settings: none is run twice.
  using RunSteps = std::set<std::pair<std::string, std::optional<ParameterValues> (*)(const FigureWish&)>>;
  std::shared_ptr<RunSteps> run_ = std::make_shared<RunSteps>();
};

/// The chases that somebody asked for (not those of a discovery), the last one first.
std::vector<RunPtr> chases_of(const Session& session) {
  std::vector<RunPtr> chases;
  for (const RunPtr& run : data_runs(session.runs))
    if (run->probe == kChase && !run->cycles().empty()) chases.insert(chases.begin(), run);
  return chases;
}

/// The chases in which some accesses hit and some miss.
std::vector<RunPtr> telling(const Session& session, std::vector<RunPtr> chases) {
  std::erase_if(chases, [&](const RunPtr& run) { return !showsBoth(*prepareRun(run), session.findings); });
  return chases;
}

/// The figure "chase" shows a chase of few elements, as it draws each of them; the scope shows another chase, if there is one.
AllFigure of_one_chase(const Session& session, const QString& name) {
  AllFigure one{name, {}, nullptr, {}};
  const std::vector<RunPtr> all = chases_of(session), chases = telling(session, all);
  if (chases.empty()) {
    one.why = all.empty() ? tr("The session has no chase of its own; the probe fine-grained makes one.")
                          : tr("In each chase of the session all accesses hit or all miss, so that a picture would show nothing.");
    return one;
  }
  RunPtr few;
  for (const RunPtr& run : chases)
    if (few == nullptr && figureOf(session, QStringLiteral("chase"), {QString::fromStdString(run->id), {}})) few = run;
  RunPtr shown = few;
  if (name == QLatin1String("scope"))
    for (const RunPtr& run : chases)
      if (run != few) {
        shown = run;
        break;
      }
  if (shown == nullptr) {
    one.why = tr("No chase of the session that both hits and misses has so few elements that each can be drawn.");
    return one;
  }
  one.choice.run = QString::fromStdString(shown->id);
  const FigureOutcome made = figureOf(session, name, one.choice);
  one.figure = made.figure;
  one.why = made.error;
  return one;
}

}  // namespace

Outcome<Session> measure_all_figures(const DeviceChoice& device) {
  const FigureApplication application;
  auto discovery = measure_session(device, "discover", {});
  if (!discovery) return discovery;
  const auto since = measure_session(device, Steps(*discovery).take());
  if (!since) return since.error();
  return joined(*discovery, *since);
}

std::vector<AllFigure> all_figures(const Session& session) {
  std::vector<AllFigure> figures;
  for (const QString& name : figureNames()) {
    if (shows_one_chase(name)) {
      figures.push_back(of_one_chase(session, name));
    } else if (name == QLatin1String("miss-pattern") && !has_pattern(session)) {
      figures.push_back({name,
                         {},
                         nullptr,
                         tr("The session has no chases of several passes that both hit and miss; the probe miss-pattern makes "
                            "them.")});
    } else {
      const FigureOutcome made = figureOf(session, name);
      figures.push_back({name, {}, made.figure, made.error});
    }
  }
  return figures;
}

}  // namespace chasescope
