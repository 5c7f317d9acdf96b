// Ctrl+C as a stop token.
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace chasescope {

/// While it lives, SIGINT and SIGTERM stop the token instead of the program. Make it before other threads start.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  sigset_t before_{};
  std::stop_source source_;
  std::jthread watcher_;
};

}  // namespace chasescope
