// The requests besides chases and trials, on the fake card of fake_libcuda.cpp: no card needed.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/device/cuda_host.h"

namespace chasescope {
namespace {

TEST_F(CudaHost, measures_banks) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  for (const unsigned word : {4U, 8U, 16U})
    for (const std::uint64_t stride : {0, 1, 2, 33}) {
      const auto result = device->ask(BankRequest{stride, word, 4, 10'000}, {});
      ASSERT_TRUE(result) << result.error().message;
      EXPECT_EQ(result->mean_cycles, cuda::fake_bank_latency(stride * word));
    }
  const auto mode = device->ask(BankRequest{1, 4, 8, 1}, {});
  ASSERT_FALSE(mode);
  EXPECT_EQ(mode.error(),
            (DeviceError{ErrorCode::unsupported, "The banks of Fake card are always 4 bytes wide; there is no mode of 8."}));
  EXPECT_TRUE(device->ask(BankRequest{468, 16, 4, 1}, {})) << "the last word ends with the shared memory of a block";
  EXPECT_EQ(device->ask(BankRequest{469, 16, 4, 1}, {}).error().code, ErrorCode::invalid_request);
}

TEST_F(CudaHost, measures_outstanding_requests) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  for (const OutstandingRequest& request : {OutstandingRequest{1, 1, 1, 128, 1}, OutstandingRequest{1024, 4, 1, 128, 5},
                                            OutstandingRequest{33, 2, 32, 128, 3000}, OutstandingRequest{100, 16, 7, 4, 9}}) {
    const auto result = device->ask(request, {});
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_EQ(result->cycles.size(), request.repeats);
    const std::uint64_t blocks = (request.threads + request.sharing - 1) / request.sharing * request.loads;
    for (std::size_t i = 0; i < result->cycles.size(); ++i)
      ASSERT_EQ(result->cycles[i], static_cast<double>(cuda::fake_burst(blocks, i % 1024))) << i;
  }
  const auto loads = device->ask(OutstandingRequest{32, 17, 1, 128, 1}, {});
  ASSERT_FALSE(loads);
  EXPECT_EQ(loads.error(),
            (DeviceError{ErrorCode::invalid_request, "17 loads a thread are too many for a card; the limit is 16."}));
  EXPECT_EQ(device->ask(OutstandingRequest{1025, 1, 1, 128, 1}, {}).error().code, ErrorCode::invalid_request);
}

TEST_F(CudaHost, copies) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  for (const std::uint64_t bytes : {std::uint64_t{1}, std::uint64_t{13}, 64 * kKiB, 20 * kMiB + 5})
    for (const bool flush : {false, true}) {
      const auto result = device->ask(CopyRequest{bytes, flush}, {});
      ASSERT_TRUE(result) << result.error().message;
      EXPECT_EQ(result->cycles, cuda::kFakeClockGhz * static_cast<double>(cuda::kFakeLaunchNs + 2 * bytes / cuda::kFakeBytesPerNs));
      EXPECT_FALSE(result->seconds);
    }
  const ChaseRequest after = uniform(MemorySpace::global_ca, 4 * kKiB, 32, 10, 2000);
  expect_right(after, device->chase(after, {}));
  static_cast<void>(device->ask(CopyRequest{64 * kKiB, true}, {}));
  expect_right(after, device->chase(after, {}));  // the copy has overwritten the chain in the array
}

TEST_F(CudaHost, measures_bandwidth) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const double per_second = cuda::kFakeBytesPerNs * 1e9;
  for (const unsigned width : {1U, 2U, 4U, 8U, 16U})
    for (const auto& [level, bytes] : std::vector<std::pair<std::string, std::uint64_t>>{{"l1", 16 * 64 * kKiB},
                                                                                         {"readonly", 16 * 64 * kKiB},
                                                                                         {"texture", 16 * 64 * kKiB},
                                                                                         {"constant", 16 * 2 * kKiB},
                                                                                         {"shared", 16 * 100 * kKiB},
                                                                                         {"l2", 4 * kMiB},
                                                                                         {"dram", 128 * kMiB}})
      for (const Direction direction : {Direction::read, Direction::write, Direction::copy}) {
        SCOPED_TRACE(level + ", " + std::string(to_string(direction)) + ", " + std::to_string(width));
        const auto result = device->ask(BandwidthRequest{level, direction, bytes, width, {}, {}}, {});
        const bool only_read = level == "l1" || level == "readonly" || level == "texture" || level == "constant";
        if (only_read && direction != Direction::read) {
          ASSERT_FALSE(result);
          // What is written to global memory is refused of the L1 alone, for its level l2 takes it.
          EXPECT_EQ(result.error().code, level == "l1" ? ErrorCode::unsupported : ErrorCode::invalid_request);
          continue;
        }
        ASSERT_TRUE(result) << result.error().message;
        // Each of 32 warps reads all constants of its block.
        const double expected = level == "constant" ? 32 * per_second : per_second;
        EXPECT_NEAR(result->bytes_per_second, expected, 0.003 * expected) << "a sweep lasts until its start does not matter";
        EXPECT_NEAR(result->bytes_per_cycle, expected / cuda::kFakeClockGhz / 1e9, 0.003 * expected / cuda::kFakeClockGhz / 1e9);
      }
  const auto chosen = device->ask(BandwidthRequest{"l2", Direction::read, kMiB, 16, 100, 64}, {});
  EXPECT_TRUE(chosen) << chosen.error().message;
}

