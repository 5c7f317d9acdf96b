// The fixture of the tests of the CUDA device on the fake card of fake_libcuda.cpp.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "engine/device/cuda/cuda_device.h"
#include "tests/device/card_chases.h"
#include "tests/device/fake_card.h"

namespace chasescope {

/// A sink for one request: keeps the trace, and can stop the request after so many accesses.
class Parts : public RequestSink {
 public:
  void on_progress(std::size_t, double fraction) override {
    EXPECT_GE(fraction, last);
    EXPECT_LE(fraction, 1);
    last = fraction;
  }
  void on_part(std::size_t, const TraceChunk& part) override {
    trace.append(part);
    if (stop_after != 0 && trace.size() >= stop_after) stop.request_stop();
  }
  double last = 0;
  LatencyTrace trace;
  std::size_t stop_after = 0;
  std::stop_source stop;
};

class CudaHost : public testing::Test {
 protected:
  void SetUp() override {
    setenv("CHASESCOPE_LIBCUDA", FAKE_LIBCUDA, 1);
    go_wrong("");
  }
  void TearDown() override { unsetenv("CHASESCOPE_FAKE_CUDA"); }

  static void go_wrong(const std::string& words) { setenv("CHASESCOPE_FAKE_CUDA", words.c_str(), 1); }

  template <typename Function>
  static Function* of_fake(const char* name) {
    static void* const library = dlopen(FAKE_LIBCUDA, RTLD_NOW | RTLD_LOCAL);
    return reinterpret_cast<Function*>(dlsym(library, name));
  }

  /// Asks to stop as soon as the next kernel runs.
  class StopOnceBegun {
   public:
    StopOnceBegun()
        : later_([this, next = of_fake<decltype(fake_kernels_begun)>("fake_kernels_begun")() + 1] {
            EXPECT_TRUE(of_fake<decltype(fake_wait_for_kernels)>("fake_wait_for_kernels")(next)) << "nothing was launched";
            stop_.request_stop();
          }) {}
    std::stop_token token() const { return stop_.get_token(); }

   private:
    std::stop_source stop_;
    std::jthread later_;
  };

  static std::unique_ptr<Device> open() {
    auto device = open_cuda_device(0);
    EXPECT_TRUE(device) << (device ? "" : device.error().message);
    return device ? *std::move(device) : nullptr;
  }

  static DeviceError error_of_opening() {
    const auto device = open_cuda_device(0);
    return device ? DeviceError{} : device.error();
  }

  /// Every entry of the trace is the latency of the element that the pattern leads to.
  static void expect_right(const ChaseRequest& request, const Outcome<ChaseResult>& result) {
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_EQ(result->cycles.size(), request.accesses);
    const AccessOrder order(request, *result);
    const std::vector<float> cycles = result->cycles.copy();
    for (std::uint64_t i = 0; i < request.accesses; ++i)
      ASSERT_EQ(cycles[i], static_cast<float>(cuda::fake_latency(order.offset(i) / request.element_bytes))) << "access " << i;
    const bool told = request.space != MemorySpace::constant || request.element_bytes == 4;
    EXPECT_EQ(result->overhead_cycles, told ? std::optional<double>(cuda::kFakeOverhead) : std::nullopt);
  }

  /// The error code of an endless request that is stopped once it runs.
  template <typename Request>
  static ErrorCode code_when_stopped(Device& device, const Request& request) {
    const StopOnceBegun stop;
    const auto outcome = device.ask(request, {.stop = stop.token(), .sink = nullptr});
    EXPECT_FALSE(outcome);
    return outcome ? ErrorCode::internal : outcome.error().code;
  }
};

}  // namespace chasescope
