#include "engine/device/protocol/child_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/output/reasons.h"

namespace chasescope {
namespace {

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

bool open_pipe(Pipe& pipe) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  pipe.read_end = Descriptor(ends[0]);
  pipe.write_end = Descriptor(ends[1]);
  return true;
}

void make_nonblocking(int fd) { fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK); }

}  // namespace

std::optional<std::string> ChildProcess::start(const std::vector<std::string>& arguments) {
  Pipe in;
  Pipe out;
  Pipe err;
  if (!open_pipe(in) || !open_pipe(out) || !open_pipe(err)) return system_reason(errno);
  if (auto fault = family_.start(arguments, in.read_end.get(), out.write_end.get(), err.write_end.get())) return fault;

  started_ = true;
  input_ = std::move(in.write_end);
  output_ = std::move(out.read_end);
  errors_ = std::move(err.read_end);
  for (const int fd : {input_.get(), output_.get(), errors_.get()}) make_nonblocking(fd);
  return std::nullopt;
}

std::optional<std::string> ChildProcess::wait(std::chrono::milliseconds patience, const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kShort(2);  // how long to wait before the stop token is checked again
  const auto end = std::chrono::steady_clock::now() + patience;
  std::optional<int> status;
  while (!(status = family_.status(kShort)))
    if (std::chrono::steady_clock::now() >= end || stop.stop_requested()) return std::nullopt;
  if (WIFSIGNALED(*status)) return "signal " + std::to_string(WTERMSIG(*status)) + " (" + strsignal(WTERMSIG(*status)) + ")";
  return "exit code " + std::to_string(WEXITSTATUS(*status));
}

ChildProcess::~ChildProcess() {
  if (!started_) return;
  input_.close();
  output_.close();
  errors_.close();
  static_cast<void>(wait(patience_));
  kill();
}

}  // namespace chasescope
