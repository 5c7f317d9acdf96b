// Fuzzes the opening of sessions. Built by any compiler, it replays the files named on its command line (ctest does so with
// corpus/); built by clang with -fsanitize=fuzzer and CHASESCOPE_LIBFUZZER defined, it searches for new ones.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "engine/session/compare/comparison.h"
#include "engine/session/report/report.h"
#include "engine/session/session_file.h"

namespace {

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "session_fuzz: %s\n", what);
  std::abort();
}

}  // namespace

/// What is refused is refused with a sentence; what is accepted can be saved and opened again, and is then the same. It agrees
/// with itself, and can be written as any report.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace chasescope;
  const auto session = parse_session({reinterpret_cast<const char*>(data), size}, "input");
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

#ifndef CHASESCOPE_LIBFUZZER
int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    if (!file) fail(argv[i]);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  std::printf("%d files replayed\n", argc - 1);
  return argc > 1 ? 0 : 1;
}
#endif
