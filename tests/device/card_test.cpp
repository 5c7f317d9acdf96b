// The CUDA device on a real card (ctest -L card, or run test_card there). Skipped, and says why, where there is none.
//
// What is compared is only what holds on every card: orders of levels, lengths, places, times to answer.
#include <gtest/gtest.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "tests/device/on_card.h"

namespace chasescope {
namespace {

TEST_F(OnCard, describes_itself) {
  const Description& card = device_->description();
  EXPECT_EQ(card.origin, Origin::hardware);
  EXPECT_FALSE(card.name.empty());
  EXPECT_EQ(card.spaces.size(), 6U);
  EXPECT_GT(card.properties.sm_count.value_or(0), 0U);
  EXPECT_GT(card.properties.l2_bytes.value_or(0), 0U);
  EXPECT_GT(card.max_footprint(MemorySpace::shared).value_or(0), 32 * kKiB);
  EXPECT_GT(card.max_footprint(MemorySpace::texture).value_or(0), 16 * kMiB);
}

TEST_F(OnCard, refuses_a_card_that_is_not_there) {
  const auto none = open_cuda_device(99);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::invalid_request);
}

TEST_F(OnCard, is_plausible_in_every_space_with_every_element) {
  for (const MemorySpace space : device_->description().spaces)
    for (const unsigned element : {4U, 8U}) {
      SCOPED_TRACE(std::string(to_string(space)) + ", " + std::to_string(element) + " B elements");
      ChaseRequest request = uniform(space, 1 * kKiB, 16, 128, 3000);
      request.element_bytes = element;
      const ChaseResult result = chase(request);
      ASSERT_EQ(result.cycles.size(), 3000U);
      ASSERT_EQ(result.overhead_cycles.has_value(), space != MemorySpace::constant || element == 4);
      EXPECT_GE(result.overhead_cycles.value_or(0), 0);
      EXPECT_EQ(share_above(result.cycles, result.overhead_cycles.value_or(0) + 8), 1.0) << "no load is free";
      EXPECT_LT(median(result.cycles), 2000);
    }
}

TEST_F(OnCard, sees_the_l1_the_l2_and_the_memory) {
  const double l1 = median_of(MemorySpace::global_ca, 8 * kKiB, 128);
  const double l2 = median_of(MemorySpace::global_ca, 8 * kMiB, 128);
  EXPECT_LT(1.5 * l1, l2);
  if (fits(kGiB / 2)) {  // several times any L2; every line of it, so that none stays there by luck
    const double memory = median_of(MemorySpace::global_ca, kGiB / 2, 128);
    EXPECT_LT(l2, memory);
  }
}

TEST_F(OnCard, passes_the_l1_by_with_cg) {
  EXPECT_LT(1.5 * median_of(MemorySpace::global_ca, 8 * kKiB, 128), median_of(MemorySpace::global_cg, 8 * kKiB, 128));
}

TEST_F(OnCard, sees_the_other_caches) {
  for (const MemorySpace space : {MemorySpace::readonly, MemorySpace::texture})
    EXPECT_LT(median_of(space, 8 * kKiB, 128), median_of(space, 8 * kMiB, 128));
  EXPECT_LT(median_of(MemorySpace::constant, 1 * kKiB, 64), median_of(MemorySpace::constant, 48 * kKiB, 64));
}

TEST_F(OnCard, takes_the_same_time_all_over_shared_memory) {
  const std::uint64_t most = *device_->description().max_footprint(MemorySpace::shared);
  const ChaseResult result = chase(uniform(MemorySpace::shared, most / 128 * 128, 128, 0, 20'000));
  EXPECT_LE(quantile(result.cycles.copy(), 0.99) - quantile(result.cycles.copy(), 0.01), 4);
}

TEST_F(OnCard, records_exactly_what_was_asked) {
  for (const std::uint64_t accesses : {1, 1023, 1024, 1025, 1'000'000}) {
    EXPECT_EQ(chase(uniform(MemorySpace::global_ca, 8 * kKiB, 32, 0, accesses)).cycles.size(), accesses);
    EXPECT_EQ(chase(uniform(MemorySpace::shared, 8 * kKiB, 32, 777, accesses)).cycles.size(), accesses);
  }
}

TEST_F(OnCard, keeps_its_l1_while_it_streams) {
  const ChaseResult result = chase(uniform(MemorySpace::global_ca, 8 * kKiB, 128, 256, 200'000));
  // Emptied at each boundary, it would miss 64 times in 1,024.
  EXPECT_LT(share_above(result.cycles, 1.5 * median(result.cycles)), 0.01);
}

TEST_F(OnCard, warms_up_as_asked) {
  // 64 lines: cold in the L1 at first, then not. The warm-up decides where in that the recording starts.
  const ChaseResult cold = chase(uniform(MemorySpace::global_ca, 8 * kKiB, 128, 0, 128));
  const double hit = median(chase(uniform(MemorySpace::global_ca, 8 * kKiB, 128, 128, 1000)).cycles);
  EXPECT_GT(quantile(cold.cycles.copy(0, 64), 0.1), 1.3 * hit);
  EXPECT_LT(quantile(cold.cycles.copy(64, 128), 0.9), 1.3 * hit);
  const ChaseResult half = chase(uniform(MemorySpace::global_ca, 8 * kKiB, 128, 32, 128));
  EXPECT_GT(quantile(half.cycles.copy(0, 32), 0.1), 1.3 * hit);
  EXPECT_LT(quantile(half.cycles.copy(32, 128), 0.9), 1.3 * hit);
}

TEST_F(OnCard, follows_lists_in_their_order) {
  // The device itself checks, after every chase, that it arrived where the list leads; so try every place to stop.
  ChaseRequest request = uniform(MemorySpace::global_ca, 0, 0, 3, 1);
  request.pattern = OffsetsPattern{{4096, 0, 68, 3 * kMiB, 132, 8, 64 * kKiB}};
  for (const MemorySpace space : {MemorySpace::global_ca, MemorySpace::global_cg, MemorySpace::readonly, MemorySpace::texture})
    for (request.accesses = 1; request.accesses <= 15; ++request.accesses) {
      request.space = space;
      EXPECT_EQ(chase(request).cycles.size(), request.accesses);
    }
  request.pattern = OffsetsPattern{{4096, 0, 68, 132, 8}};
  for (const MemorySpace space : {MemorySpace::constant, MemorySpace::shared})
    for (request.accesses = 1; request.accesses <= 15; ++request.accesses) {
      request.space = space;
      EXPECT_EQ(chase(request).cycles.size(), request.accesses);
    }
}

TEST_F(OnCard, shuffles) {
  ChaseRequest request = uniform(MemorySpace::global_ca, 0, 0, 0, 70'000);
  request.pattern = ShuffledPattern{4 * kMiB, 64, 42};
  const ChaseResult result = chase(request);
  EXPECT_EQ(result.offsets, shuffled_offsets({4 * kMiB, 64, 42}));
  EXPECT_EQ(std::set<std::uint64_t>(result.offsets.begin(), result.offsets.end()).size(), 4 * kMiB / 64);
}

TEST_F(OnCard, runs_where_it_was_asked_to) {
  const auto sms = static_cast<unsigned>(*device_->description().properties.sm_count);
  for (const unsigned sm : {0U, 1U, sms / 2, sms - 1}) {
    for (const MemorySpace space : {MemorySpace::global_ca, MemorySpace::shared, MemorySpace::texture}) {
      ChaseRequest request = uniform(space, 8 * kKiB, 128, 64, 500);
      request.sm = sm;
      EXPECT_EQ(chase(request).sm, sm);
    }
  }
}

TEST_F(OnCard, takes_the_mean) {
  for (const MemorySpace space : device_->description().spaces) {
    ChaseRequest request = uniform(space, 1 * kKiB, 16, 128, 100'000);
    request.sm = 0;  // from another one the L2 may be nearer or farther
    const ChaseResult each = chase(request);
    request.record = Record::mean;
    const ChaseResult mean = chase(request);
    ASSERT_TRUE(mean.mean_cycles && each.overhead_cycles);
    // Not the median: places of an L2 are near or far, and how many are far is another number in every process.
    const std::vector<float> cycles = each.cycles.copy();
    const double expected = std::accumulate(cycles.begin(), cycles.end(), 0.0) / static_cast<double>(cycles.size()) - *each.overhead_cycles;
    std::cout << "    " << to_string(space) << ": mean " << *mean.mean_cycles << ", each less its overhead " << expected
              << " cycles\n";
    EXPECT_NEAR(*mean.mean_cycles, expected, 12) << "the mean also holds the making of an address";
    EXPECT_TRUE(mean.cycles.empty());
  }
}

TEST_F(OnCard, moves_the_l1_with_the_carve_out) {
  ChaseRequest request = uniform(MemorySpace::global_ca, 64 * kKiB, 128, 2048, 4096);
  request.carveout_percent = 0;
  const double large = quantile(chase(request).cycles.copy(), 0.5);
  request.carveout_percent = 100;
  const double small = quantile(chase(request).cycles.copy(), 0.5);
  std::cout << "    64 KiB with a carve-out of 0 %: median " << large << ", of 100 %: " << small << " cycles\n";
  EXPECT_LE(large, small);
}

TEST_F(OnCard, reaches_far) {
  if (!fits(24 * kGiB)) GTEST_SKIP() << "The card has less than 24 GiB to give.";
  EXPECT_EQ(chase(uniform(MemorySpace::global_ca, 16 * kGiB, 2 * kMiB, 0, 9000)).cycles.size(), 9000U);
  ChaseRequest request = uniform(MemorySpace::global_ca, 24 * kGiB, 2 * kMiB, 0, 13'000);
  request.element_bytes = 8;
  EXPECT_EQ(chase(request).cycles.size(), 13'000U);
}

TEST_F(OnCard, refuses_what_is_too_large) {
  for (const MemorySpace space : device_->description().spaces) {
    ChaseRequest request = uniform(space, (*device_->description().max_footprint(space) / 4096 + 1) * 4096, 4096, 0, 10);
    request.element_bytes = 8;
    const auto refused = device_->chase(request, {});
    ASSERT_FALSE(refused) << to_string(space);
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_request);
  }
}

/// The time from the stop to the answer, for a request that never ends by itself.
Clock::duration time_to_cancel(Device& device, ChaseRequest request) {
  std::stop_source stop;
  Clock::time_point stopped;
  std::mutex mutex;
  std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const std::lock_guard lock(mutex);
    stopped = Clock::now();
    stop.request_stop();
  });
  const auto result = device.chase(request, {.stop = stop.get_token(), .sink = nullptr});
  const Clock::time_point answered = Clock::now();
  EXPECT_FALSE(result);
  if (!result) {
    EXPECT_EQ(result.error().code, ErrorCode::cancelled) << result.error().message;
  }
  const std::lock_guard lock(mutex);
  return answered - stopped;
}

TEST_F(OnCard, cancels_within_100_ms) {
  const std::uint64_t endless = std::uint64_t{1} << 36;
  const std::uint64_t bytes = fits(4 * kGiB) ? 4 * kGiB : 256 * kMiB;
  const ChaseRequest timed = uniform(MemorySpace::global_ca, bytes, 4096, 0, std::uint64_t{1} << 28);
  const ChaseRequest warming = uniform(MemorySpace::global_ca, bytes, 4096, endless, 10);
  ChaseRequest mean = uniform(MemorySpace::global_cg, bytes, 4096, 0, endless);
  mean.record = Record::mean;
  for (const ChaseRequest& request : {timed, warming, mean})
    EXPECT_LT(time_to_cancel(*device_, request), std::chrono::milliseconds(100));
  EXPECT_EQ(chase(uniform(MemorySpace::global_ca, 8 * kKiB, 32, 0, 2000)).cycles.size(), 2000U) << "and goes on afterwards";
}

TEST_F(OnCard, runs_batches_like_lone_chases) {
  const auto sms = static_cast<unsigned>(*device_->description().properties.sm_count);
  std::vector<ChaseRequest> requests;
  for (const MemorySpace space : device_->description().spaces)
    for (unsigned i = 0; i < 2 * sms; i += 3) {
      ChaseRequest request = uniform(space, (1 + i % 4) * 256, 32, 512, 1000 + i);
      if (i % 4 == 0) request.element_bytes = 8;
      if (i % 2 == 0) request.sm = i % sms;
      requests.push_back(request);
    }
  const auto outcomes = device_->chase_batch(requests, {});
  ASSERT_EQ(outcomes.size(), requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    SCOPED_TRACE(std::string(to_string(requests[i].space)) + ", request " + std::to_string(i));
    ASSERT_TRUE(outcomes[i]) << outcomes[i].error().message;
    EXPECT_EQ(outcomes[i]->cycles.size(), requests[i].accesses);
    if (requests[i].sm) {
      EXPECT_EQ(outcomes[i]->sm, requests[i].sm);
    }
    if (requests[i].space == MemorySpace::global_cg) continue;  // its latency depends on the SM
    EXPECT_NEAR(median(outcomes[i]->cycles), median(chase(requests[i]).cycles), 3) << "hits cost what they cost alone";
  }
}

TEST_F(OnCard, uses_every_sm_for_a_batch) {
  const auto sms = static_cast<unsigned>(*device_->description().properties.sm_count);
  const std::vector<ChaseRequest> requests(sms, uniform(MemorySpace::global_ca, 32 * kKiB, 128, 512, 4096));
  std::set<unsigned> used;
  static_cast<void>(device_->chase_batch(requests, {}));
  auto start = Clock::now();
  for (const auto& outcome : device_->chase_batch(requests, {})) {
    ASSERT_TRUE(outcome) << outcome.error().message;
    used.insert(outcome->sm.value_or(9999));
  }
  const auto together = Clock::now() - start;
  EXPECT_EQ(used.size(), sms);
  start = Clock::now();
  for (const ChaseRequest& request : requests) static_cast<void>(chase(request));
  const auto alone = Clock::now() - start;
  std::cout << "    " << sms << " chases together: " << std::chrono::duration<double, std::milli>(together).count()
            << " ms, one by one: " << std::chrono::duration<double, std::milli>(alone).count() << " ms\n";
}

TEST_F(OnCard, tells_hits_from_misses_in_a_batch) {
  // Cold lines of all SMs at once, and then the same ones warm.
  const auto sms = static_cast<unsigned>(*device_->description().properties.sm_count);
  const std::vector<ChaseRequest> requests(sms, uniform(MemorySpace::global_ca, 8 * kKiB, 128, 0, 128));
  const double hit = median(chase(uniform(MemorySpace::global_ca, 8 * kKiB, 128, 128, 1000)).cycles);
  for (const auto& outcome : device_->chase_batch(requests, {})) {
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_GT(quantile(outcome->cycles.copy(0, 64), 0.1), 1.3 * hit);
    EXPECT_LT(quantile(outcome->cycles.copy(64, 128), 0.9), 1.3 * hit);
  }
}

TEST_F(OnCard, sees_bank_conflicts) {
  for (const unsigned word : {4U, 8U, 16U}) {
    const double broadcast = bank(0, word);
    const double alone = bank(1, word);
    EXPECT_GT(broadcast, 4);
    EXPECT_LT(alone, 200);
    EXPECT_GE(alone, broadcast - 0.5);
    // Odd strides touch every bank alike; an even one doubles the rows of a bank when it doubles, until all lanes are in one.
    for (const std::uint64_t odd : {3, 5, 7, 31, 33}) EXPECT_NEAR(bank(odd, word), alone, 1) << word << " B, stride " << odd;
    for (std::uint64_t even = 2; 2 * even * word <= 128; even *= 2)
      EXPECT_GT(bank(2 * even, word), bank(even, word) + 1) << word << " B, stride " << even;
  }
  EXPECT_GT(bank(2, 4), bank(1, 4) + 1);
  EXPECT_GT(bank(32, 4), bank(2, 4) + 20);
  EXPECT_NEAR(bank(64, 4), bank(32, 4), 1) << "all lanes in one bank is the worst there is";
  EXPECT_EQ(device_->ask(BankRequest{1, 4, 8, 1}, {}).error().code, ErrorCode::unsupported);
}

TEST_F(OnCard, loads_banks_all_over_shared_memory) {
  const std::uint64_t most = (*device_->description().properties.shared_bytes_per_block / 4 - 1) / 31;
  EXPECT_GT(bank(most, 4), 0);
  EXPECT_EQ(device_->ask(BankRequest{most + 1, 4, 4, 1}, {}).error().code, ErrorCode::invalid_request);
}

TEST_F(OnCard, sees_outstanding_requests) {
  const double one = burst(1, 1, 1);
  const double hit = median(chase(uniform(MemorySpace::global_ca, 8 * kKiB, 128, 256, 1000)).cycles);
  std::cout << "    one load: " << one << " cycles; a hit in the L1: " << hit << '\n';
  EXPECT_GT(one, 1.3 * hit) << "cold in the L1";
  EXPECT_LT(one, 4 * median(chase(uniform(MemorySpace::global_cg, 8 * kKiB, 128, 256, 1000)).cycles)) << "warm in the L2";
  EXPECT_LT(burst(32, 4, 1), 4 * burst(32, 1, 1)) << "loads that wait for each other would take four times as long";
  EXPECT_LT(burst(1, 16, 1), 4 * one);
  EXPECT_LT(burst(1024, 1, 1), 1024 * one / 8);
  EXPECT_GE(burst(1024, 4, 1), burst(32, 1, 1)) << "more requests take no less";
  EXPECT_GT(burst(1024, 4, 1), burst(1024, 4, 32)) << "merged requests are fewer";
  for (std::uint64_t threads = 40; threads <= 160; threads += 8)
    EXPECT_LT(burst(threads, 4, 1), 1.15 * burst(threads + 8, 4, 1)) << "more threads take no less: the L1 is the same for all";
  EXPECT_EQ(device_->ask(OutstandingRequest{32, 1000, 1, 128, 1}, {}).error().code, ErrorCode::invalid_request);
}

TEST_F(OnCard, pairs_agents_in_every_space) {
  for (const MemorySpace a : device_->description().spaces)
    for (const MemorySpace b : device_->description().spaces) {
      SCOPED_TRACE(std::string(to_string(a)) + ", " + std::string(to_string(b)));
      const PairedChaseResult result = pair({uniform(a, 512, 16, 128, 1500), uniform(b, 512, 16, 128, 1100), 32});
      ASSERT_EQ(result.a.cycles.size(), 1500U);
      ASSERT_EQ(result.b.cycles.size(), 1100U);
      for (const auto& [request_space, agent] : {std::pair(a, &result.a), std::pair(b, &result.b)}) {
        if (request_space == MemorySpace::global_cg) continue;  // its latency depends on where in the L2 the array lies
        EXPECT_NEAR(median(agent->cycles), median(chase(uniform(request_space, 512, 16, 128, 1024)).cycles), 3)
            << "what fits beside another costs what it costs alone";
      }
    }
}

TEST_F(OnCard, sees_agents_evict_each_other) {
  // A keeps much of what it warmed beside a small array, and little beside one as large as all that an SM has.
  const std::uint64_t large = *device_->description().properties.shared_bytes_per_sm + 28 * kKiB;
  ChaseRequest a = uniform(MemorySpace::global_ca, 64 * kKiB, 32, 2 * 2048, 2048);
  a.carveout_percent = 0;
  const double hit = median(chase(uniform(MemorySpace::global_ca, 8 * kKiB, 128, 256, 64)).cycles);
  ChaseRequest b = a;
  for (const unsigned thread : {1U, 32U, 200U, 1023U}) {
    b.pattern = UniformPattern{4 * kKiB, 32};
    EXPECT_LT(share_above(pair({a, b, thread}).a.cycles, 1.5 * hit), 0.05) << "thread " << thread;
    b.pattern = UniformPattern{large, 32};
    b.warmup = large / 32 * 2;
    EXPECT_GT(share_above(pair({a, b, thread}).a.cycles, 1.5 * hit), 0.5) << "thread " << thread;
  }
  a.carveout_percent = b.carveout_percent = 20;
  b.space = MemorySpace::shared;
  b.pattern = UniformPattern{16 * kKiB, 32};
  EXPECT_LT(share_above(pair({a, b, 1}).a.cycles, 1.5 * hit), 0.05) << "shared memory evicts nothing";
}

TEST_F(OnCard, gives_pairs_the_l1_of_lone_chases) {
  // Around the capacity that the driver's choice leaves to a lone chase, wherever agent B sits.
  for (const std::uint64_t kib : {16, 32, 48, 96}) {
    const ChaseRequest a = uniform(MemorySpace::global_ca, kib * kKiB, 32, 4 * kib * 32, 1024);
    const double hit = median(chase(uniform(MemorySpace::global_ca, 4 * kKiB, 32, 256, 1024)).cycles);
    const double alone = share_above(chase(a).cycles, 1.5 * hit);
    for (const unsigned thread : {1U, 64U, 1023U}) {
      const PairedChaseResult result = pair({a, uniform(MemorySpace::constant, 64, 4, 0, 16), thread});
      EXPECT_NEAR(share_above(result.a.cycles, 1.5 * hit), alone, 0.25) << kib << " KiB, thread " << thread;
    }
  }
}

TEST_F(OnCard, pairs_means_on_a_chosen_sm) {
  PairedChaseRequest request{uniform(MemorySpace::global_ca, 1 * kKiB, 16, 128, 50'000),
                             uniform(MemorySpace::constant, 1 * kKiB, 16, 128, 50'000), 64};
  request.a.record = request.b.record = Record::mean;
  request.a.sm = 3;
  const PairedChaseResult result = pair(request);
  EXPECT_EQ(result.a.sm, 3U);
  EXPECT_EQ(result.b.sm, 3U);
  for (const auto& [agent, answer] : {std::pair(request.a, result.a), std::pair(request.b, result.b)}) {
    ChaseRequest lone = agent;
    lone.record = Record::mean;
    EXPECT_NEAR(answer.mean_cycles.value_or(0), chase(lone).mean_cycles.value_or(-100), 8);
  }
}

TEST_F(OnCard, copies_slower_after_a_flush) {
  const auto cycles = [](std::uint64_t bytes, bool flush) {
    const auto result = device_->ask(CopyRequest{bytes, flush}, {});
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return result ? result->cycles.value_or(0) : 0;
  };
  const std::uint64_t some = *device_->description().properties.l2_bytes / 8;
  EXPECT_GT(cycles(some, true), cycles(some, false) * 1.1);
  EXPECT_GT(cycles(8 * some, false), 2 * cycles(some, false));
  for (const std::uint64_t bytes : {1, 7, 4097}) EXPECT_GT(cycles(bytes, false), 0);
}

TEST_F(OnCard, measures_what_each_level_gives) {
  const auto sms = *device_->description().properties.sm_count;
  const std::uint64_t l2 = *device_->description().properties.l2_bytes;
  if (!fits(32 * l2)) GTEST_SKIP() << "The card has too little memory to give.";
  const auto measured = [](const std::string& level, Direction direction, std::uint64_t bytes, unsigned width) {
    const auto result = device_->ask(BandwidthRequest{level, direction, bytes, width, {}, {}}, {});
    EXPECT_TRUE(result) << level << ", " << to_string(direction) << ": " << (result ? "" : result.error().message);
    if (!result) return 1.0;
    std::cout << "    " << level << ", " << to_string(direction) << ", " << width << " B: " << result->bytes_per_cycle
              << " B/cycle, " << result->bytes_per_second / 1e9 << " GB/s\n";
    EXPECT_GT(result->bytes_per_second / result->bytes_per_cycle, 2e8) << "the clock of an SM";
    EXPECT_LT(result->bytes_per_second / result->bytes_per_cycle, 5e9);
    return result->bytes_per_second;
  };
  const double l1_read = measured("l1", Direction::read, 32 * kKiB * sms, 16);
  const double shared_read = measured("shared", Direction::read, 32 * kKiB * sms, 16);
  const double l2_read = measured("l2", Direction::read, l2 / 4, 16);
  const double dram_read = measured("dram", Direction::read, 16 * l2, 16);
  EXPECT_GT(l1_read, l2_read);
  EXPECT_GT(shared_read, l2_read);
  EXPECT_GT(l2_read, dram_read);
  EXPECT_NEAR(measured("dram", Direction::read, 4 * l2, 16) / dram_read, 1, 0.2) << "once after a flush, and again and again";
  EXPECT_GT(measured("l2", Direction::copy, l2 / 8, 16), measured("dram", Direction::copy, 16 * l2, 16));
  EXPECT_GT(measured("dram", Direction::write, 16 * l2, 16), dram_read / 4);
  for (const Direction direction : {Direction::write, Direction::copy})
    EXPECT_GT(measured("shared", direction, 32 * kKiB * sms, 16), l2_read);
  EXPECT_LT(measured("l1", Direction::read, 32 * kKiB * sms, 4), l1_read * 1.05) << "narrow accesses carry no more";
}

TEST_F(OnCard, fetches_long_code_from_afar) {
  const auto cycles = [](std::uint64_t bytes) {
    const auto result = device_->ask(InstructionsRequest{bytes, 20}, {});
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return result ? result->cycles_per_instruction : 0;
  };
  const double near = cycles(1 * kKiB);
  EXPECT_GT(near, 0.5) << "no more than one instruction is issued in a cycle";
  EXPECT_LT(near, 8);
  EXPECT_GT(cycles(512 * kKiB), 1.5 * near);
  EXPECT_EQ(device_->ask(InstructionsRequest{kMiB, 1}, {}).error().code, ErrorCode::invalid_request);
}

TEST_F(OnCard, reaches_into_clusters) {
  if (!device_->description().serves("cluster")) {
    EXPECT_EQ(device_->ask(ClusterRequest{2, 1, ClusterOperation::load, 1}, {}).error().code, ErrorCode::unsupported);
    return;
  }
  const double own = median(chase(uniform(MemorySpace::shared, 512, 16, 64, 1000)).cycles);
  for (const unsigned size : {1U, 2U, 8U})
    for (unsigned rank = 0; rank < size; ++rank)
      for (const ClusterOperation operation : {ClusterOperation::load, ClusterOperation::bulk_copy}) {
        const auto result = device_->ask(ClusterRequest{size, rank, operation, 1500}, {});
        ASSERT_TRUE(result) << result.error().message;
        ASSERT_EQ(result->cycles.size(), 1500U);
        const double middle = quantile({result->cycles.begin(), result->cycles.end()}, 0.5);
        EXPECT_GT(middle, 10);
        EXPECT_LT(middle, 5000);
        if (rank != 0) {
          EXPECT_GT(middle, 2 * own) << "another SM is farther";
        }
      }
  EXPECT_EQ(device_->ask(ClusterRequest{1000, 1, ClusterOperation::load, 1}, {}).error().code, ErrorCode::invalid_request);
}

TEST_F(OnCard, cancels_the_other_requests_within_100_ms) {
  constexpr std::chrono::milliseconds kSoon{100};
  const std::uint64_t most = std::uint64_t{1} << 24;
  EXPECT_LT(time_to_stop(BankRequest{32, 16, 4, most}, [](auto&&... args) { return device_->ask(args...); }), kSoon);
  EXPECT_LT(time_to_stop(OutstandingRequest{1024, 16, 1, 128, most}, [](auto&&... args) { return device_->ask(args...); }), kSoon);
  if (fits(32 * kGiB)) {  // by few threads: half a minute and more
    EXPECT_LT(time_to_stop(BandwidthRequest{"dram", Direction::read, 32 * kGiB, 4, 1, 32},
                           [](auto&&... args) { return device_->ask(args...); }),
              kSoon);
  }
  EXPECT_LT(time_to_stop(InstructionsRequest{512 * kKiB, most}, [](auto&&... args) { return device_->ask(args...); }), kSoon);
  const std::vector<ChaseRequest> batch(300, uniform(MemorySpace::global_ca, 8 * kKiB, 128, 0, std::uint64_t{1} << 40));
  EXPECT_LT(time_to_stop(batch, [](const auto& requests,
                                   const RunControl& control) { return device_->chase_batch(requests, control).back(); }),
            kSoon);
  const ChaseRequest small = uniform(MemorySpace::global_ca, 8 * kKiB, 128, 64, 64);
  const ChaseRequest endless = uniform(MemorySpace::global_ca, 8 * kKiB, 128, std::uint64_t{1} << 36, 64);
  for (const PairedChaseRequest& request : {PairedChaseRequest{small, endless, 1}, PairedChaseRequest{endless, small, 40}})
    EXPECT_LT(time_to_stop(request, [](auto&&... args) { return device_->ask(args...); }), kSoon);
}

TEST_F(OnCard, gives_its_memory_back_when_closed) {
  const auto offered = [] {
    auto device = open_cuda_device(0);
    EXPECT_TRUE(device);
    if (!device) return std::uint64_t{0};
    const std::uint64_t bytes = *(*device)->description().properties.max_footprint_bytes;
    EXPECT_TRUE((*device)->chase(uniform(MemorySpace::global_ca, 1 * kGiB, 2 * kMiB, 0, 10), {}));
    return bytes;
  };
  if (!fits(2 * kGiB)) GTEST_SKIP() << "The card has less than 2 GiB to give.";
  const std::uint64_t before = offered();
  EXPECT_NEAR(static_cast<double>(offered()), static_cast<double>(before), 256.0 * kMiB);
}

TEST_F(OnCard, answers_the_same_request_again_and_again) {
  const ChaseRequest request = uniform(MemorySpace::global_ca, 16 * kKiB, 32, 512, 4096);
  for (int i = 0; i < 200; ++i) ASSERT_EQ(chase(request).cycles.size(), 4096U);
}

}  // namespace
}  // namespace chasescope
