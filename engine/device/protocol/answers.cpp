#include "engine/device/protocol/answers.h"

#include <poll.h>

#include <cerrno>

#include "engine/output/quiet_write.h"

namespace chasescope {

void Answers::answer(Job& job, std::string_view line) {
  const std::scoped_lock lock(mutex_);
  if (std::exchange(job.answered, true)) return;
  write(line);
}

void Answers::event(Job& job, std::string_view line) {
  const std::scoped_lock lock(mutex_);
  if (!job.answered) write(line);
}

void Answers::send(std::string_view line) {
  const std::scoped_lock lock(mutex_);
  write(line);
}

void Answers::write(std::string_view line) {
  while (!line.empty() && !closed_) {
    const long written = write_quietly(fd_, line);
    if (written >= 0) {
      line.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd ready{fd_, POLLOUT, 0};
      poll(&ready, 1, -1);
    } else {
      closed_ = true;
    }
  }
}

}  // namespace chasescope
