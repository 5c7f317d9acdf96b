// A build without a CUDA compiler says so.
#include <gtest/gtest.h>

#include "engine/device/cuda/cuda_device.h"

namespace chasescope {
namespace {

constexpr const char* kSentence = "This build has no CUDA device: no CUDA compiler was found when it was built.";

TEST(WithoutCuda, says_so) {
  std::string why;
  EXPECT_TRUE(list_cuda_cards(&why).empty());
  EXPECT_EQ(why, kSentence);
  EXPECT_TRUE(list_cuda_cards(nullptr).empty());
  const auto device = open_cuda_device(0);
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error(), (DeviceError{ErrorCode::unsupported, kSentence}));
}

}  // namespace
}  // namespace chasescope
