// The host side of the kernels and the CUDA device, on the fake card of fake_libcuda.cpp: no card needed.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernels/driver/toolkits.h"
#include "tests/device/cuda_host.h"

namespace chasescope {
namespace {

TEST_F(CudaHost, lists_the_card) {
  const auto cards = list_cuda_cards(nullptr);
  ASSERT_EQ(cards.size(), 1U);
  EXPECT_EQ(cards[0].name, "Fake card");
  EXPECT_EQ(cards[0].summary, "compute capability 9.0, 16 SMs, 24.0 GiB");
}

TEST_F(CudaHost, says_what_to_do_without_a_driver) {
  unsetenv("CHASESCOPE_LIBCUDA");
  if (dlopen("libcuda.so.1", RTLD_NOW) != nullptr) GTEST_SKIP() << "There is a driver on this machine.";
  std::string why;
  EXPECT_TRUE(list_cuda_cards(&why).empty());
  EXPECT_EQ(why,
            "No NVIDIA driver: libcuda.so.1 is not on this machine. Install the driver, or use a software GPU (model:gtx780).");
  EXPECT_EQ(error_of_opening(), (DeviceError{ErrorCode::unsupported, why}));
}

TEST_F(CudaHost, names_a_library_that_cannot_be_loaded) {
  setenv("CHASESCOPE_LIBCUDA", "/nonexistent/libcuda.so", 1);
  std::string why;
  EXPECT_TRUE(list_cuda_cards(&why).empty());
  EXPECT_NE(why.find("/nonexistent/libcuda.so"), std::string::npos) << why;
}

TEST_F(CudaHost, tells_failures_of_opening_apart) {
  go_wrong("no_device");
  EXPECT_EQ(error_of_opening().code, ErrorCode::invalid_request);
  EXPECT_NE(error_of_opening().message.find("No NVIDIA card"), std::string::npos);
  go_wrong("mismatch");
  EXPECT_EQ(error_of_opening().code, ErrorCode::unsupported);
  EXPECT_NE(error_of_opening().message.find("Restart"), std::string::npos);
  go_wrong("exclusive");
  EXPECT_EQ(error_of_opening().code, ErrorCode::launch_failed);
  EXPECT_NE(error_of_opening().message.find("in use by another process"), std::string::npos);
  go_wrong("old_driver");
  EXPECT_EQ(error_of_opening().code, ErrorCode::unsupported);
  EXPECT_NE(error_of_opening().message.find("driver is too old: it speaks CUDA 12.2"), std::string::npos)
      << error_of_opening().message;
  go_wrong("no_binary");
  EXPECT_EQ(error_of_opening().code, ErrorCode::unsupported);
  EXPECT_NE(error_of_opening().message.find("-DCHASESCOPE_CUDA_ARCHS=90"), std::string::npos) << error_of_opening().message;
  EXPECT_NE(error_of_opening().message.find("CUDA 12.0 or newer compiles for it."), std::string::npos)
      << error_of_opening().message;
  go_wrong("");
  const auto none = open_cuda_device(99);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::invalid_request);
  EXPECT_EQ(none.error().message, "There is no card 99: this machine has one, cuda:0.");
}

TEST_F(CudaHost, works_without_the_drivers_own_lookup) {
  go_wrong("no_lookup");
  EXPECT_NE(open(), nullptr);
}

TEST_F(CudaHost, describes_the_card) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const Description& description = device->description();
  EXPECT_EQ(description.origin, Origin::hardware);
  EXPECT_EQ(description.calls, (std::vector<std::string>{"chase", "paired_chase", "bank", "outstanding", "copy", "bandwidth",
                                                         "instructions", "cluster", "operations", "residency", "trials"}));
  EXPECT_EQ(description.keeps_state, (std::vector<std::string>{"l2", "tlb"}));
  EXPECT_EQ(description.properties.compute_capability, "9.0");
  EXPECT_EQ(description.properties.sm_count, 16U);
  EXPECT_FALSE(description.properties.clock_khz) << "the driver does not tell it";
  EXPECT_EQ(description.max_footprint(MemorySpace::constant), 64 * kKiB);
  EXPECT_EQ(description.max_footprint(MemorySpace::shared), 232448U - 4352U);
  EXPECT_EQ(description.max_footprint(MemorySpace::texture), 4 * kMiB);
  EXPECT_EQ(description.max_footprint(MemorySpace::global_ca), 24 * kGiB - 512 * kMiB);
}

