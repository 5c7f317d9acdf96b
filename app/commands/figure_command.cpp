// chasescope figure NAME|list ID|FILE [--with FILE|ID …] -o DIR [--cache SUBJECT|--run ID] [--formats …] and a
// look (figure_look.h)
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>

#include "app/commands/commands.h"
#include "app/commands/figure_again.h"
#include "app/documents/export_figures.h"
#include "app/documents/figure_application.h"
#include "app/measurement/failure.h"
#include "app/measurement/probe_session.h"
#include "engine/device/recording/bundled.h"
#include "engine/findings/discovery_trouble.h"
#include "engine/findings/found_sets.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/output_file.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/parameters.h"
#include "engine/session/convert.h"
#include "engine/session/session_file.h"
#include "engine/trace/near_word.h"
#include "widgets/figure/figure_probes.h"
#include "widgets/registry/figure_list.h"
#include "widgets/style/fonts.h"

namespace chasescope {
namespace {

constexpr const char* kGenerations = "generations";

int list_figures() {
  const QStringList names = figureNames() + cardFigureNames();
  qsizetype width = 0;
  for (const QString& name : names) width = std::max(width, name.size());
  for (const QString& name : names) {
    const QStringList probes = probesOf(name);
    const FigureCards cards = figureCards(name);
    std::printf("%-*s  %s (%s)%s\n", static_cast<int>(width), name.toUtf8().constData(), figureTitle(name).toUtf8().constData(),
                probes.join(QStringLiteral(", ")).toUtf8().constData(),
                cards == FigureCards::any   ? "; several cards: --with"
                : cards == FigureCards::two ? "; two cards: --with"
                                            : "");
  }
  return 0;
}

/// Why the options contradict each other, as a sentence; empty if they don't.
std::string fault_of(const FigureCommandOptions& options) {
  if (options.figure.empty()) return "Name a figure, or 'list', 'all' or 'check'.";
  const QString figure = QString::fromStdString(options.figure);
  if (const QStringList known = figureNames() + cardFigureNames(); !known.contains(figure)) {
    std::vector<std::string> names;
    for (const QString& name : known) names.push_back(name.toStdString());
    const std::string near = did_you_mean(options.figure, names);
    return "There is no figure '" + options.figure + "'" + near + (near.empty() ? "; there" : " There") + " are " +
           known.join(", ").toStdString() + ".";
  }
  if (options.folder.empty()) return "Say where to write the figure: -o FOLDER.";
  if (!options.session.empty() && !options.device.id.empty()) return "Give --session or --device, not both.";
  if (options.session.empty() && options.device.id.empty()) return "Say where the data come from: --session FILE or --device ID.";
  if (!options.session.empty() && !options.settings.empty())
    return "--set is for a measurement, and with --session nothing is measured; name the device by --device.";
  if (const QString many = cardsProblem(figure, options.with.size() + 1); !many.isEmpty()) return many.toStdString();
  if (!options.quantity.empty() && options.figure != kGenerations)
    return "--quantity is for the figure generations, not for " + options.figure + ".";
  if (!options.curve.empty() && (options.with.empty() || options.figure == kGenerations))
    return "--curve chooses among the curves of several cards; name others by --with.";
  if (options.figure == kGenerations && options.with.empty())
    return "A line of generations takes two cards or more; name others by --with.";
  if (!options.run.empty() && !figureChoosesRun(figure)) {
    QStringList choosing;
    for (const QString& name : figureNames())
      if (figureChoosesRun(name)) choosing << name;
    return "The figure " + options.figure + " shows what all runs of its probes say, and no single one; --run is for " +
           choosing.join(", ").toStdString() + ".";
  }
  if (options.cache.empty()) return {};
  const std::vector<std::string> caches = cachesOfFigure(figure);
  if (std::find(caches.begin(), caches.end(), options.cache) == caches.end()) {
    std::string names;
    for (const std::string& subject : caches) names += (names.empty() ? "" : ", ") + subject;
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

/// The figure with its probes and the settings, or why the settings are invalid.
Outcome<Wish> wish_of(const FigureCommandOptions& options) {
  auto given = parse_settings(options.settings);
  if (!given) return given.error();
  auto probes = probesToRun(QString::fromStdString(options.figure), options.cache, *given);
  if (!probes) return probes.error();
  return Wish{*std::move(given), *std::move(probes)};
}

/// What became of the search for a footprint that the nearest cache does not hold.
struct Search {
  bool was_made = false;
  std::string error;  ///< of the last guiding probe that ended with one
};

/// Why no footprint was found, as a sentence; empty if nothing says so.
std::string why_none_was_found(const Search& search, const std::vector<Finding>& findings) {
  if (!search.error.empty()) return search.error;
  const auto tells = [](const Finding& finding) {
    return finding.status == FindingStatus::not_measurable && !finding.reason.empty();
  };
  const auto of_the_size = std::find_if(findings.begin(), findings.end(), [&](const Finding& finding) {
    return tells(finding) && (finding.quantity == quantity::contiguous_bytes || finding.quantity == quantity::capacity_bytes);
  });
  const auto any = std::find_if(findings.begin(), findings.end(), tells);
  return of_the_size != findings.end() ? of_the_size->reason : any != findings.end() ? any->reason : std::string();
}

/// Notes that a probe shows the footprints which it has by default, if a search was made for others and found none.
void note_missing_footprint(const Search& search, const ProbeInfo& probe, const ParameterValues& suited,
                            const std::vector<Finding>& findings) {
  std::string standard;
  for (const char* key : {"bytes", "from", "to"}) {
    if (suited.contains(key)) return;
    if (const Parameter* parameter = probe.parameter(key))
      standard += (standard.empty() ? "" : ", ") + parameter->key + "=" + parameter->default_text;
  }
  if (!search.was_made || standard.empty()) return;
  const std::string why = why_none_was_found(search, findings);
  note("No footprint was found that the nearest cache does not hold, so the figure shows the standard one (" + standard + ")." +
       (why.empty() ? "" : " " + why));
}

/// An error if the person cancelled the discovery: a figure of a part would look like one of the whole.
std::optional<DeviceError> cancelled_by_person(const Session& session) {
  const auto trouble = discovery_trouble(session.findings);
  if (!trouble || trouble->cancelled == 0) return std::nullopt;
  return DeviceError{ErrorCode::cancelled, "The discovery " + outcome_sentences(*trouble) + " No figure was written."};
}

/// Runs the probes that the figure needs. A probe gets the person's settings for the parameters that it has; other parameters get
/// values that suit the findings of the probes before it.
Outcome<Session> measure(const FigureCommandOptions& options) {
  const auto wish = wish_of(options);
  if (!wish) return wish.error();
  const ParameterValues* given = &wish->given;
  const std::vector<FigureProbe>* probes = &wish->probes;
  Search search;
  std::vector<ProbeStep> steps;
  for (const FigureProbe& probe : *probes) {
    const ProbeInfo& info = find_probe(probe.name)->info();
    ParameterValues own;
    for (const auto& [key, value] : *given)
      if (info.parameter(key) != nullptr) own[key] = value;
    const bool guides = probe.role == FigureProbe::Role::guides;
    // A setting need not go to a guiding probe if a filling probe takes it.
    const bool spared =
        guides && std::all_of(own.begin(), own.end(), [&](const auto& setting) {
          return std::any_of(probes->begin(), probes->end(), [&](const FigureProbe& other) {
            return other.role != FigureProbe::Role::guides && find_probe(other.name)->info().parameter(setting.first) != nullptr;
          });
        });
    const auto unfit = check_parameters(info, own);
    if (unfit && !spared) return *unfit;
    const bool heeds = !own.empty() && !unfit;
    steps.push_back({.probe = info.name,
                     .values =
                         [&options, &info, &search, guides, suited = probe.suited, &given = *given, own](const Session& so_far) {
                           std::optional<ParameterValues> values = own;
                           if (suited == nullptr) return values;
                           values = suited({so_far.device, so_far.findings, given, options.cache});
                           if (!values) return values;
                           if (guides)
                             search.was_made = true;
                           else
                             note_missing_footprint(search, info, *values, so_far.findings);
                           values->insert(own.begin(), own.end());
                           return values;
                         },
                     // A guiding probe that refuses a setting of the person is not passed over: it would look for no footprint.
                     .may_fail =
                         [&search, guides, heeds](const DeviceError& error) {
                           search.error = error.message;
                           return guides && !(heeds && error.code == ErrorCode::invalid_request);
                         }});
  }
  auto session = measure_session(options.device, steps);
  if (session)
    if (auto error = cancelled_by_person(*session)) return *std::move(error);
  return session;
}

/// An `internal` error if the file is not there or is no session: the command line itself was valid.
Outcome<Session> session_in(const std::string& file) {
  if (std::string fault = fault_of_recorded_document(file); !fault.empty())
    return DeviceError{ErrorCode::internal, std::move(fault)};
  auto session = read_session(document_file(file));
  if (!session) return DeviceError{ErrorCode::internal, session.error().message};
  return session;
}

Outcome<Session> source(const FigureCommandOptions& options) {
  if (!options.session.empty()) return session_in(options.session);
  if (!options.device.id.starts_with("recording:") || !options.settings.empty()) return measure(options);
  // A recording can't answer the requests of other probes than those recorded.
  auto session = session_in(options.device.id);
  if (session && session->environment.is_object()) session->environment["device_id"] = options.device.id;
  return session;
}

bool is_device(const std::string& name) {
  const auto names = {"cuda:", "model:", "file:", "exec:", "ssh:", "mystery:"};
  return std::any_of(names.begin(), names.end(), [&](const char* kind) { return name.starts_with(kind); });
}

/// The session of another card: measured with the same options, or read from a file.
Outcome<Session> other_source(const FigureCommandOptions& options, const std::string& name) {
  if (is_device(name)) {
    FigureCommandOptions own = options;
    own.device.id = name;
    own.device.request_log.clear();  // the log is for the first card
    return measure(own);
  }
  if (std::string fault = fault_of_recorded_document(name); !fault.empty())
    return DeviceError{ErrorCode::internal, std::move(fault)};
  auto document = open_document(document_file(name));
  if (!document) return DeviceError{ErrorCode::internal, document.error().message};
  Session session = std::move(document->session);
  if (name.starts_with("recording:") && session.environment.is_object()) session.environment["device_id"] = name;
  return session;
}

/// Reads files before measuring devices, so that an unreadable file costs no measurement.
Outcome<std::vector<SessionPtr>> other_cards(const FigureCommandOptions& options) {
  std::vector<SessionPtr> others(options.with.size());
  for (const bool devices : {false, true})
    for (std::size_t i = 0; i < others.size(); ++i) {
      if (is_device(options.with[i]) != devices) continue;
      auto session = other_source(options, options.with[i]);
      if (!session) return session.error();
      others[i] = std::make_shared<const Session>(*std::move(session));
    }
  return others;
}

/// The run that the person named; or the chase that was requested besides the probes that fill the figure.
std::string run_to_show(const FigureCommandOptions& options, const Session& session) {
  if (!options.run.empty() || options.settings.empty() || !figureChoosesCache(QString::fromStdString(options.figure)))
    return options.run;
  for (auto run = session.runs.rbegin(); run != session.runs.rend(); ++run)
    if ((*run)->probe == "fine-grained" && !(*run)->auxiliary) return (*run)->id;
  return {};
}

/// The same figure as that file alone, with the JSON from which it can be made again beside it.
FigureCommandOptions as_one_file(const FigureCommandOptions& options, const std::string& ending) {
  FigureCommandOptions one = options;
  const std::filesystem::path file = options.folder;
  one.folder = file.has_parent_path() ? file.parent_path().string() : ".";
  one.name = file.stem().string();
  one.formats = {ending};
  one.alone = true;
  return one;
}

/// Why -o can't name a folder: it ends in a word, as the name of a file does, and no format of figures has that ending. Empty if it
/// can.
std::string fault_of_ending(const std::string& output) {
  const std::filesystem::path path = output;
  const std::string ending = path.extension().string();
  const bool is_word = std::all_of(ending.begin() + (ending.empty() ? 0 : 1), ending.end(),
                                   [](unsigned char letter) { return std::isalpha(letter) != 0; });
  std::error_code ignored;
  if (ending.size() < 2 || !is_word || std::filesystem::is_directory(path, ignored)) return {};
  std::filesystem::path small = path;
  small.replace_extension(QString::fromStdString(ending).toLower().toStdString());
  if (!ending_of_file(small.string()).empty())
    return "-o " + output + " has an ending in capital letters; write " + small.string() + ".";
  return "-o " + output + " names no format of figures; there are " + std::string(kExportFormats) + ". A folder is meant by " +
         output + "/.";
}

/// A figure that was asked for by name and is there already: what is measured anew is never byte for byte the same. Empty if it is
/// not there, or may be replaced.
std::string fault_of_existing(const FigureCommandOptions& options) {
  if (options.force || options.device.id.empty() || options.name.empty()) return {};
  for (const std::string& format : options.formats) {
    const std::filesystem::path file = std::filesystem::path(options.folder) / (options.name + "." + format);
    std::error_code ignored;
    if (std::filesystem::is_regular_file(file, ignored))
      return file.string() + " exists, so nothing was measured. Replace it (--force), or choose another folder (-o) or name.";
  }
  return {};
}

/// The word behind the figure's name as the device or the session that it names. No value if there are more of them, or if another
/// source is given, too.
std::optional<FigureCommandOptions> with_source(const FigureCommandOptions& options) {
  if (options.files.size() > 1 || !options.session.empty() || !options.device.id.empty()) return std::nullopt;
  FigureCommandOptions named = options;
  named.files.clear();
  const std::string& word = options.files.front();
  (is_device(word) || word.starts_with("recording:") ? named.device.id : named.session) = word;
  return named;
}

bool is_standard_output(const std::string& output) { return output == "-" || output == "/dev/stdout"; }

/// The exit code of a figure that was written: 1 if a card that was measured for it did not answer everything.
int exit_code(const FigureCommandOptions& options, const Session& session, const FigureJob& job) {
  int code = options.session.empty() ? fail_if_not_whole(session) : 0;
  for (std::size_t i = 0; i < options.with.size(); ++i)
    if (is_device(options.with[i])) code = std::max(code, fail_if_not_whole(*job.others[i]));
  return code;
}

int draw(const FigureCommandOptions& options) {
  if (const auto wish = wish_of(options); !wish) return misunderstood(wish.error().message);
  if (const auto fault = fault_of_folder_place(options.folder); fault && !is_standard_output(options.folder)) return fail(*fault);
  if (const std::string fault = fault_of_existing(options); !fault.empty()) return fail(fault);
  auto others = other_cards(options);
  if (!others) return fail(others.error());
  const auto session = source(options);
  if (!session) return fail(session.error());
  if (const auto& runs = session->runs;
      !options.run.empty() && std::none_of(runs.begin(), runs.end(), [&](const RunPtr& run) { return run->id == options.run; }))
    return fail("The session has no run " + options.run + ".");

  FigureJob job;
  job.others = *std::move(others);
  const FigureApplication application;
  job.figure = QString::fromStdString(options.figure);
  job.choice.run = QString::fromStdString(run_to_show(options, *session));
  job.choice.cache = QString::fromStdString(options.cache);
  job.choice.variant = QString::fromStdString(options.quantity + options.curve);  // at most one of them is given
  job.folder = QString::fromStdString(options.folder);
  for (const std::string& format : options.formats) job.formats << QString::fromStdString(format);
  job.name = QString::fromStdString(options.name);
  job.force = options.force;
  job.origin = command_json(options);
  put_look(options.look, job);
  job.options.alone = options.alone;
  if (is_standard_output(options.folder)) {
    const PrintedFigure printed = printedFigure(*session, job);
    if (!printed.error.isEmpty()) return fail(printed.error.toStdString());
    print_bytes(printed.bytes.toStdString());
    return exit_code(options, *session, job);
  }
  const ExportOutcome outcome = exportFigures(*session, job);
  if (!outcome) return fail(outcome.error.toStdString());
  for (const QString& file : outcome.files) std::printf("%s\n", file.toUtf8().constData());
  return exit_code(options, *session, job);
}

}  // namespace

int figure_command(const FigureCommandOptions& options) {
  if (options.figure == "list" && !options.files.empty())
    return misunderstood("'" + options.files.front() + "' is one word too many; the list is of all figures.");
  if (options.figure == "list") return list_figures();
  if (options.figure == "check") return figure_check_command(options.files);
  if (options.figure.ends_with(".json") && options.files.empty()) return figure_again_command(options);
  if (!options.files.empty()) {
    if (const auto named = with_source(options)) return figure_command(*named);
    return misunderstood("'" + options.files.back() + "' is one word too many; a figure is drawn from one session or device.");
  }
  if (const std::string fault = fault_of(options); !fault.empty()) return misunderstood(fault);
  if (is_standard_output(options.folder)) {
    if (!options.name.empty() || options.formats.size() != 1)
      return misunderstood("-o " + options.folder + " is standard output, which takes one format and no name: --formats png.");
    return draw(options);
  }
  if (const std::string ending = ending_of_file(options.folder); !ending.empty()) {
    if (!options.name.empty() || options.formats != FigureCommandOptions().formats)
      return misunderstood("-o " + options.folder + " names one file; leave out --name and --formats, or name a folder.");
    return draw(as_one_file(options, ending));
  }
  if (const std::string fault = fault_of_ending(options.folder); !fault.empty()) return misunderstood(fault);
  return draw(options);
}

}  // namespace chasescope
