// The byte format of a journal: a file begins with kJournalMark, followed by records.
//
//   8 bytes  checksum (FNV-1a, 64 bits) of all that follows in the record
//   4 bytes  length of the payload
//   1 byte   kind of the record (RecordKind)
//   4 bytes  the job that it belongs to; of `gone`, the document
//   …        the payload: a piece of a session as CBOR
//
// Numbers have their lowest byte first. A file that was cut anywhere gives all records that were whole before the cut.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace chasescope {

inline constexpr std::string_view kJournalMark = "chasescope-journal-1\n";
/// The begin of journals of every version.
inline constexpr std::string_view kAnyJournalMark = "chasescope-journal-";

enum class RecordKind : std::uint8_t {
  job = 1,      ///< a probe begins: {document, order, repeated, device, environment}
  run = 2,      ///< an element of a session's `runs`
  finding = 3,  ///< an element of a session's `findings`
  end = 4,      ///< the probe came to its end: {conditions}
  gone = 5,     ///< the document was saved or declined; no payload
};

struct JournalRecord {
  RecordKind kind = RecordKind::job;
  std::uint32_t job = 0;
  std::string_view payload;
};

void append_record(std::string& out, const JournalRecord& record);

struct RecordList {
  std::vector<JournalRecord> records;  ///< their payloads are parts of the bytes that were read
  std::size_t whole_bytes = 0;         ///< bytes up to the end of the last complete record
  std::size_t damaged = 0;             ///< records among them whose checksum is wrong, and which are left out
  std::size_t unread_bytes = 0;        ///< bytes behind these: a truncated record, or other bytes
  bool newer = false;                  ///< the file is a journal of another version, and was not read
  bool foreign = false;                ///< the file is no journal
};

/// All records before the first truncated one. A record with a wrong checksum is skipped if a valid record begins at its stated
/// end; else reading stops there.
RecordList read_records(std::string_view bytes);

}  // namespace chasescope
