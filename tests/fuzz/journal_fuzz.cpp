// Journals of processes that were killed. Each input is read as it is, and again with new checksums on its records, so that the
// contents of the records are read, too.
#include "engine/session/journal/journal_record.h"
#include "engine/session/journal/recovery.h"
#include "engine/session/session_file.h"
#include "tests/fuzz/fuzz.h"

namespace chasescope {
namespace {

void open(const JournalBytes& bytes) {
  for (const LeftDocument& document : documents_of(bytes)) {
    const auto recovered = recover(bytes, document.number);
    if (!recovered) {
      fuzz::expect_sentence(recovered.error().message);
    } else if (!session_bytes(recovered->session, SessionFormat::cbor)) {
      fuzz::fail("what is recovered can't be saved");
    }
  }
}

/// The records of the input with correct checksums in the place of their own.
std::string sealed_anew(std::string_view bytes) {
  std::string out(kJournalMark);
  constexpr std::size_t kHead = 17;
  for (std::size_t at = std::min(kJournalMark.size(), bytes.size()); bytes.size() - at >= kHead;) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[at + i]); };
    const std::size_t length = std::min<std::size_t>(byte(8) | byte(9) << 8U | byte(10) << 16U, bytes.size() - at - kHead);
    append_record(out, {static_cast<RecordKind>(byte(12)), byte(13), bytes.substr(at + kHead, length)});
    at += kHead + length;
  }
  return out;
}

}  // namespace
}  // namespace chasescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace chasescope;
  const std::string bytes(fuzz::text_of(data, size));
  open({bytes, {bytes}});
  const std::string sealed = sealed_anew(bytes);
  open({sealed, {sealed}});
  return 0;
}
