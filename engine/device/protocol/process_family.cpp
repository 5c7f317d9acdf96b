// Decision 42: docs/decisions/devices/42-a-device-outlives-nobody.md
#include "engine/device/protocol/process_family.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>

#include "engine/device/protocol/nurse.h"
#include "engine/output/reasons.h"

namespace chasescope {
namespace {

using Clock = std::chrono::steady_clock;

/// One end of a socket; the keeper process holds the other end. It stays open as long as the program lives, and no child process
/// inherits it.
class Keeper {
 public:
  static Keeper& instance() {
    static Keeper keeper;
    return keeper;
  }

  void ensure() {
    const std::lock_guard lock(mutex_);
    if (!socket_) begin();
  }

  /// Sends a start order to the keeper. \return whether it was sent. A keeper that was killed is replaced first.
  bool send(const std::string& words, nursing::Descriptors& given) {
    const std::lock_guard lock(mutex_);
    if (socket_ && send_once(words, given)) return true;
    begin();
    return socket_ && send_once(words, given);
  }

 private:
  void begin() {
    socket_ = Descriptor();
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
    const Descriptor theirs(ends[1]);
    Descriptor ours(ends[0]);
    const pid_t process = fork();
    if (process == 0) nursing::keep(theirs.get());
    if (process > 0) socket_ = std::move(ours);
  }

  bool send_once(const std::string& words, nursing::Descriptors& given) const {
    alignas(cmsghdr) char space[CMSG_SPACE(sizeof given)] = {};
    iovec part{const_cast<char*>(words.data()), words.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = space;
    message.msg_controllen = sizeof space;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof given);
    std::memcpy(CMSG_DATA(header), given.data(), sizeof given);
    for (;;) {
      if (sendmsg(socket_.get(), &message, MSG_NOSIGNAL) >= 0) return true;
      if (errno != EINTR) return false;
    }
  }

  std::mutex mutex_;
  Descriptor socket_;
};

enum class Said { number, nothing, end };

/// Waits for the next number from the nurse process, for `patience` at most.
Said hear(int report, std::chrono::milliseconds patience, int& number) {
  const auto end = Clock::now() + patience;
  for (;;) {
    pollfd ready{report, POLLIN, 0};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    const int came = poll(&ready, 1, static_cast<int>(std::max<long>(left.count(), 0)));
    if (came < 0 && errno == EINTR) continue;
    if (came <= 0) return Said::nothing;
    return read_some(report, reinterpret_cast<char*>(&number), sizeof number) == sizeof number ? Said::number : Said::end;
  }
}

}  // namespace

std::optional<std::string> ProcessFamily::start(const std::vector<std::string>& arguments, int input, int output, int errors) {
  std::string words;
  for (const std::string& argument : arguments)
    words.append(argument, 0, argument.find('\0')) += '\0';  // a program's argument ends at a zero byte
  if (words.size() > nursing::kMostBytes || arguments.size() > nursing::kMostWords) return system_reason(E2BIG);
  int control[2];
  int report[2];
  if (pipe2(control, O_CLOEXEC) != 0) return system_reason(errno);
  const Descriptor control_end(control[0]);
  control_ = Descriptor(control[1]);
  if (pipe2(report, O_CLOEXEC) != 0) return system_reason(errno);
  report_ = Descriptor(report[0]);
  Descriptor report_end(report[1]);
  const Descriptor folder(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder) return system_reason(errno);
  nursing::Descriptors given{input, output, errors, folder.get(), control_end.get(), report_end.get()};
  if (!Keeper::instance().send(words, given)) return "no process can be started";
  report_end.close();
  constexpr std::chrono::seconds kPatience(20);  // enough for a machine under load
  int why = 0;
  if (hear(report_.get(), kPatience, why) != Said::number) return "no process can be started";
  return why == 0 ? std::nullopt : std::optional<std::string>(system_reason(why));
}

std::optional<int> ProcessFamily::status(std::chrono::milliseconds patience) {
  if (status_ || !report_) return status_;
  int number = 0;
  const Said said = hear(report_.get(), patience, number);
  if (said == Said::number) status_ = number;
  if (said == Said::end) status_ = SIGKILL;  // the nurse was killed, and the program is killed with it
  return status_;
}

void ProcessFamily::kill() {
  if (!report_) return;
  control_.close();
  constexpr std::chrono::milliseconds kPatience(1000);
  const auto end = Clock::now() + kPatience;
  int number = 0;
  // The report ends when the nurse ends, and the nurse ends after the last process of the family.
  for (Said said = Said::number; said == Said::number;) {
    said = hear(report_.get(),
                std::max(std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()), std::chrono::milliseconds(0)), number);
    if (said == Said::number && !status_) status_ = number;
  }
  if (!status_) status_ = SIGKILL;
  report_.close();
}

void keep_families() { Keeper::instance().ensure(); }

}  // namespace chasescope
