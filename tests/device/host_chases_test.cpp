// Batches and pairs of chases, on the fake card of fake_libcuda.cpp: no card needed.
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "tests/device/cuda_host.h"

namespace chasescope {
namespace {

/// A sink for a batch: keeps the trace and the progress of each request.
class BatchParts : public RequestSink {
 public:
  explicit BatchParts(std::size_t requests) : traces(requests), last(requests, 0.0) {}
  void on_progress(std::size_t request, double fraction) override {
    EXPECT_GE(fraction, last.at(request));
    last.at(request) = fraction;
  }
  void on_part(std::size_t request, const TraceChunk& part) override { traces.at(request).append(part); }
  std::vector<LatencyTrace> traces;
  std::vector<double> last;
};

TEST_F(CudaHost, runs_batches_of_all_sorts_and_answers_in_order) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  std::vector<ChaseRequest> requests;
  for (unsigned i = 0; i < 200; ++i) {
    const MemorySpace space = device->description().spaces[i % 6];
    ChaseRequest request = uniform(space, (1 + i % 9) * 4 * kKiB, 32, i, 500 + 97 * i);
    if (i % 4 == 0) request.element_bytes = 8;
    if (i % 3 == 0) request.sm = i % 16;
    if (i % 5 == 0) request.pattern = ShuffledPattern{8 * kKiB, 64, i};
    if (i % 50 == 49) request.pattern = UniformPattern{space == MemorySpace::constant ? 64 * kKiB : 128 * kKiB, 128};
    requests.push_back(request);
  }
  BatchParts parts(requests.size());
  const auto outcomes = device->chase_batch(requests, {.stop = {}, .sink = &parts});
  ASSERT_EQ(outcomes.size(), requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    SCOPED_TRACE(i);
    expect_right(requests[i], outcomes[i]);
    EXPECT_EQ(parts.traces[i], outcomes[i]->cycles);
    EXPECT_EQ(parts.last[i], 1.0);
    if (requests[i].sm) {
      EXPECT_EQ(outcomes[i]->sm, requests[i].sm);
    }
  }
}

TEST_F(CudaHost, warms_up_by_a_warp_where_the_walk_is_long) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  constexpr std::uint64_t kLines = 1 << 14, kListed = 1 << 13;
  for (const unsigned element_bytes : {4U, 8U}) {
    ChaseRequest request = uniform(MemorySpace::global_cg, 128 * kLines, 128, 2 * kLines + 77, 3000);
    request.element_bytes = element_bytes;
    const auto by_warp = device->ask(request, {});
    expect_right(request, by_warp);
    EXPECT_EQ(by_warp->sm, cuda::kFakeWarmSm) << "both on one SM";
    request.record = Record::mean;
    EXPECT_TRUE(device->ask(request, {}));
    request.record = Record::each;
    request.sm = 3;
    const auto alone = device->ask(request, {});
    expect_right(request, alone);
    EXPECT_EQ(alone->sm, 3U);
  }
  // Through the L1, a warp makes all accesses of the warm-up except the last ones, with which the chase itself fills the L1.
  for (const MemorySpace space : {MemorySpace::global_ca, MemorySpace::readonly, MemorySpace::texture}) {
    const ChaseRequest through_l1 = uniform(space, 128 * kLines, 128, 2 * kLines, 100);
    const auto result = device->ask(through_l1, {});
    expect_right(through_l1, result);
    EXPECT_EQ(result->sm, cuda::kFakeWarmSm);
  }
  // Past the L1, a warp also follows the order of a list, if the list is small beside the L2.
  ChaseRequest listed = uniform(MemorySpace::global_cg, 0, 0, 3 * kListed, 100);
  OffsetsPattern places;
  for (std::uint64_t i = 0; i < kListed; ++i) places.offsets.push_back(128 * (i * 5 % kListed));
  listed.pattern = places;
  const auto by_list = device->ask(listed, {});
  expect_right(listed, by_list);
  EXPECT_EQ(by_list->sm, cuda::kFakeWarmSm);
  listed.space = MemorySpace::global_ca;
  const auto through_l1 = device->ask(listed, {});
  expect_right(listed, through_l1);
  EXPECT_NE(through_l1->sm, cuda::kFakeWarmSm) << "an L1 keeps what the order of single accesses leaves";
  // The second of two launches of warps may come to another SM. Then the chase makes all accesses by itself, wherever it runs.
  ChaseRequest longer = uniform(MemorySpace::global_cg, 128 * kLines, 128, (std::uint64_t{1} << 20) + 4096, 100);
  EXPECT_EQ(device->ask(longer, {})->sm, cuda::kFakeWarmSm);
  go_wrong("wandering");
  const auto wandering = device->ask(longer, {});
  expect_right(longer, wandering);
  EXPECT_TRUE(wandering->sm != cuda::kFakeWarmSm && wandering->sm != cuda::kFakeWarmSm + 1) << "where a lone chase runs";
  go_wrong("");
  // No warp makes these warm-ups: lines of an array of 1 MiB could still be in the L1 when they are read again, and a short warm-up
  // takes no time.
  for (const ChaseRequest& exact : {uniform(MemorySpace::global_ca, 64 * kLines, 64, 2 * kLines, 100),
                                    uniform(MemorySpace::global_ca, 128 * kLines, 128, kLines / 2, 100),
                                    uniform(MemorySpace::global_cg, 128 * kLines, 128, 100, 100),
                                    uniform(MemorySpace::global_cg, 128 * 16, 128, 2 * kLines, 100)}) {
    const auto result = device->ask(exact, {});
    expect_right(exact, result);
    EXPECT_NE(result->sm, cuda::kFakeWarmSm);
  }
}

