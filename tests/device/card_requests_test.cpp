// All requests to a real card besides lone chases (ctest -L card): batches, banks, bursts, pairs, copies, bandwidths, code,
// clusters.
//
// The tests compare only facts that hold on every card: the order of levels, lengths, SMs, times to answer.
#include <chrono>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "tests/device/on_card.h"

namespace chasescope {
namespace {

TEST_F(OnCard, runs_batches_like_lone_chases) {
  const auto sms = static_cast<unsigned>(*device_->description().properties.sm_count);
  std::vector<ChaseRequest> requests;
  for (const MemorySpace space : own_spaces(device_->description()))
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
  // All SMs read cold lines at the same time, and then the same lines warm.
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
    // An odd stride uses every bank alike. An even stride that doubles also doubles the rows that a bank reads, until all lanes are
    // in one bank.
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
  for (const MemorySpace a : own_spaces(device_->description()))
    for (const MemorySpace b : own_spaces(device_->description())) {
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
  // Agent A keeps most of its warm lines beside a small array of agent B, and few beside one as large as all on-chip memory of an
  // SM.
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
  // Footprints around the L1 capacity that the driver's carve-out leaves to a lone chase, with agent B in several threads.
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
  for (const char* way : {"readonly", "texture"})
    EXPECT_GT(measured(way, Direction::read, 32 * kKiB * sms, 16), l2_read) << "from the L1";
  // A warp loads at most one word of constants in a cycle. Constants of 64 KiB come from a cache farther away than those of 1 KiB.
  const double constants = measured("constant", Direction::read, kKiB * sms, 16);
  EXPECT_GT(constants, 1.1 * measured("constant", Direction::read, 64 * kKiB * sms, 16));
  EXPECT_LT(constants, shared_read);
}

TEST_F(OnCard, reads_bytes_and_pairs_of_bytes_from_each_level) {
  const auto sms = *device_->description().properties.sm_count;
  const std::uint64_t l2 = *device_->description().properties.l2_bytes;
  if (!fits(16 * l2)) GTEST_SKIP() << "The card has too little memory to give.";
  const auto measured = [](const std::string& level, Direction direction, std::uint64_t bytes, unsigned width) {
    const auto result = device_->ask(BandwidthRequest{level, direction, bytes, width, {}, {}}, {});
    EXPECT_TRUE(result) << level << ", " << to_string(direction) << ", " << width
                        << " B: " << (result ? "" : result.error().message);
    if (!result) return 1.0;
    std::cout << "    " << level << ", " << to_string(direction) << ", " << width << " B: " << result->bytes_per_cycle
              << " B/cycle, " << result->bytes_per_second / 1e9 << " GB/s\n";
    return result->bytes_per_cycle;
  };
  const auto per_warp = [&](unsigned width) { return 32.0 * width * static_cast<double>(sms); };  // bytes of one access by each SM
  for (const auto& [level, bytes] : std::vector<std::pair<std::string, std::uint64_t>>{{"l1", 32 * kKiB * sms},
                                                                                       {"readonly", 32 * kKiB * sms},
                                                                                       {"texture", 32 * kKiB * sms},
                                                                                       {"shared", 32 * kKiB * sms},
                                                                                       {"constant", kKiB * sms},
                                                                                       {"l2", l2 / 4},
                                                                                       {"dram", 16 * l2}}) {
    const double words = measured(level, Direction::read, bytes, 4);
    for (const unsigned width : {1U, 2U}) {
      // The threads of an SM's own memories make as many loads in a pass as with words.
      const bool far = level == "l2" || level == "dram";
      const double narrow = measured(level, Direction::read, far ? bytes : bytes * width / 4, width);
      EXPECT_GT(narrow, words / 64) << level << ": " << width << " B move something";
      EXPECT_LT(narrow, 1.1 * words) << level << ": " << width << " B carry no more than a word";
      EXPECT_LT(narrow, 1.05 * per_warp(width)) << level << ": an SM makes at most one access of a warp in a cycle";
      if (level == "l1" || level == "shared") {
        EXPECT_LT(narrow, words * (width == 1 ? 0.5 : 0.8)) << level << ": a load costs its issue, however narrow";
      }
    }
  }
  for (const unsigned width : {1U, 2U}) {
    for (const Direction direction : {Direction::write, Direction::copy}) {
      EXPECT_GT(measured("shared", direction, 32 * kKiB * sms, width), 1);
      EXPECT_GT(measured("l2", direction, l2 / 8, width), 1);
    }
    EXPECT_GT(measured("dram", Direction::write, 16 * l2, width), 1);
  }
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
  if (fits(32 * kGiB)) {  // by one warp, which takes half a minute and more
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

}  // namespace
}  // namespace chasescope
