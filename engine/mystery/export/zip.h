// A zip archive of uncompressed files (PKWARE APPNOTE 6.3, method 0): the form in which learning platforms accept a package.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace chasescope::mystery {

/// CRC-32 of ISO 3309, which zip files use.
std::uint32_t crc32(std::string_view bytes);

class ZipArchive {
 public:
  /// Adds a file. Names use '/'. The time is always 1980-01-01, so that equal files make equal archives.
  /// \pre fewer than 65,535 files, and less than 4 GiB in all
  void add(std::string_view name, std::string_view bytes);
  /// The bytes of the archive with all files that were added.
  std::string bytes() const;

 private:
  std::string files_;
  std::string directory_;
  std::uint16_t count_ = 0;
};

}  // namespace chasescope::mystery
