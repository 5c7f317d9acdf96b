#include "engine/mystery/export/zip.h"

#include <array>

namespace chasescope::mystery {
namespace {

constexpr std::uint32_t kFileMark = 0x04034B50, kDirectoryMark = 0x02014B50, kEndMark = 0x06054B50;
constexpr std::uint16_t kVersion = 20;  // version 2.0, for folders in names
constexpr std::uint16_t kNamesAreUtf8 = 1U << 11;
constexpr std::uint16_t kFirstDay = (1U << 5) | 1U;  // 1980-01-01, the first day that the format can express

/// Appends a number in `bytes` bytes, the lowest first, as in all numbers of a zip file.
void put(std::string& out, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> 8 * i & 0xFF);
}

constexpr std::array<std::uint32_t, 256> crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t rest = i;
    for (int bit = 0; bit < 8; ++bit) rest = (rest & 1U) != 0 ? 0xEDB88320U ^ (rest >> 1) : rest >> 1;
    table[i] = rest;
  }
  return table;
}

/// The fields that the header of a file and its entry in the directory have in common.
std::string common_head(std::string_view name, std::string_view bytes) {
  std::string head;
  put(head, kVersion, 2);
  put(head, kNamesAreUtf8, 2);
  put(head, 0, 2);  // method: stored
  put(head, 0, 2);  // time: midnight
  put(head, kFirstDay, 2);
  put(head, crc32(bytes), 4);
  put(head, bytes.size(), 4);
  put(head, bytes.size(), 4);
  put(head, name.size(), 2);
  put(head, 0, 2);  // no extra field
  return head;
}

}  // namespace

std::uint32_t crc32(std::string_view bytes) {
  static constexpr auto kTable = crc_table();
  std::uint32_t sum = 0xFFFFFFFFU;
  for (const char byte : bytes) sum = kTable[(sum ^ static_cast<unsigned char>(byte)) & 0xFFU] ^ (sum >> 8);
  return sum ^ 0xFFFFFFFFU;
}

void ZipArchive::add(std::string_view name, std::string_view bytes) {
  const std::size_t at = files_.size();
  const std::string head = common_head(name, bytes);
  put(files_, kFileMark, 4);
  files_.append(head).append(name).append(bytes);
  put(directory_, kDirectoryMark, 4);
  put(directory_, kVersion, 2);
  directory_ += head;
  put(directory_, 0, 2);  // no comment
  put(directory_, 0, 2);  // on the first disk
  put(directory_, 0, 2);  // no internal attributes
  put(directory_, 0, 4);
  put(directory_, at, 4);
  directory_ += name;
  ++count_;
}

std::string ZipArchive::bytes() const {
  std::string end;
  put(end, kEndMark, 4);
  put(end, 0, 4);  // one disk
  put(end, count_, 2);
  put(end, count_, 2);
  put(end, directory_.size(), 4);
  put(end, files_.size(), 4);
  put(end, 0, 2);  // no comment
  return files_ + directory_ + end;
}

}  // namespace chasescope::mystery
