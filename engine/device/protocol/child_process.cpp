#include "engine/device/protocol/child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

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

/// The child's signals as a program expects them, whatever this program blocks or ignores; its own group, so that what it
/// starts ends with it, and so that Ctrl+C reaches this program first.
class Attributes {
 public:
  Attributes() {
    posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigset_t usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&usual, signal);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &usual);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

}  // namespace

std::optional<std::string> ChildProcess::start(const std::vector<std::string>& arguments) {
  Pipe in;
  Pipe out;
  Pipe err;
  if (!open_pipe(in) || !open_pipe(out) || !open_pipe(err)) return std::strerror(errno);
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::vector<std::string> environment = family_.environment();
  std::vector<char*> envp;
  for (std::string& entry : environment) envp.push_back(entry.data());
  envp.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.read_end.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.write_end.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write_end.get(), STDERR_FILENO);
  const int error = posix_spawnp(&pid_, argv[0], &actions, Attributes().get(), argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return std::strerror(error);

  running_ = true;
  ending_ = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
  input_ = std::move(in.write_end);
  output_ = std::move(out.read_end);
  errors_ = std::move(err.read_end);
  for (const int fd : {input_.get(), output_.get(), errors_.get()}) make_nonblocking(fd);
  return std::nullopt;
}

bool ChildProcess::reap(bool block) {
  while (running_) {
    const pid_t ended = waitpid(pid_, &status_, block ? 0 : WNOHANG);
    if (ended == 0) return false;
    if (ended < 0 && errno == EINTR) continue;
    if (ended < 0) status_ = 0;  // somebody else has waited for it
    running_ = false;
  }
  return true;
}

std::optional<std::string> ChildProcess::wait(std::chrono::milliseconds patience, const std::stop_token& stop) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!reap(false)) {
    if (std::chrono::steady_clock::now() >= end || stop.stop_requested()) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  if (WIFSIGNALED(status_)) return "signal " + std::to_string(WTERMSIG(status_)) + " (" + strsignal(WTERMSIG(status_)) + ")";
  return "exit code " + std::to_string(WEXITSTATUS(status_));
}

void ChildProcess::kill() {
  if (pid_ <= 0) return;
  if (running_) ::kill(-pid_, SIGKILL);  // the group first, all at once
  family_.kill();
  reap(true);
}

ChildProcess::~ChildProcess() {
  if (pid_ <= 0) return;
  input_.close();
  output_.close();
  errors_.close();
  if (running_) static_cast<void>(wait(patience_));
  kill();
}

}  // namespace chasescope