TEST_F(CudaHost, spreads_a_batch_over_the_sms) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  std::vector<ChaseRequest> requests(16, uniform(MemorySpace::global_ca, 8 * kKiB, 32, 0, 3000));
  requests[7].sm = 0;
  std::set<unsigned> sms;
  for (const auto& outcome : device->chase_batch(requests, {})) {
    expect_right(requests[0], outcome);
    sms.insert(outcome->sm.value_or(99));
  }
  EXPECT_EQ(sms.size(), 16U) << "one each";
  sms.clear();
  go_wrong("half");
  requests[7].sm.reset();
  for (const auto& outcome : device->chase_batch(requests, {})) expect_right(requests[0], outcome);
  requests[7].sm = 3;
  const auto outcomes = device->chase_batch(requests, {});
  for (std::size_t i = 0; i < 16; ++i)
    if (i != 7) expect_right(requests[i], outcomes[i]);
  ASSERT_FALSE(outcomes[7]);
  EXPECT_NE(outcomes[7].error().message.find("SM 3 took none of 512 blocks"), std::string::npos) << outcomes[7].error().message;
}

TEST_F(CudaHost, refuses_single_requests_of_a_batch) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  std::vector<ChaseRequest> requests(5, uniform(MemorySpace::shared, 8 * kKiB, 32, 0, 3000));
  requests[0].accesses = 0;
  requests[3].space = MemorySpace::local;
  const auto outcomes = device->chase_batch(requests, {});
  ASSERT_EQ(outcomes.size(), 5U);
  EXPECT_EQ(outcomes[0].error().code, ErrorCode::invalid_request);
  EXPECT_EQ(outcomes[3].error().code, ErrorCode::unsupported);
  for (const std::size_t i : {1, 2, 4}) expect_right(requests[i], outcomes[i]);
  EXPECT_TRUE(device->chase_batch({}, {}).empty());
}

