#include "app/commands/command_line.h"

#include <CLI/CLI.hpp>
#include <QHashFunctions>
#include <algorithm>
#include <csignal>
#include <exception>
#include <filesystem>
#include <functional>
#include <limits>
#include <utility>

#include "app/commands/cards/library_commands.h"
#include "app/commands/commands.h"
#include "app/commands/model_options.h"
#include "app/commands/mystery_commands.h"
#include "app/commands/option_words.h"
#include "app/commands/paper_commands.h"
#include "app/commands/version_details.h"
#include "app/documents/export_figures.h"
#include "app/measurement/command_journal.h"
#include "app/measurement/failure.h"
#include "app/measurement/version.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/device/recording/bundled.h"
#include "engine/output/reasons.h"
#include "engine/session/compare/comparison_report.h"
#include "engine/session/compare/generations.h"
#include "engine/session/convert.h"
#include "engine/session/summary/summary_text.h"
#include "widgets/registry/figure_list.h"

namespace chasescope {
namespace {

constexpr const char* kAbout =
    "ChaseScope explores the memory hierarchy of GPUs: it chases pointers, times every load, and shows what the card is made of.\n"
    "Without a command it opens the window, with FILE as the session to show.";

constexpr const char* kFooter =
    "Devices:   cuda:N (a card), model:NAME (a bundled software GPU), file:PATH (a software GPU from a JSON file),\n"
    "           recording:PATH (a saved session), mystery:FILE (a card to find out), exec:COMMAND (a program of your own),\n"
    "           ssh:HOST[:DEVICE] (a device of another machine, cuda:0 if not said). 'chasescope devices' lists what is here.\n"
    "Output:    -o FILE writes FILE completely or not at all, and replaces a file of that name; -o - is standard output.\n"
    "           'figure' (without --force) and 'mystery new' replace nothing.\n"
    "Sizes:     whole bytes or with a suffix: 128, 17KiB, 2MiB, 1.5GiB (binary units).\n"
    "Exit code: 0 when everything asked was done; 2 when the command line was not understood; else 1, also when a file to read\n"
    "           is not there. Where it is not 0, a sentence on standard error says why.\n";

constexpr const char* kExamples =
    "Examples:\n"
    "  chasescope\n"
    "  chasescope probe fine-grained --device model:gtx560ti --set space=global.ca --set bytes=17KiB --set stride=128\n"
    "  chasescope probe fine-grained --device cuda:0 --set bytes=8MiB -o trace.json\n"
    "  chasescope figure miss-pattern --session trace.json -o figures --width 88.9\n"
    "  chasescope convert trace.json trace.csv\n"
    "  chasescope convert session.json -o report.md --format markdown\n"
    "  chasescope convert session.json -o traces --format traces\n"
    "  chasescope compare before.json after.json";

struct Options {
  bool verbose = false;  ///< for --version
  WindowOptions window;
  ListOptions devices, probes;
  ProbeOptions probe;
  DiscoverOptions discover;
  FigureCommandOptions figure;
  ConvertOptions convert;
  CompareOptions compare;
  RecoverOptions recover;
  ServeCommandOptions serve;
  CheckDeviceOptions check;
  LessonOptions lesson;
  int argc = 0;
  char** argv = nullptr;
  MysteryOptions mystery;
  PaperOptions paper;
  LibraryOptions library;
  std::function<int()> chosen;  ///< runs the command of the command line; empty without a command
};

constexpr const char* kDeviceHelp =
    "The device: cuda:N, model:NAME, file:PATH, recording:PATH, mystery:FILE, exec:COMMAND or ssh:HOST[:DEVICE]";
constexpr int kMostLeft = 1'000'000;  // far more than there can be
constexpr int kMostCompared = 64;     // devices to compare at once: more are a slip of a shell pattern

constexpr const char* kSetHelp =
    "A parameter of the probe, key=value; may be repeated. 'chasescope probe NAME --help' lists the keys";

WordCheck a_seed() { return whole_number(0, std::numeric_limits<std::uint64_t>::max()); }

/// Makes options refuse an empty word, which comes from an unset variable of a shell: "-o $FILE" is not meant to be standard
/// output.
void refuse_nothing(CLI::App& app) {
  for (CLI::Option* option : app.get_options())
    if (option->get_items_expected_max() > 0 && option->get_items_expected_min() > 0) option->check(fault_of_name);
  for (CLI::App* command : app.get_subcommands({})) refuse_nothing(*command);
}

void describe_lessons(CLI::App& app, Options& o) {
  using What = LessonOptions::What;
  CLI::App* lesson = app.add_subcommand("lesson", "Lessons of ten minutes: list, show, check, play");
  lesson->require_subcommand(1);
  const auto add = [&](const char* name, const char* help, What what) {
    CLI::App* command = lesson->add_subcommand(name, help);
    command->callback([&o, what] {
      o.lesson.what = what;
      o.chosen = [&o] { return lesson_command(o.lesson, o.argc, o.argv); };
    });
    return command;
  };
  add("list", "List the lessons that come with the program", What::list);
  add("show", "Print a lesson's text", What::show)
      ->add_option("LESSON", o.lesson.files, "Its id, its number in the list, or a file")
      ->required()
      ->expected(1);
  add("check", "Say whether lessons are right: file, line and what is wrong; runs every step", What::check)
      ->add_option("FILE", o.lesson.files, "Files, or ids of bundled lessons")
      ->required();
  CLI::App* play = add("play", "Play a lesson, in a window if there is a display", What::play);
  play->add_option("LESSON", o.lesson.files, "Its id, its number in the list, or a file")->required()->expected(1);
  play->add_flag("--terminal", o.lesson.terminal, "Here in the terminal, also where there is a display");
  play->add_flag("--start-programs", o.lesson.may_start,
                 "In the terminal: let the lesson start the programs and open the ssh devices that it names; a window asks");
}

void describe_commands(CLI::App& app, Options& o) {
  // A command runs only after the whole command line was parsed without an error.
  const auto on = [&o](CLI::App* command, auto run) { command->callback([&o, run] { o.chosen = run; }); };
  app.footer(std::string(kFooter) + kExamples);
  // --verbose is added before --version, which reads it: options are handled in the order in which they were added.
  CLI::Option* verbose = app.add_flag("--verbose", o.verbose, "With --version: also commit, compiler, libraries, system and cards");
  CLI::Option* version = app.set_version_flag(
      "--version", [&o] { return o.verbose ? version_details() : version_text(); }, "Print the version and leave");
  verbose->needs(version);
  app.add_option("FILE", o.window.file, "A session (.json, .cbor, .csv), a lesson (.md) or a device to open in the window");
  app.add_option("--device", o.window.device, "A device to open in the window");

  CLI::App* devices = app.add_subcommand("devices", "List the devices that can be opened");
  on(devices, [&o] { return list_devices_command(o.devices); });
  devices->add_flag("--json", o.devices.json, "As a JSON array of {id, name, origin, summary}");

  CLI::App* probes = app.add_subcommand("probes", "List the probes and their parameters");
  on(probes, [&o] { return list_probes_command(o.probes); });
  probes->add_option("NAME", o.probes.probes, "These probes only");
  probes->add_flag("--json", o.probes.json, "As a JSON array");

  CLI::App* probe = app.add_subcommand("probe", "Run a probe on a device");
  on(probe, [&o] { return probe_command(o.probe); });
  CLI::Option* name = probe->add_option("NAME", o.probe.probe, "The probe, such as fine-grained");
  name->required();
  probe->footer(kFooter);
  probe->footer([name] {
    const std::vector<std::string>& names = name->results();
    const std::string words = names.empty() ? std::string() : words_on_probe(names.front());
    return words.empty() ? words : "\n" + words;
  });
  probe->add_option("DEVICE,--device,-d", o.probe.device.id, kDeviceHelp)->required()->check(fault_of_device);
  add_model_options(*probe, o.probe.device);
  probe->add_option("--set,-s", o.probe.settings, kSetHelp)->allow_extra_args(false);
  probe->add_option("--output,-o", o.probe.output, "Write the session to this file; without it a readable result is printed");
  probe
      ->add_option("--format,-f", o.probe.format,
                   std::string("One of ") + kProbeFormats + "; by default what the file's ending says")
      ->check(format_of(kProbeFormats));

  CLI::App* discover = app.add_subcommand("discover", "Find out everything about a card in one go");
  on(discover, [&o] { return discover_command(o.discover); });
  discover
      ->add_option("DEVICE,--device,-d", o.discover.device.id,
                   std::string(kDeviceHelp) +
                       "; several with commas between, or cuda:all for every card, are discovered at once and "
                       "compared")
      ->required()
      ->check(fault_of_several_devices);
  add_model_options(*discover, o.discover.device);
  discover
      ->add_option("--only", o.discover.only,
                   "Parts of it, comma-separated: l1,l2,shared_memory …, or groups: caches, constant, tlb, memory, shared, cluster, "
                   "instructions, requests")
      ->check([](const std::string& text) { return text.empty() ? "must name a part" : ""; });
  discover->add_flag("--quick", o.discover.quick, "A name for --time 2s: levels, latencies, bandwidths; more if there is time");
  discover->add_flag("--thorough", o.discover.thorough, "A name for --time 60s: open questions and replacement policies, too");
  discover
      ->add_option("--time", o.discover.time,
                   "How long it may take, such as 60s or 2min: time that is left over is spent on open questions")
      ->check(fault_of_time);
  discover->add_option("--repeat", o.discover.repeat, "Discover so many times, and tell how far the numbers lie apart")
      ->check(whole_number(1, 1000));
  discover->add_flag("--verbose,-v", o.discover.verbose, "Every finding with its reason, before the summary");
  discover->add_option("--width", o.discover.width, "Columns of the summary; by default the terminal's, or 80")
      ->check(whole_number(kLeastSummaryWidth, kMostSummaryWidth));
  discover->add_flag("--json-summary", o.discover.json_summary, "The summary as JSON (docs/reports.md) instead of text");
  discover->add_option("--output,-o", o.discover.output, "Write to this file; the terminal has the summary all the same");
  discover
      ->add_option(
          "--format,-f", o.discover.format,
          std::string("One of ") + kDocumentFormats +
              "; by default what the file's ending says. With traces, -o names a new folder: every trace and table, and the "
              "findings, as CSV")
      ->check(format_of(kDocumentFormats));

  CLI::App* figure = app.add_subcommand("figure",
                                        "Export a figure of a session, or of a fresh measurement; 'figure list' lists the figures, "
                                        "'figure all' makes all of them, 'figure check FILE.pdf' says whether a PDF can be printed");
  CLI::App* all = add_figure_all(*figure, o.paper.figures, o.figure.look);
  on(figure, [&o, figure, all] {
    if (!figure->got_subcommand(all)) return figure_command(o.figure);
    const std::string of_one = put_before_all(*figure, *all, o.figure, o.paper.figures);
    return of_one.empty()
               ? figure_all_command(o.paper.figures)
               : misunderstood(of_one + " is for one figure, and 'figure all' makes each with what suits it; leave it out.");
  });
  figure->add_option("NAME", o.figure.figure,
                     "The figure, 'list', 'check', or the JSON beside a figure to make it again: " +
                         (figureNames() + cardFigureNames()).join(", ").toStdString());
  figure->add_option("FILE", o.figure.files, "The session or the device to draw it from; of 'check', the PDF files")
      ->check(fault_of_document_or_device);
  figure->add_option("--session", o.figure.session, "The session to take the data from");
  figure
      ->add_option("--with,--against", o.figure.with,
                   "Another card, a session, topology file or device: curves of all are drawn on one axis, a memory diagram "
                   "beside the first; may be repeated ('figure list' says which figures take several)")
      ->allow_extra_args(false)
      ->check(fault_of_document_or_device);
  std::string quantities;
  for (const GenerationQuantity& each : generation_quantities())
    quantities += (quantities.empty() ? "" : ", ") + std::string(each.id);
  figure->add_option("--quantity", o.figure.quantity, "What a line of generations shows: " + quantities)
      ->check(format_of(quantities, "quantity"));
  figure->add_option("--curve", o.figure.curve, "Which curve of several cards, by its name (global.ca, 2 loads, …)")
      ->check(fault_of_name);
  figure
      ->add_option("--device,-d", o.figure.device.id,
                   std::string(kDeviceHelp) + "; every probe that the figure needs is run on it, with settings that suit it")
      ->check(fault_of_device);
  add_model_options(*figure, o.figure.device);
  figure->add_option("--set,-s", o.figure.settings, "A parameter of the figure's probes, key=value; may be repeated")
      ->allow_extra_args(false);
  figure->add_option("--cache", o.figure.cache, "The cache or TLB to show: l1_data, l2, texture, l1_tlb, l2_tlb, …");
  figure->add_option("--run", o.figure.run, "The run to show, by id (run-1, …); by default the last one");
  figure->add_option("--output,-o", o.figure.folder,
                     "The folder to write to, made if it does not exist; or one file, by its ending: l1.png; or - with one format");
  figure->add_option("--formats,--format,-f", o.figure.formats, std::string("Comma-separated: ") + kExportFormats)
      ->delimiter(',')
      ->capture_default_str()
      ->check(format_of(kExportFormats));
  figure->add_option("--name", o.figure.name, "Name of the files without its ending; by default device, figure and cache")
      ->check(fault_of_file_name);
  figure->add_flag("--force", o.figure.force, "Replace files that are there and differ");
  add_figure_look(*figure, o.figure.look);

  CLI::App* convert = app.add_subcommand("convert", "Convert a session between JSON, CBOR and CSV, or write it as a report");
  on(convert, [&o] { return convert_command(o.convert); });
  convert->add_option("IN", o.convert.input, "The file to read: a session, CSV traces, or a topology file of MT4G")->required();
  CLI::Option* out = convert->add_option(
      "OUT", o.convert.output,
      "The file to write; its ending says the format. OUT.csv is one table: of a single trace its accesses, else the findings");
  convert->add_option("--output,-o", o.convert.output, "The same as OUT")->excludes(out);
  convert
      ->add_option(
          "--format,-f", o.convert.format,
          std::string("One of ") + kDocumentFormats +
              "; by default what the file's ending says. With traces, -o names a new folder: every trace and table, and the "
              "findings, as CSV")
      ->check(format_of(kDocumentFormats));

  CLI::App* compare = app.add_subcommand(
      "compare", "Compare sessions, recordings, topology files of MT4G or devices: two closely, more in a table");
  on(compare, [&o] { return compare_command(o.compare); });
  compare->add_option("FILE", o.compare.files, "Files or devices, two or more; a device is discovered first")
      ->required()
      ->expected(2, kMostCompared)
      ->check(fault_of_document_or_device);
  compare
      ->add_option("--format,-f", o.compare.format,
                   std::string("One of ") + kComparisonFormats + "; by default as the name of the file ends, or text")
      ->check(format_of(kComparisonFormats));
  compare->add_option("--width", o.compare.width, "Columns of a table of more than two; by default the terminal's, or 80")
      ->check(whole_number(kLeastSummaryWidth, kMostSummaryWidth));
  compare->add_option("--output,-o", o.compare.output, "Write to this file instead of standard output");
  compare->add_option(
      "--tolerance", o.compare.tolerance,
      "Numbers that differ by no more than this agree, in per cent of the larger one: 2%; by default their intervals decide");
  compare->add_flag("--fail", o.compare.fail, "End with exit code 1, and say what differs, if something does");

  CLI::App* recover =
      app.add_subcommand("recover", "What was measured and not saved when the program was ended: list, save or discard it");
  on(recover, [&o] { return recover_command(o.recover); });
  recover->add_option("NUMBER", o.recover.number, "Which one, by its number in the list")->check(whole_number(1, kMostLeft));
  recover->add_flag("--list,-l", o.recover.list, "List what was left, with its numbers");
  recover->add_option(
      "--save", o.recover.save,
      "Write it to this session file, FILE.json or FILE.cbor, which must not exist yet; it is then no longer in the list");
  recover->add_flag("--discard", o.recover.discard, "Remove it for good; all of it without a number");

  CLI::App* serve = app.add_subcommand("serve", "Speak the device protocol for a device, on standard input and output");
  on(serve, [&o] { return serve_command(o.serve); });
  serve->add_option("DEVICE,--device,-d", o.serve.device, kDeviceHelp)->required()->check(fault_of_device);
  serve->add_option("--seed", o.serve.seed, "The seed of a software GPU's random choices")->capture_default_str()->check(a_seed());

  CLI::App* check = app.add_subcommand("check-device", "Check whether a program keeps the device protocol, rule by rule");
  on(check, [&o] { return check_device_command(o.check); });
  check->add_option("DEVICE,--device,-d", o.check.device, "The program: exec:COMMAND or ssh:HOST[:DEVICE]")->required();
  check->add_flag("--json", o.check.json, "As a JSON array of {name, rule, verdict, reason, sent, came}");

  describe_lessons(app, o);
  add_mystery_commands(app, o.mystery, o.chosen);
  add_paper_commands(app, o.paper, o.chosen);
  add_library_commands(app, o.library, o.chosen);

  app.require_subcommand(0, 1);
  refuse_nothing(app);
}

/// Why the window can't show the session or device that it is given, as far as that can be told at once.
std::optional<DeviceError> fault_of_window(const CLI::App& app, const WindowOptions& options) {
  const auto not_there = [](std::string sentence) { return DeviceError{ErrorCode::internal, std::move(sentence)}; };
  std::error_code ignored;
  const std::filesystem::path document = document_file(options.file);
  if (std::string fault = fault_of_recorded_document(options.file); !fault.empty()) return not_there(std::move(fault));
  const bool is_bundled =
      options.file.starts_with("published:") || options.file.starts_with("contributed:");  // bundled sessions are no files
  if (!options.file.empty() && !is_bundled && !std::filesystem::exists(document, ignored))
    return looks_like_a_file(options.file) ? not_there("There is no file " + options.file + ".")
                                           : invalid_request(unknown_word(app, options.file));
  if (std::filesystem::is_directory(document, ignored))
    return not_there("'" + options.file + "' is a folder; name a session in it, or say --help.");
  if (const std::string fault = options.device.empty() ? std::string() : fault_of_device_id(options.device); !fault.empty())
    return invalid_request(fault);
  // Devices that are no cards and no programs are opened quickly, so try whether they are there.
  for (const char* kind : {"model:", "file:", "recording:", "mystery:"})
    if (options.device.starts_with(kind))
      if (const auto device = open_device(options.device); !device) return not_there(device.error().message);
  return std::nullopt;
}

/// Opens the window with a session or a device.
int open_window(const CLI::App& app, WindowOptions options, int argc, char** argv) {
  for (const char* kind : {"cuda:", "model:", "file:", "mystery:", "exec:", "ssh:"})
    if (options.file.starts_with(kind) && options.device.empty()) options.device = std::exchange(options.file, {});
  // A recording in a person's own file is opened as a session; a bundled recording is no file.
  std::error_code ignored;
  if (options.file.starts_with("recording:") && options.device.empty() && fault_of_recorded_document(options.file).empty() &&
      !std::filesystem::exists(document_file(options.file), ignored))
    options.device = std::exchange(options.file, {});
  if (const auto fault = fault_of_window(app, options)) return fail(*fault);
  return window_command(options, argc, argv);
}

}  // namespace

int run_program(int argc, char** argv) {
  // Qt writes the fonts of a PDF in the order of a hash: without a fixed seed, equal figures would have different bytes.
  QHashSeed::setDeterministicGlobalSeed();
  // Writing a file beyond the process's size limit fails with an error, instead of ending the program.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    CLI::App app(kAbout, "chasescope");
    Options options;
    options.argc = argc;
    options.argv = argv;
    describe_commands(app, options);
    try {
      app.parse(argc, argv);
    } catch (const CLI::Success& success) {
      return checked_output(app.exit(success));
    } catch (const CLI::ParseError& error) {
      if (const std::string slip = misspelt(app, {argv + 1, argv + argc}); !slip.empty()) return misunderstood(slip);
      return misunderstood(std::string(error.what()) + " (see chasescope --help)");
    }
    for (std::string* output : {&options.probe.output, &options.discover.output, &options.convert.output, &options.compare.output,
                                &options.paper.table.output, &options.library.check.output})
      if (*output == "-" || *output == "/dev/stdout") output->clear();  // standard output is also the default without -o
    const int code = checked_output(options.chosen ? options.chosen() : open_window(app, options.window, argc, argv));
    settle_journal(code == 0);
    return code;
  } catch (const std::exception& error) {
    return fail("It ended unexpectedly: " + reason_of(error) + ".");
  }
}

}  // namespace chasescope