TEST_F(CudaHost, follows_patterns_in_every_space) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  for (const MemorySpace space : device->description().spaces) {
    for (const unsigned element : {4U, 8U}) {
      SCOPED_TRACE(std::string(to_string(space)) + ", " + std::to_string(element) + " B");
      ChaseRequest request = uniform(space, 8 * kKiB, 32, 300, 5000);
      request.element_bytes = element;
      expect_right(request, device->chase(request, {}));
      request.pattern = OffsetsPattern{{64, 0, 4096, 8, 65528 - 16}};
      expect_right(request, device->chase(request, {}));
      request.pattern = ShuffledPattern{16 * kKiB, 64, 7};
      const auto shuffled = device->chase(request, {});
      expect_right(request, shuffled);
      EXPECT_EQ(shuffled->offsets, shuffled_offsets({16 * kKiB, 64, 7}));
    }
  }
}

TEST_F(CudaHost, records_exactly_what_was_asked) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  for (const std::uint64_t warmup : {0, 1, 1024, 4096, 4097, 10000})
    for (const std::uint64_t accesses : {1, 3, 1023, 1024, 1025, 100'000}) {
      SCOPED_TRACE(std::to_string(warmup) + " + " + std::to_string(accesses));
      const ChaseRequest request = uniform(MemorySpace::global_ca, 1000 * 32, 32, warmup, accesses);
      expect_right(request, device->chase(request, {}));
    }
}

TEST_F(CudaHost, streams_a_long_trace_in_parts) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  Parts parts;
  const ChaseRequest request = uniform(MemorySpace::global_cg, 1 * kMiB, 128, 5000, 3'000'000);
  const auto result = device->chase(request, {.stop = {}, .sink = &parts});
  expect_right(request, result);
  EXPECT_EQ(parts.trace, result->cycles);
  EXPECT_GT(parts.trace.chunks().size(), 1U);
  EXPECT_EQ(parts.last, 1.0);
}

TEST_F(CudaHost, takes_the_mean) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  ChaseRequest request = uniform(MemorySpace::shared, 4 * kKiB, 4, 100, 50'000);
  request.record = Record::mean;
  const auto result = device->chase(request, {});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_TRUE(result->cycles.empty());
  ASSERT_TRUE(result->mean_cycles);
  EXPECT_NEAR(*result->mean_cycles, 13 * 7 / 50'000.0, 1e-9) << "13 chunks, and a clock that ticks 7 when it is read";
  EXPECT_FALSE(result->overhead_cycles);
}

TEST_F(CudaHost, runs_where_it_was_asked_to) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  ChaseRequest request = uniform(MemorySpace::global_ca, 4 * kKiB, 32, 0, 100);
  request.sm = 11;
  EXPECT_EQ(device->chase(request, {})->sm, 11U);
  go_wrong("shy");
  EXPECT_EQ(device->chase(request, {})->sm, 11U);
  go_wrong("blind");
  const auto missed = device->chase(request, {});
  ASSERT_FALSE(missed);
  EXPECT_EQ(missed.error().code, ErrorCode::launch_failed);
  EXPECT_NE(missed.error().message.find("SM 11 took none of 512 blocks"), std::string::npos) << missed.error().message;
}

TEST_F(CudaHost, cancels_at_once) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  Parts parts;
  parts.stop_after = 5000;
  const ChaseRequest endless = uniform(MemorySpace::global_ca, 4 * kKiB, 32, 0, std::uint64_t{1} << 50);
  const auto timed = device->chase(endless, {.stop = parts.stop.get_token(), .sink = &parts});
  ASSERT_FALSE(timed);
  EXPECT_EQ(timed.error().code, ErrorCode::cancelled);

  const StopOnceBegun stop;
  const ChaseRequest warming = uniform(MemorySpace::global_ca, 4 * kKiB, 32, std::uint64_t{1} << 36, 10);
  const auto warm = device->chase(warming, {.stop = stop.token(), .sink = nullptr});
  ASSERT_FALSE(warm);
  EXPECT_EQ(warm.error().code, ErrorCode::cancelled);

  ChaseRequest mean = endless;
  mean.record = Record::mean;
  EXPECT_EQ(device->chase(mean, {.stop = stop.token(), .sink = nullptr}).error().code, ErrorCode::cancelled);
  const ChaseRequest after = uniform(MemorySpace::global_ca, 4 * kKiB, 32, 10, 2000);
  expect_right(after, device->chase(after, {}));
}

