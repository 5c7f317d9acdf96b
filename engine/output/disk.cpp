#include "engine/output/disk.h"

#include <unistd.h>

#include <cstdio>

#include "engine/output/quiet_write.h"

namespace chasescope {

long Disk::write(int fd, std::string_view bytes) { return write_quietly(fd, bytes); }
int Disk::sync(int fd) { return ::fsync(fd); }
int Disk::close(int fd) { return ::close(fd); }
int Disk::rename(const char* from, const char* to) { return std::rename(from, to); }

Disk& real_disk() {
  static Disk disk;
  return disk;
}

}  // namespace chasescope
