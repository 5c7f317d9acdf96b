// chasescope compare A B [C …] [--format text|markdown|csv|json] [-o FILE]
#include <string_view>

#include "app/commands/commands.h"
#include "app/measurement/failure.h"
#include "app/measurement/probe_session.h"
#include "engine/device/recording/bundled.h"
#include "engine/findings/discovery_trouble.h"
#include "engine/output/output_file.h"
#include "engine/session/compare/comparison_report.h"
#include "engine/session/compare/device_table.h"
#include "engine/session/convert.h"

namespace chasescope {
namespace {

/// A document, or what a discovery of a device finds.
Outcome<OpenedDocument> opened(const std::string& name) {
  for (const char* kind : {"cuda:", "model:", "file:", "exec:", "ssh:"}) {
    if (!name.starts_with(kind)) continue;
    auto session = measure_session({.id = name, .noise = {}, .seed = {}, .request_log = {}}, "discover", {});
    if (!session) return session.error();
    if (const auto trouble = discovery_trouble(session->findings))
      return DeviceError{ErrorCode::internal, "The discovery of " + name + " " + outcome_words(*trouble) + ". " + trouble->reason};
    return OpenedDocument{*std::move(session), {}};
  }
  return open_document(document_file(name));
}

}  // namespace

int compare_command(const CompareOptions& options) {
  const auto format = comparison_format_from(options.format);
  if (!format) return misunderstood("There is no format '" + options.format + "'; there are " + kComparisonFormats + ".");
  std::vector<Session> sessions;
  std::vector<std::string> names;
  for (const std::string& file : options.files) {
    auto document = opened(file);
    if (!document) return fail(document.error().message);
    for (const std::string& warning : document->warnings) note(warning);
    names.push_back(document->session.device.name.empty() ? file : document->session.device.name);
    sessions.push_back(std::move(document->session));
  }
  const std::string text = sessions.size() == 2 ? comparison_report(compare_sessions(sessions[0], sessions[1]), options.files[0],
                                                                    options.files[1], *format)
                                                : device_table_report(device_table(sessions, names), *format);
  if (options.output.empty()) {
    *format == ComparisonFormat::text ? print_text(text) : print_bytes(text);
    return 0;
  }
  OutputFile file(options.output);
  file.put(text);
  if (const auto fault = file.commit()) return fail(*fault);
  return 0;
}

}  // namespace chasescope
