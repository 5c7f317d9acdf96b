#include "app/measurement/interrupt.h"

#include <pthread.h>

#include <ctime>

namespace chasescope {

namespace {

/// Not a SIGHUP that is ignored anyway.
sigset_t asks_for_an_end() {
  sigset_t asking;
  sigemptyset(&asking);
  sigaddset(&asking, SIGINT);
  sigaddset(&asking, SIGTERM);
  struct sigaction hang_up {};
  if (sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN) sigaddset(&asking, SIGHUP);
  return asking;
}

}  // namespace

SignalsWait::SignalsWait() {
  const sigset_t asking = asks_for_an_end();
  pthread_sigmask(SIG_BLOCK, &asking, &before_);  // threads that are made meanwhile inherit it
}

SignalsWait::~SignalsWait() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

InterruptGuard::InterruptGuard() {
  const sigset_t waited_for = asks_for_an_end();
  pthread_sigmask(SIG_BLOCK, &waited_for, &before_);  // threads inherit it, so only the watcher below hears them
  watcher_ = std::jthread([this, waited_for](const std::stop_token& end) {
    constexpr timespec kPatience{0, 50'000'000};
    while (!end.stop_requested())
      if (const int signal = sigtimedwait(&waited_for, nullptr, &kPatience); signal > 0) {
        int none = 0;
        exit_code_.compare_exchange_strong(none, 128 + signal);
        source_.request_stop();
      }
  });
}

InterruptGuard::~InterruptGuard() {
  watcher_.request_stop();
  watcher_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace chasescope
