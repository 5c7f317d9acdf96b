#include "engine/session/journal/journal_folder.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "engine/session/journal/journal.h"

namespace chasescope {
namespace fs = std::filesystem;
namespace {

std::string read_all(int fd) {
  struct stat there {};
  // A journal is never larger than half of this, so a larger file is not one of ours.
  if (::fstat(fd, &there) != 0 || static_cast<std::uint64_t>(there.st_size) > 2 * kMostJournalBytes) return {};
  std::string bytes(static_cast<std::size_t>(there.st_size), '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::pread(fd, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  bytes.resize(done);
  return bytes;
}

std::uint64_t size_of(const fs::path& path) {
  std::error_code ignored;
  const auto size = fs::file_size(path, ignored);
  return ignored ? 0 : size;
}

}  // namespace

fs::path journal_folder() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return fs::path(state) / "chasescope" / "journal";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') {
    const passwd* me = ::getpwuid(::geteuid());
    home = me != nullptr ? me->pw_dir : "/";
  }
  return fs::path(home) / ".local" / "state" / "chasescope" / "journal";
}

LeftFile::LeftFile(const fs::path& path) : path_(path), fd_(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) {
  struct stat there {};
  if (fd_ >= 0 &&
      (::fstat(fd_, &there) != 0 || !S_ISREG(there.st_mode) || there.st_uid != ::geteuid() || ::flock(fd_, LOCK_EX | LOCK_NB) != 0))
    ::close(std::exchange(fd_, -1));
}

LeftFile::~LeftFile() {
  if (fd_ >= 0) ::close(fd_);
}

LeftFile::LeftFile(LeftFile&& other) noexcept : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}

LeftFile& LeftFile::operator=(LeftFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  return *this;
}

std::string LeftFile::bytes() const { return fd_ < 0 ? std::string() : read_all(fd_); }

std::uint64_t LeftFile::size() const {
  struct stat there {};
  return fd_ >= 0 && ::fstat(fd_, &there) == 0 ? static_cast<std::uint64_t>(there.st_size) : 0;
}

bool LeftFile::append(const std::string& record, std::size_t whole) {
  return fd_ >= 0 && ::ftruncate(fd_, static_cast<off_t>(whole)) == 0 &&
         ::pwrite(fd_, record.data(), record.size(), static_cast<off_t>(whole)) == static_cast<ssize_t>(record.size());
}

void LeftFile::remove() {
  if (fd_ < 0) return;
  for (std::size_t slot = 0; slot < kFreeSlots; ++slot) ::unlink(free_slot(path_, slot).c_str());
  ::unlink(path_.c_str());
}

std::vector<LeftFile> left_files(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code ignored;
  for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end; entry.increment(ignored))
    if (entry->path().extension() == kJournalEnding && !entry->path().filename().string().starts_with('.'))
      paths.push_back(entry->path());
  std::sort(paths.begin(), paths.end());
  std::vector<LeftFile> files;
  for (const fs::path& path : paths)
    if (LeftFile file(path); file.held()) files.push_back(std::move(file));
  return files;
}

std::string make_room(const fs::path& folder, std::uint64_t most) {
  std::uint64_t all = 0;
  std::error_code ignored;
  for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end; entry.increment(ignored))
    all += size_of(entry->path());
  if (all <= most) return {};
  for (const LeftFile& file : left_files(folder))
    for (std::size_t slot = 0; slot < kFreeSlots && all > most; ++slot) {
      const fs::path path = free_slot(file.path(), slot);
      all -= size_of(path);
      ::unlink(path.c_str());
    }
  return all <= most ? std::string()
                     : "it is full of measurements that were neither saved nor declined; see chasescope recover --list";
}

}  // namespace chasescope
