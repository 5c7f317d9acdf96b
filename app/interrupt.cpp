#include "app/interrupt.h"

#include <pthread.h>

#include <ctime>

namespace chasescope {

InterruptGuard::InterruptGuard() {
  sigset_t waited_for;
  sigemptyset(&waited_for);
  sigaddset(&waited_for, SIGINT);
  sigaddset(&waited_for, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &waited_for, &before_);  // threads inherit it, so only the watcher below hears them
  watcher_ = std::jthread([this, waited_for](const std::stop_token& end) {
    constexpr timespec kPatience{0, 50'000'000};
    while (!end.stop_requested())
      if (sigtimedwait(&waited_for, nullptr, &kPatience) > 0) source_.request_stop();
  });
}

InterruptGuard::~InterruptGuard() {
  watcher_.request_stop();
  watcher_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace chasescope
