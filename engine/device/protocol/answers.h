// The server's output: whole lines, from any thread, and nothing about a request after its answer.
#pragma once

#include <mutex>
#include <string_view>

#include "engine/device/protocol/job_queue.h"

namespace chasescope {

class Answers {
 public:
  /// Writes to the descriptor `fd`, which stays the caller's.
  explicit Answers(int fd) : fd_(fd) {}

  /// The answer to a job; a second one is dropped.
  void answer(Job& job, std::string_view line);
  /// Something before the answer to a job; dropped after it.
  void event(Job& job, std::string_view line);
  /// A line that belongs to no job.
  void send(std::string_view line);

  /// Whether the reader of the output has gone. Never true and then false.
  bool closed() const { return closed_; }

 private:
  void write(std::string_view line);

  int fd_;
  std::mutex mutex_;
  std::atomic<bool> closed_ = false;
};

}  // namespace chasescope