TEST_F(CudaHost, refuses_bandwidths_that_it_would_not_measure) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const auto error = [&](const BandwidthRequest& request) {
    const auto result = device->ask(request, {});
    EXPECT_FALSE(result);
    return result ? DeviceError{} : result.error();
  };
  const DeviceError level = error({"l3", Direction::read, kMiB, 4, {}, {}});
  EXPECT_EQ(level,
            (DeviceError{ErrorCode::unsupported,
                         "Fake card knows no bandwidth of 'l3'; it knows those of l1, shared, l2, dram, host, peer, readonly, "
                         "texture, constant."}));
  for (const BandwidthRequest& request : {
           BandwidthRequest{"l1", Direction::read, 16 * 300 * kKiB, 4, {}, {}},       // no L1 is so large
           BandwidthRequest{"shared", Direction::read, 16 * 240 * kKiB, 4, {}, {}},   // no block has so much
           BandwidthRequest{"shared", Direction::copy, 16 * 120 * kKiB, 4, {}, {}},   // nor twice 120 KiB
           BandwidthRequest{"constant", Direction::read, 16 * 65 * kKiB, 4, {}, {}},  // constant memory has 64 KiB
           BandwidthRequest{"texture", Direction::read, 16 * 300 * kKiB, 4, {}, {}},  // no L1 is so large
           BandwidthRequest{"l2", Direction::read, 17 * kMiB, 4, {}, {}},             // the L2 has 16 MiB
           BandwidthRequest{"l2", Direction::copy, 9 * kMiB, 4, {}, {}},              // two such arrays do not fit
           BandwidthRequest{"dram", Direction::write, 64 * kMiB, 4, {}, {}},          // the L2 would take much of it
           BandwidthRequest{"l1", Direction::read, 32, 4, {}, {}},                    // half of the blocks would get no element
           BandwidthRequest{"l2", Direction::read, kMiB, 4, {}, 2000},                // no block has 2,000 threads
       }) {
    const DeviceError refused = error(request);
    EXPECT_EQ(refused.code, ErrorCode::invalid_request) << refused.message;
  }
  for (const Direction direction : {Direction::write, Direction::copy})
    EXPECT_EQ(error({"l1", direction, kMiB, 4, {}, {}}),
              (DeviceError{ErrorCode::unsupported,
                           "What is written goes through the L1 of Fake card to the L2: ask for read, or for the level l2."}));
  EXPECT_TRUE(device->ask(BandwidthRequest{"dram", Direction::read, 64 * kMiB, 4, {}, {}}, {})) << "once, after a flush";
}

TEST_F(CudaHost, runs_straight_code) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  for (const std::uint64_t bytes : {std::uint64_t{256}, 4 * kKiB, 512 * kKiB})
    for (const std::uint64_t repeats : {1, 1000}) {
      const auto result = device->ask(InstructionsRequest{bytes, repeats}, {});
      ASSERT_TRUE(result) << result.error().message;
      EXPECT_NEAR(result->cycles_per_instruction, 3, 1e-9) << "without the jump";
      EXPECT_EQ(result->instruction_bytes, 16U);
    }
  EXPECT_EQ(device->ask(InstructionsRequest{512 * kKiB + 256, 1}, {}).error().message,
            "Code of 524544 B is too long; the limit is 524288 B.");
  EXPECT_EQ(device->ask(InstructionsRequest{1000, 1}, {}).error().code, ErrorCode::invalid_request);
}