TEST_F(CudaHost, cancels_a_batch) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const ChaseRequest alone = uniform(MemorySpace::global_ca, 4 * kKiB, 32, 10, 2000);
  expect_right(alone, device->chase(alone, {}));  // also measures the overhead, which takes chases of its own
  std::vector<ChaseRequest> requests(40, uniform(MemorySpace::global_ca, 8 * kKiB, 32, 0, 100));
  for (std::size_t i = 0; i < requests.size(); i += 2) requests[i].accesses = std::uint64_t{1} << 50;
  // Stops when all chases of the first launch have begun and its short ones have arrived. A further launch would ignore the stop
  // flag from then on.
  // on.
  class Stopper final : public RequestSink {
   public:
    std::stop_source stop;
    void on_progress(std::size_t, double) override {}
    void on_part(std::size_t request, const TraceChunk& part) override {
      begun_.insert(request);
      if (request % 2 == 1) cycles_ += part->size();
      if (stop.stop_requested() || begun_.size() < 16 || cycles_ < std::size_t{8} * 100) return;
      go_wrong("deaf");
      stop.request_stop();
    }

   private:
    std::set<std::size_t> begun_;
    std::size_t cycles_ = 0;
  } stopper;
  const auto outcomes = device->chase_batch(requests, {.stop = stopper.stop.get_token(), .sink = &stopper});
  go_wrong("");
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (outcomes[i])
      expect_right(requests[i], outcomes[i]);
    else
      EXPECT_EQ(outcomes[i].error().code, ErrorCode::cancelled);
    EXPECT_EQ(outcomes[i].has_value(), i < 16 && i % 2 == 1) << i << ": those that ran and end by themselves are there";
  }
  expect_right(alone, device->chase(alone, {}));
}

TEST_F(CudaHost, loses_a_batch_with_the_card) {
  auto device = open();
  ASSERT_NE(device, nullptr);
  const std::vector<ChaseRequest> requests(20, uniform(MemorySpace::global_ca, 8 * kKiB, 32, 0, 100));
  go_wrong("kernel_fails");
  for (const auto& outcome : device->chase_batch(requests, {})) EXPECT_EQ(outcome.error().code, ErrorCode::launch_failed);
  go_wrong("");
  for (const auto& outcome : device->chase_batch(requests, {})) EXPECT_EQ(outcome.error().code, ErrorCode::lost);
}

TEST_F(CudaHost, runs_a_batch_one_by_one_without_memory_for_all) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  std::vector<ChaseRequest> requests;
  for (std::uint64_t i = 0; i < 16; ++i) requests.push_back(uniform(MemorySpace::shared, (100 + i) * kKiB, 32, 0, 300));
  expect_right(requests[0], device->chase(requests[0], {}));  // from now on there is memory for one image
  go_wrong("crowded");                                        // and no allocation of more than 1 MiB succeeds
  const auto outcomes = device->chase_batch(requests, {});
  for (std::size_t i = 0; i < requests.size(); ++i) expect_right(requests[i], outcomes[i]);
}

TEST_F(CudaHost, shares_equal_images_in_a_batch) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  std::vector<ChaseRequest> requests;
  for (unsigned i = 0; i < 32; ++i)
    requests.push_back(
        uniform(i < 16 ? MemorySpace::shared : MemorySpace::constant, (40 + i % 2 * 8) * kKiB, i % 4 == 3 ? 64 : 32, 5, 300));
  const auto outcomes = device->chase_batch(requests, {});
  for (std::size_t i = 0; i < requests.size(); ++i) expect_right(requests[i], outcomes[i]);
}

TEST_F(CudaHost, pairs_any_two_spaces) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  for (const MemorySpace space_a : own_spaces(device->description()))
    for (const MemorySpace space_b : own_spaces(device->description()))
      for (const unsigned element : {4U, 8U}) {
        SCOPED_TRACE(std::string(to_string(space_a)) + ", " + std::string(to_string(space_b)) + ", " + std::to_string(element));
        PairedChaseRequest request{uniform(space_a, 8 * kKiB, 32, 300, 2500), uniform(space_b, 4 * kKiB, 64, 70, 1500), 200};
        request.a.element_bytes = element;
        const auto result = device->ask(request, {});
        ASSERT_TRUE(result) << result.error().message;
        expect_right(request.a, result->a);
        expect_right(request.b, result->b);
        request.b.pattern = ShuffledPattern{16 * kKiB, 64, 7};
        const auto shuffled = device->ask(request, {});
        ASSERT_TRUE(shuffled) << shuffled.error().message;
        expect_right(request.a, shuffled->a);
        expect_right(request.b, shuffled->b);
        EXPECT_EQ(shuffled->b.offsets, shuffled_offsets({16 * kKiB, 64, 7}));
      }
}

