// chasescope compare A B [--format text|markdown|csv|json] [-o FILE]
#include <cstdio>
#include <iostream>
#include <string_view>

#include "app/commands/commands.h"
#include "app/failure.h"
#include "app/probe_session.h"
#include "engine/device/recording/bundled.h"
#include "engine/session/byte_sink.h"
#include "engine/session/convert.h"
#include "engine/session/report/comparison_report.h"

namespace chasescope {
namespace {

/// A document, or what a discovery of a device finds.
Outcome<OpenedDocument> opened(const std::string& name) {
  for (const char* kind : {"cuda:", "model:", "file:", "exec:", "ssh:"}) {
    if (!name.starts_with(kind)) continue;
    auto session = measure_session({.id = name, .noise = {}, .seed = {}, .request_log = {}}, "discover", {});
    if (!session) return session.error();
    return OpenedDocument{*std::move(session), {}};
  }
  return open_document(document_file(name));
}

}  // namespace

int compare_command(const CompareOptions& options) {
  const auto format = comparison_format_from(options.format);
  if (!format) return fail("There is no format '" + options.format + "'; there are text, markdown, csv, json.");
  const auto a = opened(options.a);
  if (!a) return fail(a.error().message);
  const auto b = opened(options.b);
  if (!b) return fail(b.error().message);
  for (const auto* opened : {&*a, &*b})
    for (const std::string& warning : opened->warnings) std::fprintf(stderr, "chasescope: note: %s\n", warning.c_str());
  const std::string text = comparison_report(compare_sessions(a->session, b->session), options.a, options.b, *format);
  if (options.output.empty()) {
    std::cout << text;
    std::cout.flush();
    return std::cout ? 0 : fail("Writing to standard output failed.");
  }
  AtomicFile file(options.output);
  file.put(text);
  if (const auto error = file.commit()) return fail(error->message);
  return 0;
}

}  // namespace chasescope
