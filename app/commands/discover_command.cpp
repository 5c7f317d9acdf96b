// chasescope discover --device ID [--only PARTS] [--quick|--thorough] [-o FILE] [--format WORD]
#include <cstdio>
#include <iostream>

#include "app/commands/commands.h"
#include "app/failure.h"
#include "app/probe_session.h"
#include "app/report_files.h"
#include "app/text_report.h"
#include "engine/session/convert.h"

namespace chasescope {
namespace {

void tell(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) std::fprintf(stderr, "chasescope: note: %s\n", warning.c_str());
}

int print(const Session& session, const std::string& format) {
  if (format.empty()) {
    std::cout << text_report(session);
  } else {
    const auto text = document_text(session, format);
    if (!text) return fail(text.error().message);
    tell(text->warnings);
    if (const std::string note = note_without_figures(format); !note.empty()) tell({note});
    std::cout << text->text;
  }
  std::cout.flush();
  return std::cout ? fail_if_not_whole(session) : fail("Writing to standard output failed.");
}

/// A sentence if nothing can be written there or in that format; better known before the measurement than after it.
std::optional<std::string> fault_of_target(const DiscoverOptions& options) {
  if (!options.format.empty())
    if (const auto tried = document_text(Session{}, options.format); !tried) return tried.error().message;
  if (options.output.empty()) return std::nullopt;
  const std::string fault = fault_of_document(options.output, options.format);
  return fault.empty() ? std::nullopt : std::optional(fault);
}

}  // namespace

int discover_command(const DiscoverOptions& options) {
  if (options.quick && options.thorough) return fail("--quick and --thorough exclude each other.");
  if (const auto fault = fault_of_target(options)) return fail(*fault);
  std::vector<std::string> settings;
  if (!options.only.empty()) settings.push_back("only=" + options.only);
  if (options.quick) settings.emplace_back("effort=quick");
  if (options.thorough) settings.emplace_back("effort=thorough");
  const auto session = measure_session(options.device, "discover", settings);
  if (!session) return fail(session.error().message);
  if (options.output.empty()) return print(*session, options.format);
  const auto written = write_document_with_figures(*session, options.output, options.format);
  if (!written) {
    // Measured is measured, though it can't be kept.
    std::cout << text_report(*session) << std::endl;
    return fail(written.error().message);
  }
  tell(written->warnings);
  std::cout << text_report(*session) << "\nSaved to";
  for (const auto& file : written->files) std::cout << (&file == &written->files.front() ? " " : ", ") << file.string();
  std::cout << std::endl;
  return fail_if_not_whole(*session);
}

}  // namespace chasescope
