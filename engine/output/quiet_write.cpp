#include "engine/output/quiet_write.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>

namespace chasescope {

long write_quietly(int fd, std::string_view bytes) {
  // SIGPIPE goes to the thread that writes. It is blocked there, and taken back if this write raised it.
  sigset_t pipe_signal;
  sigset_t before;
  sigset_t pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  const bool was_pending = sigismember(&pending, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  long written = 0;
  do {
    written = ::write(fd, bytes.data(), bytes.size());
  } while (written < 0 && errno == EINTR);
  const int error = errno;
  // Needed even after a partial write: the reader may have left in the middle.
  if (!was_pending) {
    const timespec at_once{0, 0};
    while (sigtimedwait(&pipe_signal, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

}  // namespace chasescope
