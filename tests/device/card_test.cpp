// Chases of the CUDA device on a real card (ctest -L card, or run test_card there). Where there is no card, the tests are skipped
// with the reason.
//
// The tests compare only facts that hold on every card: the order of levels, lengths, SMs, times to answer.
#include <chrono>
#include <iostream>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "tests/device/on_card.h"

namespace chasescope {
namespace {

TEST_F(OnCard, describes_itself) {
  const Description& card = device_->description();
  EXPECT_EQ(card.origin, Origin::hardware);
  EXPECT_FALSE(card.name.empty());
  EXPECT_EQ(own_spaces(card).size(), 6U);
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
  for (const MemorySpace space : own_spaces(device_->description()))
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
  if (fits(kGiB / 2)) {  // the array is several times any L2, and every line of it is read, so that none stays there by luck
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
  // An L1 that is emptied at each boundary of a chunk would miss at 64 of 1,024 accesses.
  EXPECT_LT(share_above(result.cycles, 1.5 * median(result.cycles)), 0.01);
}

TEST_F(OnCard, warms_up_as_asked) {
  // 64 lines are cold in the L1 in the first pass, and warm afterwards. The warm-up decides at which access the recording starts.
  const ChaseResult cold = chase(uniform(MemorySpace::global_ca, 8 * kKiB, 128, 0, 128));
  const double hit = median(chase(uniform(MemorySpace::global_ca, 8 * kKiB, 128, 128, 1000)).cycles);
  EXPECT_GT(quantile(cold.cycles.copy(0, 64), 0.1), 1.3 * hit);
  EXPECT_LT(quantile(cold.cycles.copy(64, 128), 0.9), 1.3 * hit);
  const ChaseResult half = chase(uniform(MemorySpace::global_ca, 8 * kKiB, 128, 32, 128));
  EXPECT_GT(quantile(half.cycles.copy(0, 32), 0.1), 1.3 * hit);
  EXPECT_LT(quantile(half.cycles.copy(32, 128), 0.9), 1.3 * hit);
}

TEST_F(OnCard, warms_up_by_a_warp_as_by_itself) {
  // A chase on a chosen SM makes all accesses of the warm-up itself.
  std::vector<std::pair<MemorySpace, std::uint64_t>> walks;
  for (const MemorySpace space : {MemorySpace::global_cg, MemorySpace::global_ca, MemorySpace::texture, MemorySpace::readonly})
    for (const std::uint64_t bytes : {8 * kMiB, 128 * kMiB}) walks.emplace_back(space, bytes);
  for (const auto& [space, bytes] : walks) {
    ChaseRequest request = uniform(space, bytes, 128, bytes / 128, 1 << 14);
    const ChaseResult by_warp = chase(request);
    request.sm = by_warp.sm;
    const ChaseResult alone = chase(request);
    EXPECT_EQ(alone.sm, by_warp.sm);
    for (const double share : {0.1, 0.5, 0.9}) {
      const double cycles = quantile(alone.cycles.copy(), share);
      EXPECT_NEAR(quantile(by_warp.cycles.copy(), share), cycles, 0.05 * cycles)
          << to_string(space) << ", " << bytes / kMiB << " MiB, quantile " << share;
    }
  }
}

TEST_F(OnCard, warms_up_a_list_by_a_warp_as_by_itself) {
  constexpr std::uint64_t kPlaces = 1 << 15, kApart = 32 * kKiB + 128;
  OffsetsPattern places;
  for (std::uint64_t i = 0; i < kPlaces; ++i) places.offsets.push_back(kApart * (i * 12'345 % kPlaces));
  ChaseRequest request = uniform(MemorySpace::global_cg, 0, 0, 2 * kPlaces, 1 << 14);
  request.pattern = places;
  const ChaseResult by_warp = chase(request);
  request.sm = by_warp.sm;
  const ChaseResult alone = chase(request);
  EXPECT_EQ(alone.sm, by_warp.sm);
  for (const double share : {0.1, 0.5, 0.9}) {
    const double cycles = quantile(alone.cycles.copy(), share);
    EXPECT_NEAR(quantile(by_warp.cycles.copy(), share), cycles, 0.05 * cycles) << "quantile " << share;
  }
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
  for (const MemorySpace space : own_spaces(device_->description())) {
    ChaseRequest request = uniform(space, 1 * kKiB, 16, 128, 100'000);
    request.sm = 0;  // from another SM the L2 may be nearer or farther
    const ChaseResult each = chase(request);
    request.record = Record::mean;
    const ChaseResult mean = chase(request);
    ASSERT_TRUE(mean.mean_cycles && each.overhead_cycles);
    // The mean of the single accesses, not their median: places of an L2 are near or far, and the share of far ones differs from
    // process to process.
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

TEST_F(OnCard, cancels_within_100_ms) {
  const std::uint64_t endless = std::uint64_t{1} << 36;
  const std::uint64_t bytes = fits(4 * kGiB) ? 4 * kGiB : 256 * kMiB;
  const ChaseRequest timed = uniform(MemorySpace::global_ca, bytes, 4096, 0, std::uint64_t{1} << 28);
  const ChaseRequest warming = uniform(MemorySpace::global_ca, bytes, 4096, endless, 10);
  ChaseRequest mean = uniform(MemorySpace::global_cg, bytes, 4096, 0, endless);
  mean.record = Record::mean;
  const ChaseRequest by_warp = uniform(MemorySpace::global_cg, bytes, 4096, endless, 10);
  for (const ChaseRequest& request : {timed, warming, by_warp, mean})
    EXPECT_LT(time_to_stop(request, [](auto&&... args) { return device_->chase(args...); }), std::chrono::milliseconds(100));
  EXPECT_EQ(chase(uniform(MemorySpace::global_ca, 8 * kKiB, 32, 0, 2000)).cycles.size(), 2000U) << "and goes on afterwards";
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
