// The request `residency` on the fake card of fake_libcuda.cpp: what is launched in which order, and which limits of the context
// are set and set back. No card needed.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/device/residency_launch.h"
#include "tests/device/cuda_host.h"

namespace chasescope {
namespace {

class CudaHostResidency : public CudaHost {
 protected:
  void SetUp() override {
    CudaHost::SetUp();
    steps();  // of tests before this one
  }

  static std::string steps() { return of_fake<decltype(fake_residency_steps)>("fake_residency_steps")(); }

  static ResidencyRequest some() {
    return {.kept_bytes = kMiB,
            .kept = EvictionPriority::last,
            .swept_bytes = 3 * kMiB,
            .swept = EvictionPriority::unchanged,
            .timed_offset = 32,
            .places = 100,
            .persisting_bytes = 4 * kMiB - 5,
            .fetch_bytes = 32};
  }

  static DeviceError error_of(Device& device, const ResidencyRequest& request, const RunControl& control = {}) {
    const auto result = device.ask(request, control);
    EXPECT_FALSE(result);
    return result ? DeviceError{} : result.error();
  }

  static constexpr const char* kFlush = "residency_read_normal at 6291456: 1572864 words 32 B apart by 32 x 1024\n";
  static constexpr const char* kKept = "residency_read_last at 0: 8192 words 128 B apart by 32 x 1024\n";
  static constexpr const char* kSetBack = "no priorities\nfetch 64\npersisting 3145728\n";
};

TEST_F(CudaHostResidency, flushes_keeps_sweeps_and_times) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  Parts parts;
  const ResidencyRequest request = some();
  const auto result = device->ask(request, {.stop = {}, .sink = &parts});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(parts.last, 1);
  EXPECT_EQ(steps(), std::string("persisting 4194299\nfetch 32\nno priorities\n") + kFlush + kKept + kKept +
                         "residency_read_unchanged at 2097152: 24576 words 128 B apart by 32 x 1024\n"
                         "residency_time at 0: 8192 words 128 B apart, 100 places, offset 32\n" +
                         kSetBack);
  cuda::ResidencyTimeLaunch launch{};
  launch.words = 8192;
  launch.places = 100;
  ASSERT_EQ(result->cycles.size(), 100U);
  for (std::uint32_t i = 0; i < 100; ++i)
    EXPECT_EQ(result->cycles[i], cuda::fake_latency((cuda::timed_word(launch, i) * 128 + 32) / 4)) << i;
}

TEST_F(CudaHostResidency, leaves_limits_alone_and_sweeps_nothing_unless_asked) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const auto result = device->ask(ResidencyRequest{.kept_bytes = 64 * kKiB, .spacing_bytes = 64 * kKiB}, {});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->cycles.size(), 1U);
  EXPECT_EQ(steps(),
            "no priorities\n"
            "residency_read_normal at 2097152: 1572864 words 32 B apart by 32 x 1024\n"
            "residency_read_normal at 0: 1 words 65536 B apart by 32 x 1024\n"
            "residency_read_normal at 0: 1 words 65536 B apart by 32 x 1024\n"
            "residency_time at 0: 1 words 65536 B apart, 1 places, offset 0\n"
            "no priorities\n");
}

TEST_F(CudaHostResidency, times_one_place_in_each_part) {
  cuda::ResidencyTimeLaunch launch{};
  for (const std::uint64_t words : {1, 2, 7, 1000, 16384, 5'000'000})
    for (const std::uint32_t places : {1U, 2U, 3U, 999U, 16384U}) {
      if (places > words) continue;
      launch.words = words;
      launch.places = places;
      for (std::uint32_t i = 0; i < places; ++i) {
        ASSERT_GE(cuda::timed_word(launch, i), i * words / places) << i << " of " << places << " in " << words;
        ASSERT_LT(cuda::timed_word(launch, i), (i + 1) * words / places) << i << " of " << places << " in " << words;
      }
    }
}

