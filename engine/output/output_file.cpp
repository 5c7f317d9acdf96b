#include "engine/output/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include "engine/output/reasons.h"

namespace chasescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
constexpr const char* kUnchanged = "nothing was changed";

/// Whether a device may be written to without harm: /dev/null, /dev/full and terminals (Linux' list of devices, devices.txt).
bool takes_text(dev_t device) {
  const unsigned kind = major(device);
  const unsigned number = minor(device);
  if (kind == 1) return number == 3 || number == 7;
  if (kind == 4) return number < 64;
  return (kind == 5 && number == 0) || (kind >= 136 && kind <= 143);
}

/// Why an existing target must not be written; empty if it may be.
std::string refusal(const struct stat& there) {
  if (S_ISDIR(there.st_mode)) return "it is a folder, so a name for the file is missing";
  if (S_ISSOCK(there.st_mode)) return "it is a socket and no file";
  if (S_ISBLK(there.st_mode) || (S_ISCHR(there.st_mode) && !takes_text(there.st_rdev))) return "it is a device and no file";
  return {};
}

/// The target of a link, which need not exist yet.
fs::path behind_links(fs::path path) {
  constexpr int kMostLinks = 40;  // the system follows no more links either
  std::error_code error;
  for (int i = 0; i < kMostLinks && fs::is_symlink(path, error); ++i) {
    const fs::path next = fs::read_symlink(path, error);
    if (error) break;
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path;
}

/// Opens a named pipe; waits a moment for its reader.
int open_pipe(const fs::path& path) {
  constexpr std::chrono::seconds kPatience(5);
  constexpr std::chrono::milliseconds kPause(10);
  const auto end = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    if (fd >= 0 || errno != ENXIO || std::chrono::steady_clock::now() >= end) return fd;
    std::this_thread::sleep_for(kPause);
  }
}