TEST_F(CudaHost, runs_code_in_blocks) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  for (const std::uint64_t bytes : {kKiB, 4 * kKiB, 200 * kKiB + 256, 256 * kKiB})
    for (const std::uint64_t repeats : {1, 1000}) {
      const auto in_order = device->ask(InstructionsRequest{bytes, repeats, CodeOrder::in_order}, {});
      const auto scattered = device->ask(InstructionsRequest{bytes, repeats, CodeOrder::scattered}, {});
      ASSERT_TRUE(in_order) << in_order.error().message;
      ASSERT_TRUE(scattered) << scattered.error().message;
      EXPECT_NEAR(in_order->cycles_per_instruction, 64.0 / 16, 1e-9);
      EXPECT_NEAR(scattered->cycles_per_instruction, 112.0 / 16, 1e-9);
      EXPECT_EQ(in_order->block_bytes, 256U);
      EXPECT_EQ(scattered->block_bytes, 256U);
    }
  EXPECT_EQ(device->ask(InstructionsRequest{4 * kKiB, 1}, {})->block_bytes, 0U) << "straight code has no blocks";
  const auto refused = [&](const InstructionsRequest& request) { return device->ask(request, {}).error(); };
  EXPECT_EQ(refused({256 * kKiB + 256, 1, CodeOrder::in_order}).message, "Code of 262400 B is too long; the limit is 262144 B.");
  EXPECT_THAT(refused({1000, 1, CodeOrder::scattered}).message, HasSubstr("no whole number of blocks of 256 B"));
  EXPECT_THAT(refused({512, 1, CodeOrder::scattered}).message, HasSubstr("too few blocks"));
  EXPECT_EQ(refused({0, 1, CodeOrder::scattered}).code, ErrorCode::invalid_request);
}

TEST_F(CudaHost, does_not_time_blocks_that_do_not_lie_as_they_should) {
  for (const auto& [word, sentence] :
       {std::pair{"loose_blocks", "the first 64 B behind one"}, std::pair{"stray_blocks", "(3 of 1024 lie elsewhere"}}) {
    const auto device = open();
    ASSERT_NE(device, nullptr);
    go_wrong(word);
    const auto result = device->ask(InstructionsRequest{4 * kKiB, 1, CodeOrder::in_order}, {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::unsupported);
    EXPECT_THAT(result.error().message, HasSubstr(sentence));
    EXPECT_TRUE(device->ask(InstructionsRequest{4 * kKiB, 1}, {})) << "straight code needs no blocks";
    go_wrong("");
  }
}

TEST_F(CudaHost, reaches_into_clusters) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  for (const unsigned rank : {0U, 1U, 7U}) {
    const auto loads = device->ask(ClusterRequest{8, rank, ClusterOperation::load, 3000}, {});
    ASSERT_TRUE(loads) << loads.error().message;
    ASSERT_EQ(loads->cycles.size(), 3000U);
    const auto copies = device->ask(ClusterRequest{8, rank, ClusterOperation::bulk_copy, 100}, {});
    ASSERT_TRUE(copies) << copies.error().message;
    for (std::size_t i = 0; i < 100; ++i) {
      EXPECT_NEAR(loads->cycles[i], cuda::fake_cluster_load(rank), 1) << "without the overhead";
      EXPECT_NEAR(copies->cycles[i], cuda::fake_bulk_copy(rank), 1) << "without the way back";
    }
  }
  const auto large = device->ask(ClusterRequest{9, 0, ClusterOperation::load, 1}, {});
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error(),
            (DeviceError{ErrorCode::invalid_request, "A cluster of 9 blocks is too large for Fake card; the largest is 8."}));
}

