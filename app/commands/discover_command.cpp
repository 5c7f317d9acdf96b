// chasescope discover --device ID [--only PARTS] [--quick|--thorough] [-o FILE] [--format WORD]
#include "app/commands/commands.h"
#include "app/commands/text_report.h"
#include "app/documents/report_files.h"
#include "app/measurement/failure.h"
#include "app/measurement/probe_session.h"
#include "engine/session/convert.h"

namespace chasescope {
namespace {

int print(const Session& session, const std::string& format) {
  if (format.empty()) {
    print_text(text_report(session));
  } else {
    const auto text = document_text(session, format);
    if (!text) return fail(text.error().message);
    notes(text->warnings);
    if (const std::string without = note_without_figures(format); !without.empty()) note(without);
    print_bytes(text->text);
  }
  return fail_if_not_whole(session);
}

}  // namespace

int discover_command(const DiscoverOptions& options) {
  if (options.quick && options.thorough) return misunderstood("--quick and --thorough exclude each other.");
  std::vector<std::string> settings;
  if (!options.only.empty()) settings.push_back("only=" + options.only);
  if (options.quick) settings.emplace_back("effort=quick");
  if (options.thorough) settings.emplace_back("effort=thorough");
  if (const std::string fault = fault_of_words("discover", settings); !fault.empty()) return misunderstood(fault);
  if (!options.output.empty())
    if (const auto fault = fault_of_document(options.output, options.format)) return fail(*fault);
  const auto session = measure_session(options.device, "discover", settings);
  if (!session) return fail(session.error());
  if (options.output.empty()) return print(*session, options.format);
  const Place place = place_for(*session, options.output);
  const auto written = write_document_with_figures(*session, place.path, options.format);
  print_text(text_report(*session));  // measured is measured, even if it can't be kept
  if (!written) return fail(written.error().message);
  notes(written->warnings);
  print_text(saved_words(written->files));
  if (!place.why.empty()) note(place.why);
  return fail_if_not_whole(*session);
}

}  // namespace chasescope
