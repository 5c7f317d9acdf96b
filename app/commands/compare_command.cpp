// chasescope compare A B [C …] [--tolerance 2%] [--fail] [--format text|latex|latex-long|markdown|csv|json] [--width COLUMNS] [-o
// FILE]
#include <string_view>

#include "app/commands/commands.h"
#include "app/commands/option_words.h"
#include "app/measurement/failure.h"
#include "app/measurement/named_card.h"
#include "app/terminal/summary_output.h"
#include "engine/output/output_file.h"
#include "engine/session/compare/comparison_report.h"
#include "engine/session/compare/device_table.h"

namespace chasescope {
namespace {

int write(const std::string& text, ComparisonFormat format, const std::string& output) {
  if (output.empty()) {
    format == ComparisonFormat::text ? print_text(text) : print_bytes(text);
    return 0;
  }
  OutputFile file(output);
  file.put(text);
  const auto fault = file.commit();
  return fault ? fail(*fault) : 0;
}

}  // namespace

int compare_command(const CompareOptions& options) {
  const auto format = comparison_format_from(format_for(options.format, options.output, kComparisonFormats, "text"));
  const auto tolerance = tolerance_from(options.tolerance);
  if (!options.tolerance.empty() && !tolerance)
    return misunderstood("'" + options.tolerance + "' is no tolerance; it is given in per cent from 0 to 100, such as 2% or 0.5%.");
  if (options.files.size() != 2 && (tolerance || options.fail))
    return misunderstood("--tolerance and --fail compare two documents, not " + std::to_string(options.files.size()) + ".");
  if (const auto fault = options.output.empty() ? std::nullopt : fault_of_place(options.output)) return fail(*fault);
  std::vector<Session> sessions;
  std::vector<std::string> names;
  for (const std::string& file : options.files) {
    auto document = open_named_card(file);
    if (!document) return fail(document.error().message);
    for (const std::string& warning : document->warnings) note(warning);
    names.push_back(document->session.device.name.empty() ? file : document->session.device.name);
    sessions.push_back(std::move(document->session));
  }
  if (sessions.size() != 2) {
    const std::size_t width = options.width == 0 ? terminal_width() : options.width;
    return write(device_table_report(device_table(sessions, names), *format, width), *format, options.output);
  }
  const Comparison comparison = compare_sessions(sessions[0], sessions[1], tolerance);
  const int code = write(comparison_report(comparison, options.files[0], options.files[1], *format), *format, options.output);
  if (code != 0 || !options.fail) return code;
  const auto why = why_it_fails(comparison);
  return why ? fail(*why) : 0;
}

}  // namespace chasescope
