#include "engine/session/journal/journal_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/session/journal/journal_record.h"

namespace chasescope {
namespace fs = std::filesystem;

std::string fault_of_private_folder(const fs::path& folder) {
  for (fs::path made; const fs::path& step : folder) {
    made /= step;
    if (::mkdir(made.c_str(), 0700) != 0 && errno != EEXIST && errno != EISDIR) return std::strerror(errno);
  }
  struct stat there {};
  if (::lstat(folder.c_str(), &there) != 0) return std::strerror(errno);
  if (!S_ISDIR(there.st_mode)) return "it is no folder";
  if (there.st_uid != ::geteuid()) return "it belongs to somebody else";
  if ((there.st_mode & 077U) != 0 && ::chmod(folder.c_str(), 0700) != 0) return std::strerror(errno);
  return {};
}

JournalFile::JournalFile(const fs::path& path, Disk& disk) : path_(path), disk_(disk) {
  const fs::path unnamed = path.parent_path() / (".new-" + path.filename().string());
  fd_ = ::open(unnamed.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd_ < 0 || ::flock(fd_, LOCK_EX | LOCK_NB) != 0 || !append(kJournalMark) ||
      disk_.rename(unnamed.c_str(), path.c_str()) != 0) {
    failed();
    ::unlink(unnamed.c_str());
    return;
  }
  const int folder = ::open(path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) ::fsync(folder);  // so that the name survives a power failure, too
  if (folder >= 0) ::close(folder);
}

JournalFile::~JournalFile() {
  if (fd_ >= 0) disk_.close(fd_);
}

bool JournalFile::failed() {
  if (fault_.empty()) fault_ = std::strerror(errno);
  return false;
}

bool JournalFile::append(std::string_view bytes) {
  if (fd_ < 0) return false;
  const std::uint64_t before = size_;
  while (!bytes.empty()) {
    const long written = disk_.write(fd_, bytes);
    if (written <= 0) {
      if (written == 0) errno = ENOSPC;
      failed();
      size_ = before;
      // A reader stops at a record that is not whole. So it does no harm if the file can't be truncated.
      [[maybe_unused]] const int cut = ::ftruncate(fd_, static_cast<off_t>(before));
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += static_cast<std::uint64_t>(written);
  }
  return true;
}

bool JournalFile::restart() {
  if (fd_ < 0 || ::ftruncate(fd_, static_cast<off_t>(kJournalMark.size())) != 0 ||
      ::lseek(fd_, static_cast<off_t>(kJournalMark.size()), SEEK_SET) < 0)
    return failed();
  size_ = kJournalMark.size();
  return true;
}

bool JournalFile::sync() {
  // Some file systems don't support sync; they report it by one of these errors.
  return fd_ >= 0 && (disk_.sync(fd_) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS || failed());
}

void JournalFile::remove() {
  if (fd_ < 0) return;
  ::unlink(path_.c_str());
  disk_.close(std::exchange(fd_, -1));
}

}  // namespace chasescope
