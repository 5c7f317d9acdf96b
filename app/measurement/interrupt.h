// Ctrl+C, and other signals that ask for an end, as a stop token.
#pragma once

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace chasescope {

/// While it lives, SIGINT, SIGTERM and SIGHUP (the terminal was closed) stop the token instead of the program; not a SIGHUP that is
/// ignored anyway (nohup). Make it before other threads start.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  /// What a program returns that ended because of the signal, as shells have it; 0 before one came.
  int exit_code() const { return exit_code_; }

 private:
  sigset_t before_{};
  std::stop_source source_;
  std::atomic<int> exit_code_ = 0;
  std::jthread watcher_;
};

/// While it lives, Ctrl+C and its like wait: what is written meanwhile, in several files or in a folder that is made beside its
/// place, is written whole or not at all. Then they end the program as ever. For what takes a second or two.
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
