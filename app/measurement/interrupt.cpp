#include "app/measurement/interrupt.h"

#include <pthread.h>
#include <unistd.h>

namespace chasescope {

namespace {

/// The signals that ask for an end, without a SIGHUP that is ignored.
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
  pthread_sigmask(SIG_BLOCK, &asking, &before_);  // threads inherit the mask
}

SignalsWait::~SignalsWait() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

InterruptGuard::InterruptGuard() {
  const sigset_t waited_for = asks_for_an_end();
  pthread_sigmask(SIG_BLOCK, &waited_for,
                  &before_);  // threads inherit the mask, so that only the watcher thread receives the signals
  watcher_ = std::jthread([this, waited_for](const std::stop_token& end) {
    while (!end.stop_requested()) {
      siginfo_t from{};
      const int signal = sigwaitinfo(&waited_for, &from);
      if (signal <= 0 || (from.si_code == SI_TKILL && from.si_pid == getpid())) continue;  // the destructor's own signal
      int none = 0;
      exit_code_.compare_exchange_strong(none, 128 + signal);
      source_.request_stop();
    }
  });
}

InterruptGuard::~InterruptGuard() {
  watcher_.request_stop();
  pthread_kill(watcher_.native_handle(),
               SIGTERM);  // wakes the watcher; its own timeout would take longer than most closings
  watcher_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace chasescope
