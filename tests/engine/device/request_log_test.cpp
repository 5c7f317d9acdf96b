#include "engine/device/request_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace chasescope {
namespace {

class Echo final : public Device {
 public:
  Echo() { description_.name = "Echo"; }
  const Description& description() const override { return description_; }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl&) override {
    if (request.accesses == 0) return DeviceError{ErrorCode::out_of_memory, "None left."};
    ChaseResult result;
    result.cycles.append(std::vector<float>(request.accesses, 38.5F));
    return result;
  }

 private:
  Description description_;
};

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST(LoggedDevice, WritesALineForEachRequestAndPassesAnswersOn) {
  const std::string path = testing::TempDir() + "requests.csv";
  auto device = LoggedDevice::open(std::make_unique<Echo>(), path);
  ASSERT_TRUE(device);
  ChaseRequest request;
  request.pattern = UniformPattern{4096, 128};
  request.warmup = 64;
  request.accesses = 32;
  EXPECT_EQ((*device)->chase(request, {})->cycles.size(), 32U);
  const std::vector<ChaseRequest> batch{request, request};
  EXPECT_EQ((*device)->chase_batch(batch, {}).size(), 2U);
  request.accesses = 0;
  EXPECT_EQ((*device)->chase(request, {}).error().code, ErrorCode::out_of_memory);
  EXPECT_EQ((*device)->ask(BankRequest{}, {}).error().code, ErrorCode::unsupported);
  EXPECT_EQ((*device)->description().name, "Echo");
  const auto lines = lines_of(path);  // the log is still open: it must be readable while a device hangs
  ASSERT_EQ(lines.size(), 6U);
  const auto columns = [](const std::string& line) { return std::count(line.begin(), line.end(), ','); };
  for (const std::string& line : lines) EXPECT_EQ(columns(line), columns(lines[0])) << line;
  EXPECT_THAT(lines[1], testing::HasSubstr(",chase,global.ca,uniform,4096,128,32,64,32,1,38.5"));
  EXPECT_THAT(lines[2], testing::HasSubstr(",32,64,32,2,38.5"));
  EXPECT_THAT(lines[4], testing::EndsWith("out_of_memory"));
  EXPECT_THAT(lines[5], testing::HasSubstr(",bank,"));
  EXPECT_THAT(lines[5], testing::EndsWith("unsupported"));
  std::filesystem::remove(path);
}

TEST(LoggedDevice, SaysWhereItCantWrite) {
  const auto device = LoggedDevice::open(std::make_unique<Echo>(), "/nowhere/requests.csv");
  ASSERT_FALSE(device);
  EXPECT_THAT(device.error().message, testing::HasSubstr("/nowhere/requests.csv"));
}

}  // namespace
}  // namespace chasescope