TEST_F(CudaHostResidency, sets_limits_back_after_a_stop_and_a_failure) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  class StopsSoon final : public RequestSink {
   public:
    void on_progress(std::size_t, double) override { stop.request_stop(); }
    void on_part(std::size_t, const TraceChunk&) override {}
    std::stop_source stop;
  } sink;
  EXPECT_EQ(error_of(*device, some(), {.stop = sink.stop.get_token(), .sink = &sink}).code, ErrorCode::cancelled);
  // Only the flush ran, so that addresses count from its array.
  EXPECT_EQ(steps(), std::string("persisting 4194299\nfetch 32\nno priorities\n"
                                 "residency_read_normal at 0: 1572864 words 32 B apart by 32 x 1024\n") +
                         kSetBack);
  go_wrong("kernel_fails");
  EXPECT_EQ(error_of(*device, some()).code, ErrorCode::launch_failed);
  EXPECT_EQ(steps(), std::string("persisting 4194299\nfetch 32\nno priorities\n") + kSetBack);
}

TEST_F(CudaHostResidency, refuses_limits_that_the_driver_does_not_take) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  ResidencyRequest much = some();
  much.persisting_bytes = 10 * kMiB + 1;
  EXPECT_EQ(error_of(*device, much),
            (DeviceError{ErrorCode::invalid_request,
                         "10485761 B are more of the L2 than Fake card can set aside; the limit is 10485760 B."}));
  EXPECT_EQ(steps(), "");
  go_wrong("stubborn");
  EXPECT_EQ(error_of(*device, some()),
            (DeviceError{ErrorCode::unsupported, "The driver of Fake card does not set 4194299 B of the L2 aside."}));
  EXPECT_EQ(steps(), "persisting 4194299\npersisting 3145728\n");
  ResidencyRequest little = some();
  little.persisting_bytes = 0;
  EXPECT_EQ(error_of(*device, little),
            (DeviceError{ErrorCode::unsupported, "The driver of Fake card takes no fetch granularity of 32 B for the L2."}));
  EXPECT_EQ(steps(), "persisting 0\nfetch 32\nfetch 64\npersisting 3145728\n");
  little.fetch_bytes = 64;
  EXPECT_TRUE(device->ask(little, {})) << "that is what it is";
  steps();
  go_wrong("unlimited");
  EXPECT_EQ(error_of(*device, some()).code, ErrorCode::unsupported);
  EXPECT_EQ(steps(), "");
}

TEST_F(CudaHostResidency, refuses_priorities_before_ampere_and_too_many_places) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const ResidencyRequest many{.kept_bytes = 4 * kMiB, .places = 16385};
  EXPECT_EQ(error_of(*device, many),
            (DeviceError{ErrorCode::invalid_request, "16385 places are too many for one request; the limit is 16384."}));
  const auto most = device->ask(ResidencyRequest{.kept_bytes = 4 * kMiB, .places = 16384}, {});
  ASSERT_TRUE(most) << most.error().message;
  EXPECT_EQ(most->cycles.size(), 16384U);
  steps();

  go_wrong("turing");
  const auto older = open();
  ASSERT_NE(older, nullptr);
  for (const ResidencyRequest& request :
       {ResidencyRequest{.kept_bytes = kMiB, .kept = EvictionPriority::first},
        ResidencyRequest{.kept_bytes = kMiB, .swept_bytes = kMiB, .swept = EvictionPriority::unchanged}})
    EXPECT_EQ(error_of(*older, request),
              (DeviceError{ErrorCode::unsupported,
                           "Fake card reads all lines with the priority normal; others came with compute capability 8.0."}));
  EXPECT_EQ(
      error_of(*older, {.kept_bytes = kMiB, .persisting_bytes = kMiB}),
      (DeviceError{ErrorCode::unsupported, "Fake card can set nothing of its L2 aside for lines of the priority last here."}));
  EXPECT_EQ(steps(), "");
  EXPECT_TRUE(older->ask(ResidencyRequest{.kept_bytes = kMiB, .swept_bytes = kMiB}, {}));
  EXPECT_EQ(steps().find("no priorities"), std::string::npos) << "there are none to end";
}

}  // namespace
}  // namespace chasescope