TEST_F(CudaHost, pairs_large_arrays_and_goes_on_with_lone_ones) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const ChaseRequest lone = uniform(MemorySpace::global_ca, 3 * kMiB, 4096, 10, 2000);
  const PairedChaseRequest request{uniform(MemorySpace::global_ca, 80 * kMiB + 4096, 4096, 0, 30'000),
                                   uniform(MemorySpace::global_cg, 50 * kMiB, kMiB, 0, 3000), 1};
  for (int i = 0; i < 2; ++i) {
    expect_right(lone, device->chase(lone, {}));
    const auto result = device->ask(request, {});
    ASSERT_TRUE(result) << result.error().message;
    expect_right(request.a, result->a);
    expect_right(request.b, result->b);
  }
}

TEST_F(CudaHost, pairs_means_and_traces) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  PairedChaseRequest request{uniform(MemorySpace::global_ca, 4 * kKiB, 32, 0, 9000),
                             uniform(MemorySpace::readonly, 4 * kKiB, 32, 0, 2500), 1};
  request.a.record = Record::mean;
  auto result = device->ask(request, {});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_NEAR(result->a.mean_cycles.value_or(0), 3 * 7 / 9000.0, 1e-9) << "3 chunks, and a clock that ticks 7 when it is read";
  EXPECT_TRUE(result->a.cycles.empty());
  expect_right(request.b, result->b);
  std::swap(request.a, request.b);
  result = device->ask(request, {});
  ASSERT_TRUE(result) << result.error().message;
  expect_right(request.a, result->a);
  EXPECT_NEAR(result->b.mean_cycles.value_or(0), 3 * 7 / 9000.0, 1e-9);
}

TEST_F(CudaHost, tells_the_progress_of_pairs_and_where_they_ran) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  PairedChaseRequest request{uniform(MemorySpace::global_ca, 4 * kKiB, 32, 50'000, 90'000),
                             uniform(MemorySpace::texture, 4 * kKiB, 32, 50'000, 90'000), 33};
  request.b.sm = 5;
  Parts parts;
  const auto result = device->ask(request, {.stop = {}, .sink = &parts});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->a.sm, 5U);
  EXPECT_EQ(result->b.sm, 5U);
  EXPECT_EQ(parts.last, 1.0);
  EXPECT_TRUE(parts.trace.empty());
}

TEST_F(CudaHost, refuses_pairs_that_do_not_fit_together) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  for (const MemorySpace space : {MemorySpace::constant, MemorySpace::shared}) {
    const std::uint64_t most = *device->description().max_footprint(space) / 64 * 64;
    const auto result = device->ask(
        PairedChaseRequest{uniform(space, most / 128 * 64 + 64, 64, 0, 10), uniform(space, most / 128 * 64 + 64, 64, 0, 10), 1},
        {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::invalid_request);
    EXPECT_NE(result.error().message.find("together"), std::string::npos) << result.error().message;
  }
}

TEST_F(CudaHost, cancels_pairs_in_every_part) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const std::uint64_t endless = std::uint64_t{1} << 50;
  const ChaseRequest small = uniform(MemorySpace::global_ca, 4 * kKiB, 32, 10, 10);
  const ChaseRequest warming = uniform(MemorySpace::global_ca, 4 * kKiB, 32, std::uint64_t{1} << 36, 10);
  const ChaseRequest timed = uniform(MemorySpace::global_ca, 4 * kKiB, 32, 10, endless);
  for (const PairedChaseRequest& request : {PairedChaseRequest{warming, small, 1}, PairedChaseRequest{small, warming, 1},
                                            PairedChaseRequest{timed, small, 1}, PairedChaseRequest{small, timed, 1}})
    EXPECT_EQ(code_when_stopped(*device, request), ErrorCode::cancelled);
  expect_right(small, device->chase(small, {}));
}

}  // namespace
}  // namespace chasescope
