#include "app/interrupt.h"

#include <pthread.h>

#include <ctime>

namespace chasescope {

InterruptGuard::InterruptGuard() {
  sigset_t waited_for;
  sigemptyset(&waited_for);
  sigaddset(&waited_for, SIGINT);
  sigaddset(&waited_for, SIGTERM);
  struct sigaction hang_up {};
  if (sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN) sigaddset(&waited_for, SIGHUP);
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