TEST_F(CudaHost, refuses_too_large_footprints_and_lives_on) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const auto refused = device->chase(uniform(MemorySpace::global_ca, std::uint64_t{1} << 45, 1 << 20, 0, 10), {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_request);
  go_wrong("crowded");
  const auto crowded = device->chase(uniform(MemorySpace::global_ca, 2 * kGiB, kMiB, 0, 10), {});
  ASSERT_FALSE(crowded);
  EXPECT_EQ(crowded.error().code, ErrorCode::out_of_memory);
  EXPECT_NE(crowded.error().message.find("2048 MiB were asked for"), std::string::npos) << crowded.error().message;
  go_wrong("");
  const ChaseRequest after = uniform(MemorySpace::global_ca, 4 * kKiB, 32, 10, 2000);
  expect_right(after, device->chase(after, {}));
}

TEST_F(CudaHost, grows_its_array) {
  for (const char* how : {"", "unmapped"}) {
    go_wrong(how);
    const auto device = open();
    ASSERT_NE(device, nullptr);
    for (const std::uint64_t bytes : {64 * kMiB, 65 * kMiB, 20 * kGiB, 64 * kKiB, 3 * kGiB, 4 * kKiB}) {
      const ChaseRequest request = uniform(MemorySpace::global_ca, bytes, bytes / 1024, 0, 3000);
      ChaseRequest wide = request;
      wide.element_bytes = bytes / 1024 % 8 == 0 ? 8 : 4;
      expect_right(wide, device->chase(wide, {}));
    }
  }
}

// A texture can't go over the border between two allocations.
TEST_F(CudaHost, reads_a_large_texture_after_its_array_has_grown) {
  go_wrong("wide");
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const auto read = [&](MemorySpace space, std::uint64_t bytes, unsigned element_bytes = 4) {
    ChaseRequest request = uniform(space, bytes, bytes / 1024, 0, 3000);
    request.element_bytes = element_bytes;
    expect_right(request, device->chase(request, {}));
  };
  read(MemorySpace::global_ca, 4 * kMiB);
  read(MemorySpace::global_ca, 3 * kGiB / 2);
  read(MemorySpace::texture, 8 * kMiB, 8);  // a texture of 4-byte texels was made before the array grew
  read(MemorySpace::texture, 5 * kGiB / 4);
  read(MemorySpace::global_ca, 3 * kGiB);
  read(MemorySpace::texture, 3 * kGiB / 2);
}

TEST_F(CudaHost, has_memory_for_all_after_a_refusal) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const ChaseRequest small = uniform(MemorySpace::global_ca, 4 * kKiB, 32, 10, 2000);
  const ChaseRequest large = uniform(MemorySpace::global_ca, 12 * kGiB, 16 * kMiB, 0, 1000);
  expect_right(small, device->chase(small, {}));
  go_wrong("crowded");
  const auto refused = device->chase(large, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::out_of_memory);
  expect_right(small, device->chase(small, {}));
  go_wrong("");
  expect_right(large, device->chase(large, {}));
  expect_right(small, device->chase(small, {}));
}

TEST_F(CudaHost, gives_a_huge_array_back_when_it_rests) {
  const auto held = [] {
    void* library = dlopen(FAKE_LIBCUDA, RTLD_LAZY | RTLD_NOLOAD);
    EXPECT_NE(library, nullptr);
    const auto info = reinterpret_cast<int (*)(std::size_t*, std::size_t*)>(dlsym(library, "cuMemGetInfo_v2"));
    EXPECT_NE(info, nullptr);
    std::size_t free_bytes = 0, total = 0;
    EXPECT_EQ(info(&free_bytes, &total), 0);
    dlclose(library);
    return total - free_bytes;
  };
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const ChaseRequest small = uniform(MemorySpace::global_ca, 64 * kMiB, kMiB, 0, 100);
  const ChaseRequest huge = uniform(MemorySpace::global_ca, 12 * kGiB, 16 * kMiB, 0, 100);
  expect_right(small, device->chase(small, {}));
  const std::uint64_t usual = held();
  device->rest();
  EXPECT_EQ(held(), usual) << "what the usual requests need is kept";
  expect_right(huge, device->chase(huge, {}));
  EXPECT_GE(held(), 12 * kGiB);
  device->rest();
  EXPECT_LT(held(), kGiB);
  expect_right(huge, device->chase(huge, {}));
}

TEST_F(CudaHost, aligns_what_the_driver_does_not) {
  go_wrong("unmapped, crooked");
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const ChaseRequest request = uniform(MemorySpace::readonly, 64 * kMiB, kMiB, 0, 500);
  expect_right(request, device->chase(request, {}));
}

