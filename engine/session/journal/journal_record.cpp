#include "engine/session/journal/journal_record.h"

namespace chasescope {
namespace {

constexpr std::size_t kHeadBytes = 8 + 4 + 1 + 4;

void append_number(std::string& out, std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFFU);
}

std::uint64_t number_at(std::string_view bytes, std::size_t at, unsigned count) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < count; ++i) value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return value;
}

/// The size in bytes of the record at `at`, with its head; 0 if the record is cut short or of no known kind.
std::size_t size_at(std::string_view bytes, std::size_t at) {
  if (bytes.size() - at < kHeadBytes) return 0;
  const std::size_t length = number_at(bytes, at + 8, 4);
  const std::uint64_t kind = number_at(bytes, at + 12, 1);
  return bytes.size() - at - kHeadBytes < length || kind < 1 || kind > 5 ? 0 : kHeadBytes + length;
}

/// FNV-1a (draft-eastlake-fnv): detects torn and empty pages, and takes about a nanosecond for each byte.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = 0xCBF29CE484222325;
  for (const char byte : bytes) sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
  return sum;
}

bool is_sound(std::string_view bytes, std::size_t at) {
  const std::size_t size = size_at(bytes, at);
  return size > 0 && number_at(bytes, at, 8) == checksum(bytes.substr(at + 8, size - 8));
}

}  // namespace

void append_record(std::string& out, const JournalRecord& record) {
  std::string body;
  body.reserve(kHeadBytes + record.payload.size());
  append_number(body, record.payload.size(), 4);
  append_number(body, static_cast<std::uint8_t>(record.kind), 1);
  append_number(body, record.job, 4);
  body += record.payload;
  append_number(out, checksum(body), 8);
  out += body;
}

RecordList read_records(std::string_view bytes) {
  RecordList list;
  if (!bytes.starts_with(kJournalMark)) {
    list.newer = bytes.starts_with(kAnyJournalMark);
    list.foreign = !list.newer && !kJournalMark.starts_with(bytes);
    return list;
  }
  std::size_t at = kJournalMark.size();
  for (;;) {
    const std::size_t size = size_at(bytes, at);
    const bool sound = is_sound(bytes, at), ends_well = size > 0 && (at + size == bytes.size() || is_sound(bytes, at + size));
    if (!sound && !ends_well) break;
    if (sound)
      list.records.push_back({static_cast<RecordKind>(number_at(bytes, at + 12, 1)),
                              static_cast<std::uint32_t>(number_at(bytes, at + 13, 4)),
                              bytes.substr(at + kHeadBytes, size - kHeadBytes)});
    else
      ++list.damaged;
    at += size;
  }
  list.whole_bytes = at;
  list.unread_bytes = bytes.size() - at;
  return list;
}

}  // namespace chasescope
