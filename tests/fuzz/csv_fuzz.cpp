// Traces as CSV.
#include "engine/session/csv/csv.h"
#include "engine/session/session_file.h"
#include "tests/fuzz/fuzz.h"

/// A trace that was read can be saved.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace chasescope;
  const fuzz::InputFile file(data, size);
  const auto read = read_csv(file.path());
  if (!read) {
    fuzz::expect_sentence(read.error().message);
    return 0;
  }
  if (!session_bytes(read->session, SessionFormat::cbor)) fuzz::fail("a trace that was read can't be saved");
  return 0;
}
