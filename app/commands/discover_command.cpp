// chasescope discover --device ID[,ID…] [--only PARTS] [--time T|--quick|--thorough] [-v] [--json-summary] [-o FILE] [--format
// WORD]
#include <unistd.h>

#include <QTemporaryDir>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>
#include <utility>

#include "app/commands/cards/device_fleet.h"
#include "app/commands/commands.h"
#include "app/commands/option_words.h"
#include "app/documents/report_files.h"
#include "app/measurement/failure.h"
#include "app/measurement/interrupt.h"
#include "app/measurement/probe_session.h"
#include "app/terminal/summary_output.h"
#include "app/terminal/text_report.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/output/output_file.h"
#include "engine/probe/discovery/discover_parts.h"
#include "engine/probe/discovery/discovery_plan.h"
#include "engine/probe/parameters.h"
#include "engine/session/compare/comparison_report.h"
#include "engine/session/compare/device_table.h"
#include "engine/session/convert.h"
#include "engine/session/document/added_part.h"
#include "engine/session/session_file.h"
#include "engine/session/summary/summary_spread.h"
#include "engine/session/summary/summary_unknown.h"

namespace chasescope {
namespace {

/// The requested parts without a finding: "l3", "l3 and texture"; empty if there are none.
std::string parts_not_found(const Session& session, const std::string& only) {
  std::vector<std::string> missing;
  if (!only.empty())
    for (const std::string& part : parse_names(only)) {
      const std::vector<std::string> subjects = subjects_named(part);
      if (std::none_of(session.findings.begin(), session.findings.end(),
                       [&](const Finding& finding) { return is_wanted(subjects, finding.subject); }))
        missing.push_back(part);
    }
  std::string words;
  for (std::size_t i = 0; i < missing.size(); ++i) words += (i == 0 ? "" : i + 1 == missing.size() ? " and " : ", ") + missing[i];
  return words;
}

/// Prints the summary to the terminal, also when the session is written to a file.
void print_summary(const Session& session, const DiscoverOptions& options, const SummarySpread* spread) {
  const SummaryOutput output{
      .width = options.width, .device = options.device.id, .file = options.output, .told_all = options.verbose, .spread = spread};
  if (options.json_summary) return print_summary_json(session, output);
  const std::string nothing = parts_not_found(session, options.only);
  if (!nothing.empty())
    print_text("Nothing was found of " + nothing + " on " + printable(session.device.name) +
               (was_cut_short(session) ? " in the time that was given; more may tell (--time).\n"
                                       : ". Leave --only out to see what there is.\n"));
  if (session.findings.empty() && !nothing.empty()) return;
  if (options.verbose || !has_summary(session)) print_text(text_report(session) + "\n");
  print_summary_text(session, output);
}

int print(const Session& session, const DiscoverOptions& options, const SummarySpread* spread) {
  if (options.format.empty()) {
    print_summary(session, options, spread);
  } else {
    const auto text = document_text(session, options.format);
    if (!text) return fail(text.error().message);
    notes(text->warnings);
    if (const std::string without = note_without_figures(options.format); !without.empty()) note(without);
    print_bytes(text->text);
  }
  return fail_if_not_whole(session);
}

/// The first of several discoveries, and the spread of each number over all of them.
struct Repeated {
  Session session;
  std::optional<SummarySpread> spread;  ///< none for a single discovery
};

Outcome<Repeated> discover_repeatedly(const DiscoverOptions& options, const std::vector<std::string>& settings) {
  std::optional<Session> first;
  std::vector<Summary> summaries;
  for (unsigned i = 0; i < options.repeat; ++i) {
    DeviceChoice device = options.device;
    if (i > 0) device.request_log.clear();  // the log has the requests of the first discovery
    // A model draws its noise from another seed in each discovery, as a real card has other noise.
    if (first && first->device.origin == Origin::model) device.seed = device.seed.value_or(1) + i;
    auto session = measure_session(device, "discover", settings);
    if (!session && first) {
      note("Only " + std::to_string(i) + " of " + std::to_string(options.repeat) +
           " discoveries were made: " + session.error().message);
      break;
    }
    if (!session) return session.error();
    summaries.push_back(summarise(*session));
    if (!first) first = *std::move(session);
  }
  Repeated repeated{*std::move(first), std::nullopt};
  if (options.repeat > 1) {
    repeated.spread = spread_of(summaries);
    repeated.session.environment["spread"] = spread_json(*repeated.spread);
  }
  return repeated;
}

/// The options for the discovery of one of several devices, without its id.
std::vector<std::string> words_of(const DiscoverOptions& options) {
  std::vector<std::string> words;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  add("--only", options.only);
  add("--time", options.time);
  if (options.quick) words.emplace_back("--quick");
  if (options.thorough) words.emplace_back("--thorough");
  if (options.repeat > 1) add("--repeat", std::to_string(options.repeat));
  if (options.device.noise) words.push_back("--noise" + (options.device.noise->empty() ? "" : "=" + *options.device.noise));
  if (options.device.seed) add("--seed", std::to_string(*options.device.seed));
  return words;
}

std::string file_words(const std::string& text) {
  std::string words;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      words += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!words.empty() && words.back() != '-')
      words += '-';
  while (!words.empty() && words.back() == '-') words.pop_back();
  return words;
}

/// The file for one of several devices: "lab-cuda-1-nvidia-h100.json" for "lab.json", or a file in the given folder; with a number
/// if such a file exists.
std::filesystem::path file_of_one(const std::filesystem::path& asked, const std::string& id, const std::string& name,
                                  std::set<std::filesystem::path>& taken) {
  std::error_code ignored;
  const bool in_folder = std::filesystem::is_directory(asked, ignored);
  const std::string stem =
      (in_folder ? "" : asked.stem().string() + "-") + file_words(id) + (name == id ? "" : "-" + file_words(name));
  const std::string ending = in_folder || !asked.has_extension() ? ".json" : asked.extension().string();
  for (unsigned number = 1;; ++number) {
    const std::filesystem::path path =
        (in_folder ? asked : asked.parent_path()) / (stem + (number == 1 ? "" : "-" + std::to_string(number)) + ending);
    if (!std::filesystem::exists(path, ignored) && taken.insert(path).second) return path;
  }
}

/// Why several devices can't be discovered with these options, as a sentence; empty if they can.
std::string fault_of_several(const DiscoverOptions& options) {
  if (options.json_summary) return "--json-summary is of one device; name one, or write sessions with -o and sum each up.";
  if (options.output.empty() && !options.format.empty())
    return "Several devices make several documents; name a file or a folder for them: -o.";
  if (options.format == kTracesFormat) return "A folder of traces is of one device; name one.";
  if (!options.device.request_log.empty()) return "A log of requests is of one device; name one.";
  return {};
}

/// The session that one of several discoveries wrote, and its file.
std::optional<Session> session_left_by(const std::filesystem::path& file) {
  for (const std::filesystem::path& left : {file, std::filesystem::path(file).replace_extension(".partial.json")})
    if (auto session = read_session(left)) return *std::move(session);
  return std::nullopt;
}

/// Whether another card's memory was asked for and could not be read.
bool lacks_peer_memory(const Session& session) {
  return session.device.origin == Origin::hardware && session.device.serves(MemorySpace::peer) &&
         std::any_of(session.findings.begin(), session.findings.end(), [](const Finding& finding) {
           return finding.subject == subject::peer_memory && finding.status == FindingStatus::not_measurable;
         });
}

/// Reads the memory of another card, which a card does not do while that other card is measured as well, and adds what was found.
/// \return the exit code if a person ended it, else 0.
int add_peer_memory(const std::string& id, const std::string& name, Session& session) {
  note(name + ": now that no card is measured, it reads another card's memory.");
  const auto part =
      measure_session(DeviceChoice{.id = id, .noise = {}, .seed = {}, .request_log = {}}, "host-memory", {"memory=peer"});
  if (part) {
    add_part(session, *part);
    return 0;
  }
  if (part.error().code == ErrorCode::cancelled) return fail(part.error());
  note(name + ": " + part.error().message);
  return 0;
}

int discover_all(const DiscoverOptions& options, const std::vector<std::string>& ids) {
  if (const std::string fault = fault_of_several(options); !fault.empty()) return misunderstood(fault);
  const std::filesystem::path asked = options.output;
  std::error_code why;
  const bool into_folder = !asked.empty() && (!asked.has_filename() || std::filesystem::is_directory(asked, why));
  if (const auto fault = asked.empty() ? std::nullopt : into_folder ? fault_of_folder_place(asked) : fault_of_place(asked))
    return fail(*fault);
  QTemporaryDir folder;
  if (!folder.isValid())
    return fail("There is no room for the sessions while they are measured (" + folder.errorString().toStdString() + ").");
  std::vector<FleetMember> members;
  std::vector<std::string> names;
  const DeviceListing listing = list_devices();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto known =
        std::find_if(listing.devices.begin(), listing.devices.end(), [&](const auto& entry) { return entry.id == ids[i]; });
    names.push_back(known == listing.devices.end() ? ids[i] : known->name);
    std::vector<std::string> words{"discover", "--device", ids[i], "-o",
                                   folder.filePath(QString::number(i) + ".json").toStdString()};
    const std::vector<std::string> more = words_of(options);
    words.insert(words.end(), more.begin(), more.end());
    members.push_back({names.back() == ids[i] ? ids[i] : ids[i] + ", " + names.back(), words});
  }
  const bool shows = isatty(STDERR_FILENO) != 0 || qEnvironmentVariableIsSet("CHASESCOPE_PROGRESS");
  const SignalsWait until_all_are_written;  // a signal between two of the guards below waits for the next one, or for the files
  std::optional<InterruptGuard> interrupt(std::in_place);
  const auto ends = run_fleet(members, interrupt->token(), [&](const FleetMember& member, const std::string& line) {
    constexpr std::string_view kNote = "chasescope: note: ";
    if (line.starts_with(kNote))
      note(member.name + ": " + line.substr(kNote.size()));
    else if (shows && sentence_of_error(line).empty() && !line.empty())
      std::fprintf(stderr, "%s: %s\n", printable(member.name).c_str(), printable(line).c_str());
  });
  if (interrupt->exit_code() != 0) {
    note("Ended before all was measured; 'chasescope recover' has what there was.");
    return interrupt->exit_code();
  }
  interrupt.reset();  // each probe that follows waits for the signals itself
  std::vector<std::optional<Session>> left;
  for (std::size_t i = 0; i < ids.size(); ++i)
    left.push_back(session_left_by(folder.filePath(QString::number(i) + ".json").toStdString()));
  int code = 0;
  for (std::size_t i = 0; i < ids.size() && code == 0; ++i)
    if (left[i] && lacks_peer_memory(*left[i])) code = add_peer_memory(ids[i], members[i].name, *left[i]);
  const bool any_left = std::any_of(left.begin(), left.end(), [](const std::optional<Session>& one) { return one.has_value(); });
  if (into_folder && any_left) std::filesystem::create_directories(asked, why);  // if it can't be made now, each file says so
  std::vector<Session> sessions;
  std::vector<std::string> told;
  std::set<std::filesystem::path> taken;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!ends[i].empty()) code = fail(members[i].name + ": " + ends[i]);
    std::optional<Session>& session = left[i];
    if (!session) continue;
    print_text("\n" + printable(members[i].name) + "\n");
    std::filesystem::path file;
    if (!options.output.empty()) {
      file = place_for(*session, file_of_one(options.output, ids[i], names[i], taken)).path;
      const auto written = write_document_with_figures(*session, file, options.format);
      if (!written) {
        code = fail(written.error().message);
        file.clear();
      }
    }
    DiscoverOptions one = options;
    one.output = file.string();
    one.device.id = ids[i];
    print_summary(*session, one, nullptr);
    if (!file.empty()) print_text(saved_words(std::vector{file}));
    sessions.push_back(*std::move(session));
    told.push_back(members[i].name);
  }
  if (sessions.size() == 2)
    print_text("\n" + comparison_report(compare_sessions(sessions[0], sessions[1], {}), told[0], told[1], ComparisonFormat::text));
  else if (sessions.size() > 2)
    print_text("\n" + device_table_report(device_table(sessions, told), ComparisonFormat::text,
                                          options.width == 0 ? terminal_width() : options.width));
  return code;
}

}  // namespace

