#include "engine/device/protocol/nurse.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "engine/device/protocol/descriptors.h"

namespace chasescope::nursing {
namespace {

constexpr int kAsksForAnEnd[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};

void close_all(const Descriptors& given) {
  for (const int fd : given) close(fd);
}

/// The parent of a process by /proc/PID/stat, "PID (name) state parent …", where the name may hold anything; 0 if it can't be told.
pid_t parent_of(const char* process) {
  char path[64] = "/proc/";
  std::strncat(path, process, 20);
  std::strncat(path, "/stat", sizeof path - std::strlen(path) - 1);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char stat[512];
  const long got = read_some(file, stat, sizeof stat - 1);
  close(file);
  if (got <= 0) return 0;
  stat[got] = '\0';
  const char* name_end = std::strrchr(stat, ')');
  return name_end != nullptr && std::strlen(name_end) > 4 ? static_cast<pid_t>(std::strtol(name_end + 4, nullptr, 10)) : 0;
}

/// Kills the present children of this process; their children then become children of this process.
void kill_children() {
  struct Entry {  // as the kernel defines it
    std::uint64_t inode;
    std::int64_t offset;
    std::uint16_t length;
    std::uint8_t type;
    char name[1];
  };
  const int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  alignas(Entry) char entries[16384];
  for (long got = 0; (got = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0;)
    for (long at = 0; at < got;) {
      const auto* entry = reinterpret_cast<const Entry*>(entries + at);
      at += entry->length;
      const char* name = reinterpret_cast<const char*>(entry) + offsetof(Entry, name);
      const long process = std::strtol(name, nullptr, 10);
      if (process > 0 && parent_of(name) == getpid()) kill(static_cast<pid_t>(process), SIGKILL);
    }
  close(folder);
}

/// A program and all processes that it has started, as children of this nurse.
class Ward {
 public:
  Ward(pid_t first, int report) : first_(first), report_(report) {}

  /// Reaps all processes that have ended, and reports the end of the program itself. \return whether any process is left.
  bool take_the_ended() {
    for (;;) {
      int status = 0;
      const pid_t ended = waitpid(-1, &status, WNOHANG);
      if (ended == 0) return true;
      if (ended < 0 && errno == EINTR) continue;
      if (ended < 0) return false;
      if (ended != first_) continue;
      first_ = 0;
      [[maybe_unused]] const auto told = write(report_, &status, sizeof status);
    }
  }

  /// Ends all processes, including those that they start meanwhile.
  void end(const sigset_t& listening) {
    constexpr timespec kMoment{0, 10'000'000};
    if (first_ != 0) kill(-first_, SIGKILL);  // its group first, all at once
    while (take_the_ended()) {
      kill_children();
      if (take_the_ended()) ppoll(nullptr, 0, &kMoment, &listening);  // waits until a process has ended
    }
  }

 private:
  pid_t first_;  // 0 once it has ended
  int report_;
};

/// Executes the program in this forked process, with default signals and its own process group. The program is killed when its
/// nurse ends.
[[noreturn]] void become(char* const* words, const Descriptors& given, pid_t nurse, int complaint) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != nurse) _exit(1);
  setpgid(0, 0);
  for (const int sign : kAsksForAnEnd) std::signal(sign, SIG_DFL);
  std::signal(SIGCHLD, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (fchdir(given[kFolder]) == 0) {
    dup2(given[kInput], STDIN_FILENO);
    dup2(given[kOutput], STDOUT_FILENO);
    dup2(given[kErrors], STDERR_FILENO);
    execvp(words[0], words);
  }
  const int why = errno;
  [[maybe_unused]] const auto told = write(complaint, &why, sizeof why);
  _exit(127);
}

/// The nurse's process: starts and holds one program. \param words ends with a null pointer
[[noreturn]] void nurse(char* const* words, const Descriptors& given) {
  prctl(PR_SET_NAME, "chasescope-hold");
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // orphans become children of this process, even if they have left the group and the session
  sigset_t child_ended;
  sigset_t listening;
  sigemptyset(&child_ended);
  sigaddset(&child_ended, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child_ended, &listening);
  sigdelset(&listening, SIGCHLD);
  std::signal(SIGCHLD, [](int) {});  // interrupts ppoll(), the only place where the signal is not blocked

  int complaint[2];
  const pid_t own = getpid();
  int why = 0;
  pid_t first = -1;
  if (pipe2(complaint, O_CLOEXEC) == 0) {
    first = fork();
    if (first == 0) become(words, given, own, complaint[1]);
    if (first < 0) why = errno;
    close(complaint[1]);
    if (first > 0) read_some(complaint[0], reinterpret_cast<char*>(&why), sizeof why);
    close(complaint[0]);
  } else {
    why = errno;
  }
  [[maybe_unused]] const auto told = write(given[kReport], &why, sizeof why);
  if (why != 0) _exit(0);
  for (const int fd : {given[kInput], given[kOutput], given[kErrors], given[kFolder]}) close(fd);

  Ward ward(first, given[kReport]);
  pollfd control{given[kControl], POLLIN, 0};
  while (ward.take_the_ended())
    if (ppoll(&control, 1, nullptr, &listening) > 0) ward.end(listening);
  _exit(0);
}

/// The next message. \return its length, 0 at the end.
long receive(int socket, char* words, Descriptors& given) {
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(Descriptors))];
  iovec part{words, kMostBytes};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  long got = 0;
  do got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (got <= 0 || header == nullptr || header->cmsg_len != CMSG_LEN(sizeof(Descriptors))) return 0;
  std::memcpy(given.data(), CMSG_DATA(header), sizeof(Descriptors));
  return got;
}

/// Pointers to the words, and a null pointer behind them.
void split(char* bytes, long count, std::array<char*, kMostWords + 1>& words) {
  std::size_t found = 0;
  for (char* at = bytes; at < bytes + count && found < kMostWords; at += std::strlen(at) + 1) words[found++] = at;
  words[found] = nullptr;
}

}  // namespace

void keep(int socket) {
  static char bytes[kMostBytes + 1];
  static std::array<char*, kMostWords + 1> words;
  prctl(PR_SET_NAME, "chasescope-keep");
  setsid();
  for (const int sign : kAsksForAnEnd) std::signal(sign, SIG_IGN);
  std::signal(SIGCHLD, SIG_IGN);  // nurses are reaped automatically
  [[maybe_unused]] const int moved = chdir("/");
  constexpr int kSocket = 3;
  dup2(socket, kSocket);  // the socket may have this number already
  fcntl(kSocket, F_SETFD, FD_CLOEXEC);
  syscall(SYS_close_range, kSocket + 1U, ~0U, 0U);
  // Opens /dev/null as standard input, output and error, so that received descriptors never get these numbers.
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, fd);
  if (nothing > STDERR_FILENO) close(nothing);
  Descriptors given{};
  for (long got = 0; (got = receive(kSocket, bytes, given)) > 0;) {
    if (fork() == 0) {
      close(kSocket);
      bytes[got] = '\0';
      split(bytes, got, words);
      nurse(words.data(), given);
    }
    close_all(given);  // if the fork failed, the closed report descriptor tells the program so
  }
  _exit(0);
}

}  // namespace chasescope::nursing
