// The system calls that write to a disk, in one class, so that a test can make each of them fail.
#pragma once

#include <cstddef>
#include <string_view>

namespace chasescope {

/// Each function returns what the system call of that name returns: -1 with `errno` if it fails.
class Disk {
 public:
  virtual ~Disk() = default;
  /// write(2), repeated after EINTR. If the reader of a pipe has gone, it gives -1 with EPIPE, and raises no SIGPIPE.
  virtual long write(int fd, std::string_view bytes);
  virtual int sync(int fd);
  virtual int close(int fd);
  virtual int rename(const char* from, const char* to);
};

/// The disk of the system.
Disk& real_disk();

}  // namespace chasescope
