#include <fcntl.h>
#include <unistd.h>

#include "app/commands/command_line.h"
#include "engine/device/protocol/process_family.h"

namespace {

/// Whoever starts the program may have closed its standard descriptors. The next opened files would get their numbers, and printed
/// text would go into those files. So the closed descriptors are opened on /dev/null in the wrong direction: writing to standard
/// output (or reading standard input) then fails, as it should.
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