TEST_F(CudaHost, links_long_lists_over_their_seams) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  ChaseRequest request = uniform(MemorySpace::global_ca, 0, 0, 0, 1'300'000);
  request.pattern = ShuffledPattern{1'200'000 * 4, 4, 3};
  expect_right(request, device->chase(request, {}));
}

TEST_F(CudaHost, notices_a_chase_that_went_astray) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  go_wrong("wrong_chain");
  const auto result = device->chase(uniform(MemorySpace::global_ca, 4 * kKiB, 4, 0, 100), {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::internal);
}

TEST_F(CudaHost, is_lost_after_a_failed_kernel_and_comes_back_when_opened_again) {
  const ChaseRequest request = uniform(MemorySpace::global_ca, 4 * kKiB, 32, 10, 2000);
  for (const char* word : {"kernel_fails", "watchdog"}) {
    SCOPED_TRACE(word);
    auto device = open();
    ASSERT_NE(device, nullptr);
    go_wrong(word);
    EXPECT_EQ(device->chase(request, {}).error().code, ErrorCode::launch_failed);
    go_wrong("");
    const auto again = device->chase(request, {});
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, ErrorCode::lost);
    EXPECT_NE(again.error().message.find("open the device again"), std::string::npos);
    device.reset();
    device = open();
    ASSERT_NE(device, nullptr);
    expect_right(request, device->chase(request, {}));
  }
}

TEST_F(CudaHost, revives_a_card_that_a_kernel_took_along) {
  const ChaseRequest request = uniform(MemorySpace::global_ca, 4 * kKiB, 32, 10, 2000);
  const auto device = open();
  ASSERT_NE(device, nullptr);
  EXPECT_FALSE(device->revive({})) << "nothing was lost";
  go_wrong("watchdog");
  EXPECT_EQ(device->chase(request, {}).error().code, ErrorCode::launch_failed);
  go_wrong("");
  EXPECT_FALSE(device->revive({}));
  expect_right(request, device->chase(request, {}));
  // A card that can't be revived says at each request that it is lost.
  go_wrong("watchdog");
  EXPECT_EQ(device->chase(request, {}).error().code, ErrorCode::launch_failed);
  go_wrong("exclusive");
  EXPECT_TRUE(device->revive({}));
  EXPECT_EQ(device->chase(request, {}).error().code, ErrorCode::lost);
  device->rest();
  go_wrong("");
  EXPECT_FALSE(device->revive({}));
  expect_right(request, device->chase(request, {}));
}

TEST_F(CudaHost, answers_the_cancel_of_a_stuck_kernel) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  go_wrong("stuck");
  const StopOnceBegun stop;
  const auto result =
      device->chase(uniform(MemorySpace::global_ca, 4 * kKiB, 32, 10, 200'000), {.stop = stop.token(), .sink = nullptr});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::cancelled);
}

TEST_F(CudaHost, does_not_wait_for_a_deaf_kernel) {
  auto device = open();
  ASSERT_NE(device, nullptr);
  go_wrong("deaf");
  const StopOnceBegun soon;
  const ChaseRequest request = uniform(MemorySpace::global_ca, 4 * kKiB, 32, 10, 200'000);
  const auto start = std::chrono::steady_clock::now();
  const auto result = device->chase(request, {.stop = soon.token(), .sink = nullptr});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::timed_out);
  EXPECT_EQ(device->chase(request, {}).error().code, ErrorCode::lost);
  device.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  of_fake<decltype(fake_end_deaf_kernels)>("fake_end_deaf_kernels")();
}

TEST(Toolkits, are_named_for_each_card) {
  EXPECT_EQ(cuda::toolkits_for(6, 1), "CUDA 12.0 to 12.9 compiles for it; CUDA 13 does no longer.");
  EXPECT_EQ(cuda::toolkits_for(7, 0), cuda::toolkits_for(6, 0));
  EXPECT_EQ(cuda::toolkits_for(7, 5), "CUDA 12.0 or newer compiles for it.");
  EXPECT_EQ(cuda::toolkits_for(12, 0), "CUDA 12.8 or newer compiles for it.");
  EXPECT_NE(cuda::toolkits_for(3, 5).find("can't be served"), std::string::npos);
  EXPECT_NE(cuda::toolkits_for(20, 0).find("newer than the card"), std::string::npos);
}

}  // namespace
}  // namespace chasescope
