#include "engine/device/protocol/process_family.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
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

bool has_variable(const std::string& environment, const std::string& name) {
  const std::string entry = name + "=";
  return environment.starts_with(entry) || environment.find(std::string(1, '\0') + entry) != std::string::npos;
}

std::vector<pid_t> all_processes() {
  std::vector<pid_t> processes;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc"), closedir);
  if (!folder) return processes;
  while (const dirent* entry = readdir(folder.get()))
    if (const long pid = std::strtol(entry->d_name, nullptr, 10); pid > 0) processes.push_back(static_cast<pid_t>(pid));
  return processes;
}

}  // namespace

ProcessFamily::ProcessFamily() {
  static std::atomic<unsigned> count = 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  name_ = "CHASESCOPE_FAMILY_" + std::to_string(getpid()) + "_" + std::to_string(++count) + "_" + std::to_string(now);
}

std::vector<std::string> ProcessFamily::environment() const {
  std::vector<std::string> entries{name_ + "=1"};
  for (char** entry = environ; *entry != nullptr; ++entry) entries.emplace_back(*entry);
  return entries;
}

std::vector<pid_t> ProcessFamily::members() const {
  std::map<pid_t, pid_t> parents;
  std::set<pid_t> found;
  for (const pid_t process : all_processes()) {
    const std::string folder = "/proc/" + std::to_string(process);
    const pid_t parent = parent_in(content_of(folder + "/stat"));
    if (parent == 0 || process == getpid()) continue;
    parents.emplace(process, parent);
    if (has_variable(content_of(folder + "/environ"), name_)) found.insert(process);
  }
  for (bool more = true; more;) {
    more = false;
    for (const auto& [process, parent] : parents) more = (found.contains(parent) && found.insert(process).second) || more;
  }
  return {found.begin(), found.end()};
}

void ProcessFamily::kill() const {
  constexpr int kMostRounds = 50;  // against one that starts others faster than they are found
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<pid_t> living = members();
    if (living.empty()) return;
    for (const pid_t process : living) ::kill(process, SIGKILL);
  }
}

}  // namespace chasescope
