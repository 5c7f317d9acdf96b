// The host side of the kernels and the CUDA device, on the fake card of fake_libcuda.cpp: no card needed.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "tests/device/cuda_host.h"

namespace chasescope {
namespace {

using cuda::fake_latency;

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
                                                         "instructions", "cluster", "trials"}));
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

/// Hears of a batch: every part and all progress by request.
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
  expect_right(alone, device->chase(alone, {}));  // and the cost of measuring is known, which takes chases of its own
  std::vector<ChaseRequest> requests(40, uniform(MemorySpace::global_ca, 8 * kKiB, 32, 0, 100));
  for (std::size_t i = 0; i < requests.size(); i += 2) requests[i].accesses = std::uint64_t{1} << 50;
  // Stops once all of the first launch have begun and the short ones are there. A further launch would listen to nobody from then
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
  expect_right(requests[0], device->chase(requests[0], {}));  // there is room for one image from now on
  go_wrong("crowded");                                        // and no more than 1 MiB besides
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
  for (const MemorySpace space_a : device->description().spaces)
    for (const MemorySpace space_b : device->description().spaces)
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
  expect_right(after, device->chase(after, {}));  // what lies in its array is another chain now
}

TEST_F(CudaHost, measures_bandwidth) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  const double per_second = cuda::kFakeBytesPerNs * 1e9;
  for (const unsigned width : {4U, 8U, 16U})
    for (const auto& [level, bytes] : std::vector<std::pair<std::string, std::uint64_t>>{
             {"l1", 16 * 64 * kKiB}, {"shared", 16 * 100 * kKiB}, {"l2", 4 * kMiB}, {"dram", 128 * kMiB}})
      for (const Direction direction : {Direction::read, Direction::write, Direction::copy}) {
        SCOPED_TRACE(level + ", " + std::string(to_string(direction)) + ", " + std::to_string(width));
        const auto result = device->ask(BandwidthRequest{level, direction, bytes, width, {}, {}}, {});
        if (level == "l1" && direction != Direction::read) {
          ASSERT_FALSE(result);
          EXPECT_EQ(result.error().code, ErrorCode::invalid_request);
          continue;
        }
        ASSERT_TRUE(result) << result.error().message;
        EXPECT_NEAR(result->bytes_per_second, per_second, 0.003 * per_second) << "a sweep lasts until its start does not matter";
        EXPECT_NEAR(result->bytes_per_cycle, per_second / cuda::kFakeClockGhz / 1e9, 0.2);
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
            (DeviceError{ErrorCode::unsupported, "Fake card knows no bandwidth of 'l3'; it knows those of l1, shared, l2, dram."}));
  for (const BandwidthRequest& request : {
           BandwidthRequest{"l1", Direction::read, 16 * 300 * kKiB, 4, {}, {}},      // no L1 is so large
           BandwidthRequest{"shared", Direction::read, 16 * 240 * kKiB, 4, {}, {}},  // no block has so much
           BandwidthRequest{"shared", Direction::copy, 16 * 120 * kKiB, 4, {}, {}},  // nor twice
           BandwidthRequest{"l2", Direction::read, 17 * kMiB, 4, {}, {}},            // the L2 has 16 MiB
           BandwidthRequest{"l2", Direction::copy, 9 * kMiB, 4, {}, {}},             // for both arrays
           BandwidthRequest{"dram", Direction::write, 64 * kMiB, 4, {}, {}},         // the L2 would take much of it
           BandwidthRequest{"l1", Direction::read, 32, 4, {}, {}},                   // nothing for half of the blocks
           BandwidthRequest{"l2", Direction::read, kMiB, 4, {}, 2000},               // threads
       }) {
    const DeviceError refused = error(request);
    EXPECT_EQ(refused.code, ErrorCode::invalid_request) << refused.message;
  }
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

TEST_F(CudaHost, grows_and_shrinks_its_array) {
  const auto device = open();
  ASSERT_NE(device, nullptr);
  for (const std::uint64_t bytes : {64 * kMiB, 65 * kMiB, 20 * kGiB, 64 * kKiB, 3 * kGiB, 4 * kKiB}) {
    const ChaseRequest request = uniform(MemorySpace::global_ca, bytes, bytes / 1024, 0, 3000);
    ChaseRequest wide = request;
    wide.element_bytes = bytes / 1024 % 8 == 0 ? 8 : 4;
    expect_right(wide, device->chase(wide, {}));
  }
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
  go_wrong("crooked");
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
  // A card that has gone for good says so, and goes on saying so.
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

}  // namespace
}  // namespace chasescope
