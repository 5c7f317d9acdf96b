#include "app/interrupt.h"

#include <pthread.h>

#include <ctime>

namespace chasescope {

InterruptGuard::InterruptGuard() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, &before_);  // threads inherit it, so only the watcher below hears them
  watcher_ = std::jthread([this, signals](const std::stop_token& end) {
    constexpr timespec kPatience{0, 50'000'000};
    while (!end.stop_requested())
      if (sigtimedwait(&signals, nullptr, &kPatience) > 0) source_.request_stop();
  });
}

InterruptGuard::~InterruptGuard() {
  watcher_.request_stop();
  watcher_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace chasescope
