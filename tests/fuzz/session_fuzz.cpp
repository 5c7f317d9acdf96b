// Sessions, as JSON and as CBOR, and topology files of MT4G, which open as sessions.
#include "engine/session/compare/comparison.h"
#include "engine/session/report/report.h"
#include "engine/session/session_file.h"
#include "tests/fuzz/fuzz.h"

/// A refused input gets a sentence. An accepted session can be saved and opened again, and is then the same. It does not differ
/// from itself, and it can be written as a report of each format.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace chasescope;
  using fuzz::fail;
  const auto session = parse_session(fuzz::text_of(data, size), "input");
  if (!session) {
    if (!session.error().message.starts_with("input")) fail("an error without a sentence");
    return 0;
  }
  for (const SessionFormat format : {SessionFormat::json, SessionFormat::cbor}) {
    const auto bytes = session_bytes(*session, format);
    if (!bytes) fail("an accepted session can't be saved");
    const auto again = parse_session(*bytes, "saved");
    if (!again) fail("a saved session can't be opened");
    if (!(*again == *session)) fail("a saved session is another one");
  }
  for (const auto format : {ReportFormat::markdown, ReportFormat::latex, ReportFormat::latex_long, ReportFormat::csv,
                            ReportFormat::mt4g, ReportFormat::gpgpusim})
    if (!make_report(*session, format).text.ends_with('\n')) fail("a report that does not end");
  if (compare_sessions(*session, *session).count(Agreement::differs) != 0) fail("a session differs from itself");
  return 0;
}