/// A new file in a folder, with the permissions of new files, under an unused name.
int open_beside(const fs::path& folder, std::string& name) {
  static std::atomic<unsigned> number{0};
  constexpr int kMostNames = 1'000;  // others may be left of a process of the same number that was killed
  for (int i = 0; i < kMostNames; ++i) {
    name = (folder / (".chasescope-" + std::to_string(getpid()) + "-" + std::to_string(++number))).string();
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

}  // namespace

struct OutputFile::State {
  State(const fs::path& path, Disk& with) : disk(with), name(path) {
    struct stat there {};
    const bool exists = stat(path.c_str(), &there) == 0;
    if (!exists && errno != ENOENT) {
      error = system_reason(errno);
    } else if (exists && !S_ISREG(there.st_mode)) {
      open_stream(there);
    } else {
      open_temporary(exists ? &there : nullptr);
    }
  }
  ~State() { drop(); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void open_stream(const struct stat& there) {
    error = refusal(there);
    if (!error.empty()) return;
    stream = true;
    fd = S_ISFIFO(there.st_mode) ? open_pipe(name) : ::open(name.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) error = errno == ENXIO ? "nobody reads from it" : system_reason(errno);
  }

  void open_temporary(const struct stat* there) {
    std::error_code trouble;
    target = there != nullptr ? fs::canonical(name, trouble) : behind_links(name);
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    if (trouble) {
      error = trouble.message();
    } else if (!fs::is_directory(folder, trouble)) {
      error = "there is no folder " + folder.string();
    } else if (there != nullptr && access(target.c_str(), W_OK) != 0) {
      error = system_reason(errno);
    } else if ((fd = open_beside(folder, temporary)) < 0) {
      // The folder is there: so it is one of those, such as /proc, in which the system makes no file for anybody.
      error = errno == ENOENT ? "the folder " + folder.string() + " takes no new files" : system_reason(errno);
      temporary.clear();
    }
    if (fd < 0 || there == nullptr) return;
    // If the owner can't be kept, or the file system has no owners, the file belongs to the user of this process.
    [[maybe_unused]] const int owned = fchown(fd, there->st_uid, there->st_gid);
    [[maybe_unused]] const int moded = fchmod(fd, there->st_mode & 07777U);
  }

  /// Closes and removes the temporary file.
  void drop() {
    if (fd >= 0) disk.close(std::exchange(fd, -1));
    if (!temporary.empty()) ::unlink(temporary.c_str());
    temporary.clear();
  }

  void fail(std::string reason) {
    error = std::move(reason);
    drop();
  }

  void flush() {
    for (std::string_view rest = buffer; error.empty() && !rest.empty();) {
      const long written = disk.write(fd, rest);
      if (written <= 0) {
        fail(written < 0 ? system_reason(errno) : "nothing more can be written");
      } else {
        rest.remove_prefix(static_cast<std::size_t>(written));
        size += written;
      }
    }
    buffer.clear();
  }

  void sync() {
    // Some file systems can't do this; they return one of these errors.
    if (error.empty() && fd >= 0 && !stream && disk.sync(fd) != 0 && errno != EINVAL && errno != ENOTSUP && errno != ENOSYS)
      fail(system_reason(errno));
  }

  void finish() {
    flush();
    sync();
    if (error.empty() && fd >= 0 && disk.close(std::exchange(fd, -1)) != 0) fail(system_reason(errno));
  }

  void place() {
    if (!error.empty()) return;
    if (!stream && disk.rename(temporary.c_str(), target.c_str()) != 0) {
      fail(system_reason(errno));
    } else {
      temporary.clear();
      placed = true;
    }
  }

  std::optional<std::string> fault(const char* consequence = kUnchanged) const {
    if (error.empty()) return std::nullopt;
    if (stream && size > 0) consequence = "a part of it was written";
    return name.string() + " can't be written: " + error + "; " + consequence + ".";
  }

  Disk& disk;
  fs::path name;          // as the caller named it
  fs::path target;        // the same with links resolved
  std::string temporary;  // the file that has not been renamed yet; empty: none
  int fd = -1;
  bool stream = false;  // the target is written into, not replaced
  bool placed = false;
  off_t size = 0;  // bytes written so far
  std::string buffer;
  std::string error;  // the first one
};

OutputFile::OutputFile(const std::filesystem::path& path, Disk& disk) : state_(std::make_unique<State>(path, disk)) {}
OutputFile::~OutputFile() = default;
OutputFile::OutputFile(OutputFile&& other) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&& other) noexcept = default;

void OutputFile::put(std::string_view bytes) {
  if (!state_->error.empty()) return;
  state_->buffer += bytes;
  if (state_->buffer.size() >= kBufferBytes) state_->flush();
}

std::optional<std::string> OutputFile::finish() {
  state_->finish();
  return state_->fault();
}

std::optional<std::string> OutputFile::commit() {
  state_->finish();
  state_->place();
  return state_->fault();
}

std::optional<std::string> fault_of_place(const std::filesystem::path& path) {
  struct stat there {};
  if (stat(path.c_str(), &there) != 0 || S_ISREG(there.st_mode)) return OutputFile(path).state_->fault();
  // What is no ordinary file is not opened: the reader of a pipe would take that for its end.
  std::string why = refusal(there);
  if (why.empty() && access(path.c_str(), W_OK) != 0) why = system_reason(errno);
  if (why.empty()) return std::nullopt;
  return path.string() + " can't be written: " + why + "; " + kUnchanged + ".";
}

std::optional<std::string> fault_of_folder_place(const std::filesystem::path& folder) {
  std::error_code ignored;
  fs::path nearest = folder;  // the part of the path that is there
  while (!nearest.empty() && !fs::exists(nearest, ignored)) nearest = nearest.parent_path();
  if (nearest.empty()) nearest = ".";
  const auto fault = [&](const std::string& why) {
    return "The folder " + folder.string() + (nearest == folder ? " can't be written to: " : " can't be made: ") + why + "; " +
           kUnchanged + ".";
  };
  if (!fs::is_directory(nearest, ignored)) return fault(nearest.string() + " is no folder");
  std::string trial;
  const int fd = open_beside(nearest, trial);
  if (fd < 0) return fault(errno == ENOENT ? nearest.string() + " takes no new files" : system_reason(errno));
  ::close(fd);
  ::unlink(trial.c_str());
  return std::nullopt;
}

std::optional<std::string> commit_all(std::vector<OutputFile>& files) {
  for (OutputFile& file : files)
    if (auto fault = file.finish()) return fault;
  for (std::size_t i = 0; i < files.size(); ++i) {
    files[i].state_->place();
    const std::string before = std::to_string(i) + " of the " + std::to_string(files.size()) + " files were written before";
    if (auto fault = files[i].state_->fault(i == 0 ? kUnchanged : before.c_str())) return fault;
  }
  return std::nullopt;
}

OutputLog::OutputLog(const std::filesystem::path& path, std::string_view first_line, Disk& disk) : file_(path, disk) {
  file_.put(first_line);
  file_.state_->flush();
  file_.state_->sync();
  file_.state_->place();
}

void OutputLog::add(std::string_view lines) {
  OutputFile::State& state = *file_.state_;
  if (!state.error.empty()) return;
  const off_t before = state.size;
  while (state.error.empty() && !lines.empty()) {
    const long written = state.disk.write(state.fd, lines);
    if (written > 0) {
      lines.remove_prefix(static_cast<std::size_t>(written));
      state.size += written;
      continue;
    }
    const int error = written < 0 ? errno : ENOSPC;
    if (!state.stream) [[maybe_unused]] const int cut = ftruncate(state.fd, before);
    state.fail(system_reason(error));
  }
}

std::optional<std::string> OutputLog::fault() const {
  return file_.state_->fault(file_.state_->placed ? "the lines before are kept" : kUnchanged);
}

}  // namespace chasescope
