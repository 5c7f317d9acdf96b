// chasescope discover --device ID [--only PARTS] [--quick|--thorough] [-v] [--json-summary] [-o FILE] [--format WORD]
#include "app/commands/commands.h"
#include "app/commands/summary_output.h"
#include "app/commands/text_report.h"
#include "app/documents/report_files.h"
#include "app/measurement/failure.h"
#include "app/measurement/probe_session.h"
#include "engine/session/convert.h"

namespace chasescope {
namespace {

/// What the terminal has of it, whether or not it is written to a file as well.
void print_summary(const Session& session, const DiscoverOptions& options) {
  if (options.json_summary) return print_summary_json(session);
  const SummaryOutput output{.width = options.width, .file = options.output, .told_all = options.verbose};
  if (options.verbose || !has_summary(session)) print_text(text_report(session) + "\n");
  print_summary_text(session, output);
}

int print(const Session& session, const DiscoverOptions& options) {
  if (options.format.empty()) {
    print_summary(session, options);
  } else {
    const auto text = document_text(session, options.format);
    if (!text) return fail(text.error().message);
    notes(text->warnings);
    if (const std::string without = note_without_figures(options.format); !without.empty()) note(without);
    print_bytes(text->text);
  }
  return fail_if_not_whole(session);
}

}  // namespace

int discover_command(const DiscoverOptions& options) {
  if (options.quick && options.thorough) return misunderstood("--quick and --thorough exclude each other.");
  if (options.json_summary && options.output.empty() && !options.format.empty())
    return misunderstood("--json-summary and --format both want standard output; name a file for one of them: -o FILE.");
  std::vector<std::string> settings;
  if (!options.only.empty()) settings.push_back("only=" + options.only);
  if (options.quick) settings.emplace_back("effort=quick");
  if (options.thorough) settings.emplace_back("effort=thorough");
  if (const std::string fault = fault_of_words("discover", settings); !fault.empty()) return misunderstood(fault);
  if (!options.output.empty())
    if (const auto fault = fault_of_document(options.output, options.format)) return fail(*fault);
  const auto session = measure_session(options.device, "discover", settings);
  if (!session) return fail(session.error());
  if (options.output.empty()) return print(*session, options);
  const Place place = place_for(*session, options.output);
  const auto written = write_document_with_figures(*session, place.path, options.format);
  print_summary(*session, options);  // measured is measured, even if it can't be kept
  if (!written) return fail(written.error().message);
  notes(written->warnings);
  if (!options.json_summary) print_text(saved_words(written->files));
  if (!place.why.empty()) note(place.why);
  return fail_if_not_whole(*session);
}

}  // namespace chasescope
