// The conditions of a card (clocks, heat, power, other processes), as a stand-in for NVIDIA's management library tells them.
#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/device/conditions.h"
#include "tests/device/cuda_host.h"

namespace chasescope {
namespace {

class CardConditions : public CudaHost {
 protected:
  void SetUp() override {
    CudaHost::SetUp();
    setenv("CHASESCOPE_LIBNVML", FAKE_NVML, 1);
  }
  void TearDown() override {
    unsetenv("CHASESCOPE_LIBNVML");
    unsetenv("CHASESCOPE_FAKE_NVML");
    CudaHost::TearDown();
  }
  std::optional<Conditions> conditions_of(const char* card) {
    setenv("CHASESCOPE_FAKE_NVML", card, 1);
    auto device = open_cuda_device(0);
    if (!device) throw std::runtime_error(device.error().message);
    auto* source = dynamic_cast<ConditionSource*>(device->get());
    return source == nullptr ? std::nullopt : source->conditions_now();
  }
};

TEST_F(CardConditions, are_told_with_what_limits_the_clock) {
  const auto now = conditions_of("sm=1410,most=1980,memory=2619,heat=45,watts=310,cap=350,reasons=100,others=2");
  ASSERT_TRUE(now);
  EXPECT_EQ(now->sm_mhz, 1410);
  EXPECT_EQ(now->most_sm_mhz, 1980);
  EXPECT_EQ(now->memory_mhz, 2619);
  EXPECT_EQ(now->temperature_c, 45);
  EXPECT_EQ(now->power_w, 310);
  EXPECT_EQ(now->power_limit_w, 350);
  EXPECT_EQ(now->limits, (std::vector<std::string>{"power cap", "heat"}));  // 100 is 0x4 (power cap) with 0x20 and 0x40 (heat)
  EXPECT_FALSE(now->clock_is_set);
  EXPECT_EQ(now->other_processes, 2U);
}

TEST_F(CardConditions, of_an_idle_card_with_locked_clocks_limit_nothing) {
  const auto now = conditions_of("sm=1410,reasons=3,others=0");
  ASSERT_TRUE(now);
  EXPECT_TRUE(now->limits.empty());
  EXPECT_TRUE(now->clock_is_set);
  EXPECT_EQ(now->other_processes, 0U);
  EXPECT_FALSE(now->power_w);
}

// What is read of a card would disturb what another program measures on it.
TEST_F(CardConditions, of_a_busy_card_keep_others_from_reading_its_memory) {
  go_wrong("two_cards");
  for (const bool busy : {true, false}) {
    setenv("CHASESCOPE_FAKE_NVML", busy ? "sm=1410,others=1" : "sm=1410,others=0", 1);
    const auto device = open();
    ASSERT_NE(device, nullptr);
    const auto result = device->chase(uniform(MemorySpace::peer, 64 * kKiB, 128, 0, 100), {});
    EXPECT_EQ(result.has_value(), !busy);
    const auto rate = device->ask(BandwidthRequest{"peer", Direction::read, 64 * kMiB, 16, {}, {}}, {});
    EXPECT_EQ(rate.has_value(), !busy);
    if (!busy) continue;
    EXPECT_EQ(result.error().code, ErrorCode::unsupported);
    EXPECT_NE(result.error().message.find("Another program computes on cuda:1"), std::string::npos) << result.error().message;
    EXPECT_EQ(rate.error().code, ErrorCode::unsupported);
  }
}

TEST_F(CardConditions, are_empty_where_there_is_no_library) {
  setenv("CHASESCOPE_LIBNVML", "/nonexistent/libnvidia-ml.so", 1);
  EXPECT_FALSE(conditions_of("sm=1410"));
}

}  // namespace
}  // namespace chasescope
