// The server's output: whole lines, from any thread, and no line about a request after its answer.
#pragma once

#include <mutex>
#include <string_view>

#include "engine/device/protocol/job_queue.h"

namespace chasescope {

class Answers {
 public:
  /// Writes to the descriptor `fd`, which the caller keeps and closes.
  explicit Answers(int fd) : fd_(fd) {}

  /// Sends the answer to a job; a second answer is dropped.
  void answer(Job& job, std::string_view line);
  /// Sends a line that comes before the answer to a job; dropped if the answer was sent.
  void event(Job& job, std::string_view line);
  /// Sends a line that belongs to no job.
  void send(std::string_view line);

  /// Whether the reader of the output has gone. Once true, it stays true.
  bool closed() const { return closed_; }

 private:
  void write(std::string_view line);

  int fd_;
  std::mutex mutex_;
  std::atomic<bool> closed_ = false;
};

}  // namespace chasescope