TEST_F(CudaHost, times_memory_operations) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  using enum MemoryOperation;
  constexpr auto kGlobal = OperationLevel::global, kShared = OperationLevel::shared;
  struct Case {
    OperationsRequest request;
    const char* kernel;
    std::uint32_t before;
  };
  for (const Case& one :
       {Case{{.operation = load, .warm = true, .access_bytes = 16}, "operation_load_global_16", 1},
        Case{{.operation = atomic, .level = kShared, .threads = 33, .spacing_bytes = 4}, "operation_atomic_shared_4", 0},
        Case{{.operation = reduce,
        .level = kGlobal,
        .threads = 1024,
        .blocks = 16,
        .spacing_bytes = 128,
        .count = 8,
        .repeats = 700},
             "operation_many_reduce_global_4",
             0},
        Case{{.operation = load_after_store}, "operation_load_global_4", 2},
        Case{{.operation = load_after_store, .warm = true}, "operation_load_global_4", 3},
        Case{{.operation = load_after_atomic}, "operation_load_global_4", 4},
        Case{{.operation = atomic, .offset_bytes = 8 * cuda::kFakePlaces + 260}, "operation_atomic_global_4", 0},
        Case{{.operation = atomic, .level = kShared, .threads = 2, .spacing_bytes = 4, .offset_bytes = 512},
             "operation_atomic_shared_4",
             0},
        Case{{.operation = hit_under_miss}, "operation_hit_under_miss_global_4", 1},
        Case{{.operation = async_copy, .access_bytes = 8}, "operation_async_copy_global_8", 0},
        Case{{.operation = bulk_copy, .access_bytes = 4096}, "operation_bulk_copy_global", 0}}) {
    SCOPED_TRACE(one.kernel);
    const auto result = device->ask(one.request, {});
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_EQ(result->cycles.size(), one.request.repeats);
    EXPECT_EQ(result->overhead_cycles, cuda::kFakeOverhead);
    const std::uint64_t first = cuda::fake_operations(one.kernel, one.before, one.request.threads * one.request.count) +
                                one.request.offset_bytes % cuda::kFakePlaces;
    for (const double cycles : result->cycles)
      ASSERT_EQ(cycles, static_cast<double>(first + one.request.blocks - 1)) << "of the block that took longest";
  }
  const ChaseRequest after = uniform(MemorySpace::global_ca, 4 * kKiB, 32, 10, 2000);
  expect_right(after, device->chase(after, {}));  // stores and atomics have overwritten the chain in the array
}

TEST_F(CudaHost, refuses_operations_that_no_kernel_makes) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  using enum MemoryOperation;
  for (const OperationsRequest& request :
       {OperationsRequest{.operation = atomic, .count = 12}, OperationsRequest{.operation = atomic, .count = 72},
        OperationsRequest{.operation = bulk_copy, .access_bytes = 32768}, OperationsRequest{.operation = load, .blocks = 17},
        OperationsRequest{.operation = load, .level = OperationLevel::shared, .threads = 1024, .spacing_bytes = 512},
        OperationsRequest{.operation = load, .level = OperationLevel::shared, .offset_bytes = std::uint64_t{1} << 32}}) {
    const auto result = device->ask(request, {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::invalid_request) << result.error().message;
  }
  go_wrong("ampere");
  const auto older = open();
  ASSERT_NE(older, nullptr);
  EXPECT_TRUE(older->ask(OperationsRequest{.operation = async_copy}, {}));
  const auto bulk = older->ask(OperationsRequest{.operation = bulk_copy, .access_bytes = 16}, {});
  ASSERT_FALSE(bulk);
  EXPECT_EQ(bulk.error(),
            (DeviceError{ErrorCode::unsupported, "Fake card has no such copies; they came with compute capability 9.0."}));
}

TEST_F(CudaHost, has_no_clusters_before_hopper) {
  go_wrong("ampere");
  const auto device = open();
  ASSERT_NE(device, nullptr);
  EXPECT_FALSE(device->description().serves("cluster"));
  const auto result = device->ask(ClusterRequest{2, 1, ClusterOperation::load, 1}, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::unsupported);
  EXPECT_NE(result.error().message.find("does not serve the request cluster"), std::string::npos) << result.error().message;
}

TEST_F(CudaHost, cancels_long_measurements) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const std::uint64_t most = std::uint64_t{1} << 24;
  EXPECT_EQ(code_when_stopped(*device, BankRequest{1, 4, 4, most}), ErrorCode::cancelled);
  EXPECT_EQ(code_when_stopped(*device, OutstandingRequest{32, 2, 1, 128, most}), ErrorCode::cancelled);
  go_wrong("stuck");
  EXPECT_EQ(code_when_stopped(*device, CopyRequest{kMiB, true}), ErrorCode::cancelled);
  EXPECT_EQ(code_when_stopped(*device, BandwidthRequest{"l2", Direction::read, kMiB, 4, {}, {}}), ErrorCode::cancelled);
  go_wrong("");
  EXPECT_TRUE(device->ask(CopyRequest{kMiB, false}, {}));
  EXPECT_EQ(code_when_stopped(*device, InstructionsRequest{512 * kKiB, most}), ErrorCode::cancelled);
  EXPECT_EQ(code_when_stopped(*device, ClusterRequest{2, 1, ClusterOperation::load, most}), ErrorCode::cancelled);
}

}  // namespace
}  // namespace chasescope
