// The fixture of the tests on a real card. Where there is no card, the tests are skipped with the reason.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "engine/device/cuda/cuda_device.h"
#include "tests/device/card_chases.h"
#include "tests/device/card_statistics.h"

namespace chasescope {

class OnCard : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (list_cuda_cards(&why_none_).empty()) return;
    auto device = open_cuda_device(0);
    if (device)
      device_ = *std::move(device);
    else
      why_none_ = device.error().message;
  }
  static void TearDownTestSuite() { device_.reset(); }

  void SetUp() override {
    if (device_ == nullptr) GTEST_SKIP() << "No card to test on: " << why_none_;
  }

  static ChaseResult chase(const ChaseRequest& request, const RunControl& control = {}) {
    auto result = device_->chase(request, control);
    EXPECT_TRUE(result) << to_string(request.space) << ": " << (result ? "" : result.error().message);
    return result ? *std::move(result) : ChaseResult{};
  }

  static double median_of(MemorySpace space, std::uint64_t bytes, std::uint64_t stride) {
    const double value = median(chase(uniform(space, bytes, stride, 2 * bytes / stride, 4096)).cycles);
    std::cout << "    " << to_string(space) << ", " << bytes / kKiB << " KiB by " << stride << " B: median " << value
              << " cycles\n";
    return value;
  }

  static double bank(std::uint64_t stride, unsigned word_bytes) {
    const auto result = device_->ask(BankRequest{stride, word_bytes, 4, 200}, {});
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return result ? result->mean_cycles : 0;
  }

  /// The median over the repeats.
  static double burst(std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing) {
    const auto result = device_->ask(OutstandingRequest{threads, loads, sharing, 128, 21}, {});
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    if (!result || result->cycles.size() != 21) return 0;
    return quantile({result->cycles.begin(), result->cycles.end()}, 0.5);
  }

  static PairedChaseResult pair(const PairedChaseRequest& request) {
    auto result = device_->ask(request, {});
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return result ? *std::move(result) : PairedChaseResult{};
  }

  static bool fits(std::uint64_t bytes) { return *device_->description().properties.max_footprint_bytes >= bytes; }

  static inline std::unique_ptr<Device> device_;
  static inline std::string why_none_;
};

/// The time from the stop to the answer of any request.
template <typename Request, typename Call>
Clock::duration time_to_stop(const Request& request, Call&& call) {
  std::stop_source stop;
  Clock::time_point stopped;
  std::mutex mutex;
  std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const std::lock_guard lock(mutex);
    stopped = Clock::now();
    stop.request_stop();
  });
  const auto result = call(request, RunControl{.stop = stop.get_token(), .sink = nullptr});
  const Clock::time_point answered = Clock::now();
  EXPECT_FALSE(result);
  if (!result) {
    EXPECT_EQ(result.error().code, ErrorCode::cancelled) << result.error().message;
  }
  const std::lock_guard lock(mutex);
  return answered - stopped;
}

}  // namespace chasescope
