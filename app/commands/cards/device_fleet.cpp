#include "app/commands/cards/device_fleet.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <memory>

#include "engine/device/protocol/child_process.h"

namespace chasescope {
namespace {

constexpr const char* kSays = "chasescope: ";
constexpr const char* kNotes = "chasescope: note: ";
constexpr int kLookMs = 100;  // between two looks at the stop token

struct Running {
  ChildProcess process;
  std::string rest, said, fault;  // `rest`: an unfinished line; `said`: the last error; `fault`: why it could not be started
  bool talks = true;              // its standard error is open
  bool runs = false;
};

/// Reads all that the pipe holds. \return false once the other side has closed it.
template <typename Take>
bool drain(int fd, Take&& take) {
  std::array<char, 4096> some{};
  for (;;) {
    const ssize_t count = read(fd, some.data(), some.size());
    if (count > 0)
      take(std::string_view(some.data(), static_cast<std::size_t>(count)));
    else
      return count < 0 && (errno == EAGAIN || errno == EINTR);
  }
}

}  // namespace

std::string sentence_of_error(const std::string& line) {
  return line.starts_with(kSays) && !line.starts_with(kNotes) ? line.substr(std::string(kSays).size()) : std::string();
}

std::vector<FleetEnd> run_fleet(const std::vector<FleetMember>& members, const std::stop_token& stop,
                                const std::function<void(const FleetMember& member, const std::string& line)>& hears) {
  std::error_code ignored;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  std::vector<std::unique_ptr<Running>> fleet;
  for (const FleetMember& member : members) {
    auto one = std::make_unique<Running>();
    std::vector<std::string> words{"env", "CHASESCOPE_PROGRESS=lines", program};
    words.insert(words.end(), member.arguments.begin(), member.arguments.end());
    one->fault = one->process.start(words).value_or("");
    one->runs = one->fault.empty();
    fleet.push_back(std::move(one));
  }
  const auto hear = [&](std::size_t i, std::string_view text) {
    Running& one = *fleet[i];
    one.rest += text;
    for (std::size_t end = one.rest.find('\n'); end != std::string::npos; end = one.rest.find('\n')) {
      const std::string line = one.rest.substr(0, end);
      one.rest.erase(0, end + 1);
      if (const std::string said = sentence_of_error(line); !said.empty()) one.said = said;
      hears(members[i], line);
    }
  };
  std::vector<FleetEnd> ends(members.size());
  for (bool any = true; any;) {
    any = false;
    std::vector<pollfd> waiting;
    for (const auto& one : fleet) {
      if (!one->runs) continue;
      waiting.push_back({one->process.ending(), POLLIN, 0});
      waiting.push_back({one->process.output(), POLLIN, 0});
      if (one->talks) waiting.push_back({one->process.errors(), POLLIN, 0});
    }
    static_cast<void>(poll(waiting.data(), waiting.size(), kLookMs));
    for (std::size_t i = 0; i < fleet.size(); ++i) {
      Running& one = *fleet[i];
      if (!one.runs) continue;
      if (stop.stop_requested()) one.process.kill();
      const auto ended = one.process.wait(std::chrono::milliseconds(0));
      one.talks = one.talks && drain(one.process.errors(), [&](std::string_view text) { hear(i, text); });
      static_cast<void>(drain(one.process.output(), [](std::string_view) {}));
      if (ended) {
        one.runs = false;
        if (*ended != "exit code 0") ends[i] = one.said.empty() ? "It ended with " + *ended + "." : one.said;
      }
      any = any || one.runs;
    }
  }
  for (std::size_t i = 0; i < fleet.size(); ++i)
    if (!fleet[i]->fault.empty()) ends[i] = "It could not be started: " + fleet[i]->fault + ".";
  return ends;
}

}  // namespace chasescope
