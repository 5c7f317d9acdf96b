#include "engine/device/protocol/process_family.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <set>

#include "engine/device/protocol/descriptors.h"

namespace chasescope {
namespace {

/// The content of a file of /proc; empty if it can't be read (the process has ended, or is another user's).
std::string content_of(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string content;
  char buffer[16384];
  for (long got = 0; file && (got = read_some(file.get(), buffer, sizeof buffer)) > 0;)
    content.append(buffer, static_cast<std::size_t>(got));
  return content;
}

/// The parent by /proc/PID/stat: "PID (name) state parent …", where the name may hold anything. 0 for one that has ended.
pid_t parent_in(const std::string& stat) {
  const std::size_t close = stat.rfind(')');
  if (close == std::string::npos || close + 4 >= stat.size() || stat[close + 2] == 'Z') return 0;
  return static_cast<pid_t>(std::strtol(stat.c_str() + close + 4, nullptr, 10));
}

bool has_entry(const std::string& environment, const std::string& begin) {
  return environment.starts_with(begin) || environment.find(std::string(1, '\0') + begin) != std::string::npos;
}

/// What the names of all this program's families begin with. Made once: in the keeper it is still the program's.
const std::string& families_of_program() {
  static const std::string begin = "CHASESCOPE_FAMILY_" + std::to_string(getpid()) + "_" +
                                   std::to_string(std::chrono::system_clock::now().time_since_epoch().count()) + "_";
  return begin;
}

std::vector<pid_t> all_processes() {
  std::vector<pid_t> processes;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc"), closedir);
  if (!folder) return processes;
  while (const dirent* entry = readdir(folder.get()))
    if (const long pid = std::strtol(entry->d_name, nullptr, 10); pid > 0) processes.push_back(static_cast<pid_t>(pid));
  return processes;
}

/// Those whose environment has an entry that begins like this, and their descendants.
std::vector<pid_t> marked(const std::string& begin) {
  std::map<pid_t, pid_t> parents;
  std::set<pid_t> found;
  for (const pid_t process : all_processes()) {
    const std::string folder = "/proc/" + std::to_string(process);
    const pid_t parent = parent_in(content_of(folder + "/stat"));
    if (parent == 0 || process == getpid()) continue;
    parents.emplace(process, parent);
    if (has_entry(content_of(folder + "/environ"), begin)) found.insert(process);
  }
  for (bool more = true; more;) {
    more = false;
    for (const auto& [process, parent] : parents) more = (found.contains(parent) && found.insert(process).second) || more;
  }
  return {found.begin(), found.end()};
}

void kill_marked(const std::string& begin) {
  constexpr int kMostRounds = 50;  // against one that starts others faster than they are found
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<pid_t> living = marked(begin);
    if (living.empty()) return;
    for (const pid_t process : living) ::kill(process, SIGKILL);
  }
}

/// Waits until the program has ended, which closes its end of the pipe, and ends what is left of its families. Holds nothing of the
/// program's meanwhile, and hears no signal that was meant for it.
[[noreturn]] void watch_over_families(int pipe_end) {
  prctl(PR_SET_NAME, "chasescope-keep");
  setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) std::signal(signal, SIG_IGN);
  [[maybe_unused]] const int moved = chdir("/");
  dup2(pipe_end, STDIN_FILENO);
  syscall(SYS_close_range, 1U, ~0U, 0U);
  char byte;
  while (read_some(STDIN_FILENO, &byte, 1) > 0) {
  }
  kill_marked(families_of_program());
  constexpr timespec kMoment{0, 50'000'000};
  nanosleep(&kMoment, nullptr);
  kill_marked(families_of_program());  // one that was about to begin when the program ended did not carry the mark yet
  _exit(0);
}

}  // namespace

ProcessFamily::ProcessFamily() {
  static std::atomic<unsigned> count = 0;
  name_ = families_of_program() + std::to_string(++count);
}

std::vector<std::string> ProcessFamily::environment() const {
  std::vector<std::string> entries{name_ + "=1"};
  for (char** entry = environ; *entry != nullptr; ++entry) entries.emplace_back(*entry);
  return entries;
}

std::vector<pid_t> ProcessFamily::members() const { return marked(name_ + "="); }

void ProcessFamily::kill() const { kill_marked(name_ + "="); }

void keep_families() {
  families_of_program();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  const pid_t keeper = fork();
  if (keeper == 0) watch_over_families(ends[0]);
  ::close(ends[0]);
  if (keeper < 0) ::close(ends[1]);  // else it stays open for as long as the program lives
}

}  // namespace chasescope
