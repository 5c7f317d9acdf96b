// A file is written completely or not at all, whatever the disk does and whatever was there before.
#include "engine/output/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <future>
#include <iterator>

namespace chasescope {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

/// A disk that has space for a number of bytes in all, and whose calls can fail.
class FailingDisk : public Disk {
 public:
  long write(int fd, std::string_view bytes) override {
    if (space_ == 0) return refuse(ENOSPC);
    const long written = Disk::write(fd, bytes.substr(0, space_));
    if (written > 0) space_ -= static_cast<std::size_t>(written);
    return written;
  }
  int sync(int fd) override { return sync_error != 0 ? refuse(sync_error) : Disk::sync(fd); }
  int close(int fd) override {
    const int closed = Disk::close(fd);
    return close_error != 0 ? refuse(close_error) : closed;
  }
  int rename(const char* from, const char* to) override {
    return rename_error != 0 && renames++ == rename_fails_at ? refuse(rename_error) : Disk::rename(from, to);
  }

  explicit FailingDisk(std::size_t space = std::string::npos) : space_(space) {}
  int sync_error = 0, close_error = 0, rename_error = 0, rename_fails_at = 0, renames = 0;

 private:
  static int refuse(int error) {
    errno = error;
    return -1;
  }
  std::size_t space_;
};

class OutputFileTest : public testing::Test {
 protected:
  OutputFileTest() {
    std::string name = (fs::temp_directory_path() / "chasescope-output-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~OutputFileTest() override { fs::remove_all(folder_); }
  fs::path at(const char* name) const { return folder_ / name; }

  static void put(const fs::path& path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }
  static std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
  static std::optional<std::string> written(const fs::path& path, std::string_view text, Disk& disk = real_disk()) {
    OutputFile file(path, disk);
    file.put(text);
    return file.commit();
  }

  fs::path folder_;
};

TEST_F(OutputFileTest, SpaceThatEndsAtAnyByteLeavesTheOldFile) {
  const std::string text(600, 'n');
  for (std::size_t n = 0; n < text.size(); ++n) {
    put(at("a"), "old");
    FailingDisk disk(n);
    const auto fault = written(at("a"), text, disk);
    ASSERT_TRUE(fault) << n;
    EXPECT_EQ(*fault, at("a").string() + " can't be written: No space left on device; nothing was changed.");
    ASSERT_EQ(text_of(at("a")), "old") << n;
    ASSERT_THAT(names(), ElementsAre("a")) << n;
  }
  FailingDisk enough(text.size());
  EXPECT_EQ(written(at("a"), text, enough), std::nullopt);
  EXPECT_EQ(text_of(at("a")), text);
}

TEST_F(OutputFileTest, EveryCallThatFailsIsToldAndLeavesTheOldFile) {
  put(at("a"), "old");
  for (int FailingDisk::*call : {&FailingDisk::sync_error, &FailingDisk::close_error, &FailingDisk::rename_error}) {
    FailingDisk disk;
    disk.*call = EIO;
    const auto fault = written(at("a"), "new", disk);
    ASSERT_TRUE(fault);
    EXPECT_THAT(*fault, HasSubstr("Input/output error; nothing was changed."));
    EXPECT_EQ(text_of(at("a")), "old");
    EXPECT_THAT(names(), ElementsAre("a"));
  }
}

TEST_F(OutputFileTest, WhatIsNotCommittedLeavesNothing) {
  { OutputFile(at("a")).put("half"); }
  EXPECT_THAT(names(), testing::IsEmpty());
}

TEST_F(OutputFileTest, FilesThatBelongTogetherAreAllWrittenOrNone) {
  const auto all = [&](Disk& disk) {
    std::vector<OutputFile> files;
    for (const char* name : {"a", "b", "c"}) {
      files.emplace_back(at(name), disk).put("new");
      files.back().finish();
    }
    return commit_all(files);
  };
  FailingDisk full(7);
  EXPECT_THAT(all(full).value_or(""), HasSubstr("c can't be written"));
  EXPECT_THAT(names(), testing::IsEmpty());
  FailingDisk unnamed;
  unnamed.rename_error = EIO;
  unnamed.rename_fails_at = 2;
  EXPECT_THAT(all(unnamed).value_or(""), HasSubstr("2 of the 3 files were written before"));
  FailingDisk good;
  EXPECT_EQ(all(good), std::nullopt);
  EXPECT_THAT(names(), ElementsAre("a", "b", "c"));
}

TEST_F(OutputFileTest, ASmallFileSystem) {
  const fs::path small = at("small");
  fs::create_directory(small);
  if (mount("tmpfs", small.c_str(), "tmpfs", 0, "size=8k") != 0)
    GTEST_SKIP() << "No small file system can be mounted here (" << std::strerror(errno) << "); the other tests let space end.";
  put(small / "a", "old");
  const auto fault = written(small / "a", std::string(100'000, 'n'));
  const std::string kept = text_of(small / "a");
  const auto fits = written(small / "a", std::string(4'000, 'n'));
  umount(small.c_str());
  ASSERT_TRUE(fault);
  EXPECT_THAT(*fault, HasSubstr("No space left on device; nothing was changed."));
  EXPECT_EQ(kept, "old");
  EXPECT_EQ(fits, std::nullopt);
}

TEST_F(OutputFileTest, LinksStayAndWhatTheyLeadToIsReplaced) {
  fs::create_directory(at("far"));
  put(at("far/file"), "old");
  fs::create_symlink("far/file", at("one"));
  fs::create_symlink("one", at("two"));
  EXPECT_EQ(written(at("two"), "new"), std::nullopt);
  EXPECT_TRUE(fs::is_symlink(at("two")) && fs::is_symlink(at("one")));
  EXPECT_EQ(text_of(at("far/file")), "new");
  fs::create_symlink("far/later", at("nowhere"));
  EXPECT_EQ(written(at("nowhere"), "new"), std::nullopt);
  EXPECT_TRUE(fs::is_symlink(at("nowhere")));
  EXPECT_EQ(text_of(at("far/later")), "new");
  fs::create_symlink("circle", at("circle"));
  EXPECT_TRUE(written(at("circle"), "new"));
}

TEST_F(OutputFileTest, PermissionsStay) {
  put(at("a"), "old");
  for (const mode_t mode : {mode_t{0600}, mode_t{0664}, mode_t{0755}}) {
    chmod(at("a").c_str(), mode);
    EXPECT_EQ(written(at("a"), "new"), std::nullopt);
    struct stat now {};
    stat(at("a").c_str(), &now);
    EXPECT_EQ(now.st_mode & 07777U, mode);
  }
  const mode_t before = umask(027);
  EXPECT_EQ(written(at("b"), "new"), std::nullopt);
  umask(before);
  struct stat made {};
  stat(at("b").c_str(), &made);
  EXPECT_EQ(made.st_mode & 07777U, 0640U);
}

TEST_F(OutputFileTest, APipeIsWrittenInto) {
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  auto read = std::async(std::launch::async, [&] { return text_of(at("pipe")); });
  EXPECT_EQ(written(at("pipe"), "through"), std::nullopt);
  EXPECT_EQ(read.get(), "through");
  EXPECT_TRUE(fs::is_fifo(at("pipe")));
}

TEST_F(OutputFileTest, APipeWhoseReaderLeftIsAnError) {
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  const int reader = open(at("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  OutputFile file(at("pipe"));
  close(reader);
  file.put("text");
  EXPECT_THAT(file.commit().value_or(""), HasSubstr("Broken pipe"));
}

TEST_F(OutputFileTest, WhatIsNoFileIsNeverReplaced) {
  EXPECT_THAT(written(folder_, "x").value_or(""), HasSubstr("it is a folder"));
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, at("socket").c_str(), sizeof address.sun_path - 1);
  ASSERT_EQ(bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  close(fd);
  EXPECT_THAT(written(at("socket"), "x").value_or(""), HasSubstr("it is a socket"));
  EXPECT_TRUE(fs::is_socket(at("socket")));
  EXPECT_THAT(written("/dev/zero", "x").value_or(""), HasSubstr("it is a device"));
  EXPECT_TRUE(fs::is_character_file("/dev/zero"));
  EXPECT_EQ(written("/dev/null", "x"), std::nullopt);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(written("/dev/full", "x"), "/dev/full can't be written: No space left on device; nothing was changed.");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(OutputFileTest, AMissingFolderIsNamed) {
  EXPECT_THAT(written(at("none/a"), "x").value_or(""), HasSubstr("there is no folder " + at("none").string()));
}

TEST_F(OutputFileTest, WhereNoFileCanBeWrittenIsKnownBefore) {
  put(at("old"), "old");
  EXPECT_EQ(fault_of_place(at("old")), std::nullopt);
  EXPECT_EQ(fault_of_place(at("new")), std::nullopt);
  EXPECT_EQ(text_of(at("old")), "old");
  EXPECT_THAT(names(), ElementsAre("old")) << "nothing is left of the trial";
  EXPECT_THAT(fault_of_place(at("nowhere") / "new").value_or(""), HasSubstr("there is no folder"));
  EXPECT_THAT(fault_of_place(folder_).value_or(""), HasSubstr("it is a folder"));
  EXPECT_EQ(fault_of_place("/proc/new").value_or(""),
            "/proc/new can't be written: the folder /proc takes no new files; nothing was changed.");
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  EXPECT_EQ(fault_of_place(at("pipe")), std::nullopt) << "nobody need read from it yet";

  EXPECT_EQ(fault_of_folder_place(folder_), std::nullopt);
  EXPECT_EQ(fault_of_folder_place(at("a") / "b" / ""), std::nullopt);
  EXPECT_THAT(fault_of_folder_place(at("old")).value_or(""), HasSubstr("is no folder"));
  EXPECT_THAT(fault_of_folder_place(at("old") / "b").value_or(""), HasSubstr("is no folder"));
  EXPECT_THAT(fault_of_folder_place("/proc/figures").value_or(""), HasSubstr("takes no new files"));
  EXPECT_THAT(names(), ElementsAre("old", "pipe"));
}

TEST_F(OutputFileTest, ALogGrowsByWholeLines) {
  put(at("log"), "old");
  FailingDisk none(3);
  EXPECT_THAT(OutputLog(at("log"), "first\n", none).fault().value_or(""), HasSubstr("nothing was changed"));
  EXPECT_EQ(text_of(at("log")), "old");
  FailingDisk disk(16);
  OutputLog log(at("log"), "first\n", disk);
  log.add("second\n");
  EXPECT_EQ(log.fault(), std::nullopt);
  EXPECT_EQ(text_of(at("log")), "first\nsecond\n");
  log.add("third\n");
  EXPECT_THAT(log.fault().value_or(""), HasSubstr("the lines before are kept"));
  EXPECT_EQ(text_of(at("log")), "first\nsecond\n");
  EXPECT_THAT(names(), ElementsAre("log"));
}

}  // namespace
}  // namespace chasescope
