// chasescope figure NAME|list --device ID|--session FILE -o DIR [--cache SUBJECT|--run ID] [--formats …] and a look (figure_look.h)
#include <algorithm>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/figure_again.h"
#include "app/documents/export_figures.h"
#include "app/documents/figure_application.h"
#include "app/measurement/failure.h"
#include "app/measurement/probe_session.h"
#include "engine/device/recording/bundled.h"
#include "engine/findings/found_sets.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/parameters.h"
#include "engine/session/convert.h"
#include "engine/session/session_file.h"
#include "widgets/figure/figure_probes.h"
#include "widgets/registry/figure_list.h"
#include "widgets/style/fonts.h"

namespace chasescope {
namespace {

int list_figures() {
  for (const QString& name : figureNames()) {
    const QStringList probes = probesOf(name);
    std::printf("%-18s%s (%s)\n", name.toUtf8().constData(), figureTitle(name).toUtf8().constData(),
                probes.join(QStringLiteral(", ")).toUtf8().constData());
  }
  return 0;
}

/// Why the options contradict each other, as a sentence; empty if they don't.
std::string fault_of(const FigureCommandOptions& options) {
  if (options.figure.empty()) return "Name a figure, or 'list', 'all' or 'check'.";
  const QString figure = QString::fromStdString(options.figure);
  if (!figureNames().contains(figure))
    return "There is no figure '" + options.figure + "'; there are " + figureNames().join(", ").toStdString() + ".";
  if (options.folder.empty()) return "Say where to write the figure: -o FOLDER.";
  if (!options.session.empty() && !options.device.id.empty()) return "Give --session or --device, not both.";
  if (options.session.empty() && options.device.id.empty()) return "Say where the data come from: --session FILE or --device ID.";
  if (!options.session.empty() && !options.settings.empty())
    return "--set is for a measurement, and with --session nothing is measured; name the device by --device.";
  if (options.cache.empty()) return {};
  if (std::find(cache_subjects().begin(), cache_subjects().end(), options.cache) == cache_subjects().end()) {
    std::string names;
    for (const std::string& subject : cache_subjects()) names += (names.empty() ? "" : ", ") + subject;
    return "There is no cache '" + options.cache + "'; there are " + names + ".";
  }
  if (figureChoosesCache(figure)) return {};
  QStringList choosing;
  for (const QString& name : figureNames())
    if (figureChoosesCache(name)) choosing << name;
  return "The figure " + options.figure + " does not show one of several caches; --cache is for " +
         choosing.join(", ").toStdString() + ".";
}

struct Wish {
  ParameterValues given;
  std::vector<FigureProbe> probes;
};

/// What the settings ask for, or why they are not understood.
Outcome<Wish> wish_of(const FigureCommandOptions& options) {
  auto given = parse_settings(options.settings);
  if (!given) return given.error();
  auto probes = probesToRun(QString::fromStdString(options.figure), options.cache, *given);
  if (!probes) return probes.error();
  return Wish{*std::move(given), *std::move(probes)};
}

/// Runs the probes that the figure needs, each with the person's settings where it has such parameters, and else with settings that
/// suit what the probes before it have found.
Outcome<Session> measure(const FigureCommandOptions& options) {
  const auto wish = wish_of(options);
  if (!wish) return wish.error();
  const ParameterValues* given = &wish->given;
  const std::vector<FigureProbe>* probes = &wish->probes;
  std::vector<ProbeStep> steps;
  for (const FigureProbe& probe : *probes) {
    const ProbeInfo& info = find_probe(probe.name)->info();
    ParameterValues own;
    for (const auto& [key, value] : *given)
      if (info.parameter(key) != nullptr) own[key] = value;
    const bool guides = probe.role == FigureProbe::Role::guides;
    // What the others understand, one that only guides need not.
    const bool spared =
        guides && std::all_of(own.begin(), own.end(), [&](const auto& setting) {
          return std::any_of(probes->begin(), probes->end(), [&](const FigureProbe& other) {
            return other.role != FigureProbe::Role::guides && find_probe(other.name)->info().parameter(setting.first) != nullptr;
          });
        });
    if (const auto error = check_parameters(info, own); error && !spared) return *error;
    steps.push_back({.probe = info.name,
                     .values =
                         [&options, suited = probe.suited, &given = *given, own](const Session& so_far) {
                           std::optional<ParameterValues> values = own;
                           if (suited == nullptr) return values;
                           values = suited({so_far.device, so_far.findings, given, options.cache});
                           if (values) values->insert(own.begin(), own.end());
                           return values;
                         },
                     .may_fail = guides});
  }
  return measure_session(options.device, steps);
}

/// `internal` where the file is not there or is no session: its name was understood.
Outcome<Session> session_in(const std::string& file) {
  auto session = read_session(document_file(file));
  if (!session) return DeviceError{ErrorCode::internal, session.error().message};
  return session;
}

Outcome<Session> source(const FigureCommandOptions& options) {
  if (!options.session.empty()) return session_in(options.session);
  if (!options.device.id.starts_with("recording:") || !options.settings.empty()) return measure(options);
  // A recording holds what it holds: it can't answer what other probes ask.
  auto session = session_in(options.device.id);
  if (session && session->environment.is_object()) session->environment["device_id"] = options.device.id;
  return session;
}

/// The run that the person named or, where a chase was asked for beside what fills the figure, that chase.
std::string run_to_show(const FigureCommandOptions& options, const Session& session) {
  if (!options.run.empty() || options.settings.empty() || !figureChoosesCache(QString::fromStdString(options.figure)))
    return options.run;
  for (auto run = session.runs.rbegin(); run != session.runs.rend(); ++run)
    if ((*run)->probe == "fine-grained" && !(*run)->auxiliary) return (*run)->id;
  return {};
}

}  // namespace

int figure_command(const FigureCommandOptions& options) {
  if (options.figure == "list") return list_figures();
  if (options.figure == "check") return figure_check_command(options.files);
  if (options.figure.ends_with(".json") && options.files.empty()) return figure_again_command(options);
  if (!options.files.empty())
    return misunderstood("'" + options.files.front() + "' is one word too many; only 'figure check' takes files.");
  if (const std::string fault = fault_of(options); !fault.empty()) return misunderstood(fault);
  if (const auto wish = wish_of(options); !wish) return misunderstood(wish.error().message);
  const auto session = source(options);
  if (!session) return fail(session.error());
  if (const auto& runs = session->runs;
      !options.run.empty() && std::none_of(runs.begin(), runs.end(), [&](const RunPtr& run) { return run->id == options.run; }))
    return fail("The session has no run " + options.run + ".");

  FigureJob job;
  if (!options.against.empty()) {
    const auto other = open_document(document_file(options.against));
    if (!other) return fail(other.error().message);
    job.other = std::make_shared<const Session>(other->session);
  }
  const FigureApplication application;
  job.figure = QString::fromStdString(options.figure);
  job.choice.run = QString::fromStdString(run_to_show(options, *session));
  job.choice.cache = QString::fromStdString(options.cache);
  job.folder = QString::fromStdString(options.folder);
  for (const std::string& format : options.formats) job.formats << QString::fromStdString(format);
  job.name = QString::fromStdString(options.name);
  job.force = options.force;
  job.origin = command_json(options);
  put_look(options.look, job);
  const ExportOutcome outcome = exportFigures(*session, job);
  if (!outcome) return fail(outcome.error.toStdString());
  for (const QString& file : outcome.files) std::printf("%s\n", file.toUtf8().constData());
  return options.session.empty() ? fail_if_not_whole(*session) : 0;
}

}  // namespace chasescope
