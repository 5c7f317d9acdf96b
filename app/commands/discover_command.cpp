// chasescope discover --device ID [--only PARTS] [--time T|--quick|--thorough] [-v] [--json-summary] [-o FILE] [--format WORD]
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/commands/commands.h"
#include "app/commands/option_words.h"
#include "app/documents/report_files.h"
#include "app/measurement/failure.h"
#include "app/measurement/probe_session.h"
#include "app/terminal/summary_output.h"
#include "app/terminal/text_report.h"
#include "engine/output/outgoing_text.h"
#include "engine/probe/discovery/discover_parts.h"
#include "engine/probe/discovery/discovery_plan.h"
#include "engine/probe/parameters.h"
#include "engine/session/convert.h"
#include "engine/session/summary/summary_spread.h"

namespace chasescope {
namespace {

/// The parts that were asked for and that no finding tells of: "l3", "l3 and texture"; empty if there are none.
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

/// What the terminal has of it, whether or not it is written to a file as well.
void print_summary(const Session& session, const DiscoverOptions& options, const SummarySpread* spread) {
  if (options.json_summary) return print_summary_json(session, spread);
  const SummaryOutput output{.width = options.width, .file = options.output, .told_all = options.verbose, .spread = spread};
  const std::string nothing = parts_not_found(session, options.only);
  if (!nothing.empty())
    print_text("Nothing was found of " + nothing + " on " + printable(session.device.name) +
               ". Leave --only out to see what there is.\n");
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

/// The first of several discoveries, and how far the numbers of all lie apart.
struct Repeated {
  Session session;
  std::optional<SummarySpread> spread;  ///< none of one
};

Outcome<Repeated> discover_repeatedly(const DiscoverOptions& options, const std::vector<std::string>& settings) {
  std::optional<Session> first;
  std::vector<Summary> summaries;
  for (unsigned i = 0; i < options.repeat; ++i) {
    DeviceChoice device = options.device;
    if (i > 0) device.request_log.clear();  // it tells of the first
    // A model draws its noise anew, as a card has it anew.
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

}  // namespace

int discover_command(const DiscoverOptions& options) {
  if (options.quick && options.thorough) return misunderstood("--quick and --thorough exclude each other.");
  if (!options.time.empty() && (options.quick || options.thorough))
    return misunderstood("--time says how long it may take, as --quick and --thorough do; give one of them.");
  if (options.json_summary && options.output.empty() && !options.format.empty())
    return misunderstood("--json-summary and --format both want standard output; name a file for one of them: -o FILE.");
  std::vector<std::string> settings;
  if (!options.only.empty()) settings.push_back("only=" + options.only);
  // Two names for times.
  if (options.quick) settings.push_back("seconds=" + std::to_string(kQuickSeconds));
  if (options.thorough) settings.push_back("seconds=" + std::to_string(kThoroughSeconds));
  if (!options.time.empty())
    settings.push_back("seconds=" +
                       std::to_string(static_cast<std::uint64_t>(std::ceil(seconds_of_time(options.time).value_or(1)))));
  if (const std::string fault = fault_of_words("discover", settings); !fault.empty()) return misunderstood(fault);
  if (!options.output.empty())
    if (const auto fault = fault_of_document(options.output, options.format)) return fail(*fault);
  const auto repeated = discover_repeatedly(options, settings);
  if (!repeated) return fail(repeated.error());
  const Session* session = &repeated->session;
  const SummarySpread* spread = repeated->spread ? &*repeated->spread : nullptr;
  if (options.output.empty()) return print(*session, options, spread);
  const Place place = place_for(*session, options.output);
  const auto written = write_document_with_figures(*session, place.path, options.format);
  print_summary(*session, options, spread);  // measured is measured, even if it can't be kept
  if (!written) return fail(written.error().message);
  notes(written->warnings);
  if (!options.json_summary) print_text(saved_words(written->files));
  if (!place.why.empty()) note(place.why);
  return fail_if_not_whole(*session);
}

}  // namespace chasescope
