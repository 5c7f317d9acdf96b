// A zip archive of files that are stored as they are (PKWARE APPNOTE 6.3, method 0): what learning platforms take a package as.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace chasescope::mystery {

/// CRC-32 of ISO 3309, as zip has it.
std::uint32_t crc32(std::string_view bytes);

class ZipArchive {
 public:
  /// Adds a file. Names use '/'; the time is that of 1980-01-01, so that equal files make equal archives.
  /// \pre fewer than 65,535 files, and less than 4 GiB in all
  void add(std::string_view name, std::string_view bytes);
  /// The archive with all that was added.
  std::string bytes() const;

 private:
  std::string files_;
  std::string directory_;
  std::uint16_t count_ = 0;
};

}  // namespace chasescope::mystery
