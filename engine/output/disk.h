// The calls that bring bytes to a disk, in one place, so that a test can let each of them fail.
#pragma once

#include <cstddef>
#include <string_view>

namespace chasescope {

/// Each answers as the call of that name does: -1 and `errno` where it fails.
class Disk {
 public:
  virtual ~Disk() = default;
  /// write(2), without the signal SIGPIPE when nobody reads any more (then -1 with EPIPE), and again after EINTR.
  virtual long write(int fd, std::string_view bytes);
  virtual int sync(int fd);
  virtual int close(int fd);
  virtual int rename(const char* from, const char* to);
};

/// The one of the system.
Disk& real_disk();

}  // namespace chasescope
