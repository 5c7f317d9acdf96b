// Ctrl+C, and other signals that ask for an end, as a stop token.
#pragma once

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace chasescope {

/// While it lives, SIGINT, SIGTERM and SIGHUP (the terminal was closed) stop the token instead of ending the program; but a SIGHUP
/// that was ignored before (nohup) stays ignored. Make it before other threads start.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  /// The exit code for the signal, as shells have it; 0 before a signal.
  int exit_code() const { return exit_code_; }

 private:
  sigset_t before_{};
  std::stop_source source_;
  std::atomic<int> exit_code_ = 0;
  std::jthread watcher_;
};

/// While it lives, SIGINT and the like are delayed: files, and folders that are moved into place, are then written whole or not at
/// all. Afterwards the signals end the program as usual. For work of a second or two.
class SignalsWait {
 public:
  SignalsWait();
  ~SignalsWait();
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace chasescope
