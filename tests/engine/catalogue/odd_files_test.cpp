// Ids of devices that name files. A stranger's session or lesson may name a path that is no device file. The program must neither
// wait for it nor read without end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>

#include "engine/device/catalogue/catalogue.h"

namespace chasescope {
namespace {

class OddFiles : public testing::TestWithParam<const char*> {
 protected:
  OddFiles() {
    std::string name = (std::filesystem::temp_directory_path() / "odd_files_XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) folder_ = name;
  }
  ~OddFiles() override { std::filesystem::remove_all(folder_); }
  static std::string said(const std::string& path) {
    const auto device = open_device(GetParam() + path);
    return device ? std::string() : device.error().message;
  }
  std::filesystem::path folder_;
};

TEST_P(OddFiles, are_refused_at_once) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(said(pipe), testing::HasSubstr("is no ordinary file."));
  EXPECT_THAT(said("/dev/zero"), testing::HasSubstr("is no ordinary file."));
  EXPECT_THAT(said(folder_.string()), testing::EndsWith("."));
  EXPECT_THAT(said(folder_ / "nothing"), testing::EndsWith("."));
}

INSTANTIATE_TEST_SUITE_P(, OddFiles, testing::Values("file:", "mystery:", "recording:"),
                         [](const auto& made) { return std::string(made.param).substr(0, std::string(made.param).size() - 1); });

}  // namespace
}  // namespace chasescope
