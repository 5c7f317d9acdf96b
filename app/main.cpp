#include <fcntl.h>
#include <unistd.h>

#include "app/commands/command_line.h"
#include "engine/device/protocol/process_family.h"

namespace {

/// Who starts a program may have closed its first descriptors. The next file that is opened would get their numbers, and what is
/// printed would go into it. So they are taken by what can't be written (or read), and writing there fails as it should.
void hold_the_first_descriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(fd, F_GETFD) == -1) static_cast<void>(open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

}  // namespace

int main(int argc, char** argv) {
  hold_the_first_descriptors();
  chasescope::keep_families();
  return chasescope::run_program(argc, argv);
}