int discover_command(const DiscoverOptions& options) {
  if (options.quick && options.thorough) return misunderstood("--quick and --thorough exclude each other.");
  if (!options.time.empty() && (options.quick || options.thorough))
    return misunderstood("--time says how long it may take, as --quick and --thorough do; give one of them.");
  if (options.json_summary && options.output.empty() && !options.format.empty())
    return misunderstood("--json-summary and --format both want standard output; name a file for one of them: -o FILE.");
  if (options.output.empty() && options.format == kTracesFormat) return misunderstood(kTracesNeedFolder);
  std::vector<std::string> settings;
  if (!options.only.empty()) settings.push_back("only=" + options.only);
  std::optional<std::uint64_t> seconds;
  // --quick and --thorough are names for times.
  if (options.quick) seconds = kQuickSeconds;
  if (options.thorough) seconds = kThoroughSeconds;
  if (!options.time.empty()) seconds = static_cast<std::uint64_t>(std::ceil(seconds_of_time(options.time).value_or(1)));
  if (seconds) settings.push_back("seconds=" + std::to_string(*seconds));
  if (const std::string fault = fault_of_words("discover", settings); !fault.empty()) return misunderstood(fault);
  std::string why_none;
  const std::vector<std::string> ids = ids_of_devices(options.device.id, why_none);
  if (ids.empty()) return fail(why_none);
  if (ids.size() > 1) return discover_all(options, ids);
  if (ids.front() != options.device.id) {
    note("There is one card here, " + ids.front() + ".");
    return discover_all(options, ids);
  }
  if (!options.output.empty())
    if (const auto fault = fault_of_document(options.output, options.format)) return fail(*fault);
  // The memory of other cards is read only if there is time for it, or if it is asked for.
  if (options.only.empty() && seconds.value_or(0) < kThoroughSeconds) start_one_card(options.device.id);
  const auto repeated = discover_repeatedly(options, settings);
  if (!repeated) return fail(repeated.error());
  const Session* session = &repeated->session;
  const SummarySpread* spread = repeated->spread ? &*repeated->spread : nullptr;
  if (options.output.empty()) return print(*session, options, spread);
  const Place place = place_for(*session, options.output);
  print_summary(*session, options, spread);  // the answer comes before the file, and also if the file can't be written
  const auto written = write_document_with_figures(*session, place.path, options.format);
  if (!written) return fail(written.error().message);
  notes(written->warnings);
  if (!options.json_summary) print_text(saved_words(*written));
  if (!place.why.empty()) note(place.why);
  return fail_if_not_whole(*session);
}

}  // namespace chasescope
