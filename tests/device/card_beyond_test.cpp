// Memory beyond the card, on a real one (ctest -L card): pinned memory of the host, unified memory, another card's.
//
// Numbers of the bus are printed. The tests compare only facts that hold for every bus.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "tests/device/on_card.h"

namespace chasescope {
namespace {

class BeyondCard : public OnCard {
 protected:
  static bool has(MemorySpace space) { return device_->description().serves(space); }

  static void print(const std::string& what, std::vector<float> cycles) {
    std::cout << "    " << what << ": quantiles";
    for (const double share : {0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1.0}) std::cout << ' ' << quantile(cycles, share);
    std::cout << " cycles\n";
  }
};

TEST_F(BeyondCard, reads_the_host_over_the_bus) {
  if (!has(MemorySpace::host)) GTEST_SKIP() << "The card maps no memory of the host.";
  const double memory = median_of(MemorySpace::global_cg, 256 * kMiB, 128);
  for (const std::uint64_t bytes : {8 * kKiB, 64 * kKiB, kMiB, 16 * kMiB, 256 * kMiB}) {
    const std::uint64_t stride = 128, count = std::min<std::uint64_t>(bytes / stride, 4096);
    const ChaseRequest two = uniform(MemorySpace::host, bytes, stride, 0, 2 * count);
    const ChaseResult cold = chase(two);
    print(std::to_string(bytes / kKiB) + " KiB, first pass", cold.cycles.copy(0, count));
    print(std::to_string(bytes / kKiB) + " KiB, after it", cold.cycles.copy(count, 2 * count));
    EXPECT_GT(quantile(cold.cycles.copy(0, count), 0.5), memory) << "the bus is farther than the card's memory";
  }
  for (const std::uint64_t stride : {4, 16, 32, 64, 128, 256}) {
    const ChaseResult walk = chase(uniform(MemorySpace::host, 16 * kMiB, stride, 0, 1024));
    print("cold, by " + std::to_string(stride) + " B", walk.cycles.copy());
  }
}

TEST_F(BeyondCard, sees_pages_fault_once) {
  if (!has(MemorySpace::managed)) GTEST_SKIP() << "The card takes no pages by faults.";
  for (const std::uint64_t stride : {std::uint64_t{1024}, 4 * kKiB, 64 * kKiB}) {
    const std::uint64_t bytes = 64 * kMiB, count = bytes / stride;
    for (int again = 0; again < 2; ++again) {
      const ChaseResult walk = chase(uniform(MemorySpace::managed, bytes, stride, 0, 2 * count));
      const std::vector<float> first = walk.cycles.copy(0, count), second = walk.cycles.copy(count, 2 * count);
      print("64 MiB by " + std::to_string(stride) + " B, first pass", first);
      print("64 MiB by " + std::to_string(stride) + " B, second pass", second);
      const double cut = 5 * quantile(second, 0.9);
      std::cout << "    slow at KiB:";
      std::uint64_t slow = 0;
      for (std::uint64_t i = 0; i < count; ++i)
        if (first[i] > cut && ++slow <= 40) std::cout << ' ' << i * stride / kKiB << '(' << first[i] << ')';
      std::cout << "; " << slow << " of " << count << '\n';
      EXPECT_GT(slow, 0U) << "first touches find the pages on the host";
      EXPECT_LT(share_above({LatencyTrace(walk.cycles)}, cut), 0.75) << "and second ones do not";
      EXPECT_GT(*std::max_element(first.begin(), first.end()), 5 * quantile(second, 0.5));
    }
  }
  for (const std::uint64_t stride : {4 * kKiB, 64 * kKiB}) {
    ChaseRequest any_order = uniform(MemorySpace::managed, 0, 0, 0, 64 * kMiB / stride);
    any_order.pattern = ShuffledPattern{64 * kMiB, stride, 7};
    print("64 MiB by " + std::to_string(stride) + " B in random order", chase(any_order).cycles.copy());
  }
  const auto began = Clock::now();
  const ChaseResult warm = chase(uniform(MemorySpace::managed, 4 * kMiB, 4096, 1024, 1024));
  std::cout << "    took " << std::chrono::duration<double, std::milli>(Clock::now() - began).count() << " ms\n";
  print("4 MiB by 4096 B, after a warm-up", warm.cycles.copy());
  EXPECT_LT(quantile(warm.cycles.copy(), 0.9), 3000) << "pages that were touched lie on the card";
}

TEST_F(BeyondCard, reads_another_card) {
  if (!has(MemorySpace::peer)) GTEST_SKIP() << "There is no other card, or none that may be read.";
  const ChaseResult walk = chase(uniform(MemorySpace::peer, 64 * kMiB, 128, 0, 8192));
  print("another card's memory", walk.cycles.copy());
  EXPECT_GT(quantile(walk.cycles.copy(), 0.5), median_of(MemorySpace::global_cg, 8 * kMiB, 128));
}

TEST_F(BeyondCard, measures_the_bus) {
  const double l2 = static_cast<double>(*device_->description().properties.l2_bytes);
  for (const char* level : {"host", "peer"}) {
    if (!has(level == std::string("host") ? MemorySpace::host : MemorySpace::peer)) continue;
    for (const Direction direction : {Direction::read, Direction::write})
      for (const std::uint64_t bytes : {16 * kMiB, 64 * kMiB, 256 * kMiB}) {
        const auto result = device_->ask(BandwidthRequest{level, direction, bytes, 16, {}, {}}, {});
        ASSERT_TRUE(result) << result.error().message;
        std::cout << "    " << level << ", " << to_string(direction) << ", " << bytes / kMiB
                  << " MiB: " << result->bytes_per_second / 1e9 << " GB/s, " << result->bytes_per_cycle << " B/cycle\n";
        EXPECT_GT(result->bytes_per_second, 1e8);
        EXPECT_LT(result->bytes_per_second, 2e12) << "no bus is so wide, nor is an L2 of " << l2 << " B meant";
      }
  }
}

TEST_F(BeyondCard, cancels_within_100_ms) {
  const std::uint64_t endless = std::uint64_t{1} << 30;
  for (const MemorySpace space : {MemorySpace::host, MemorySpace::managed, MemorySpace::peer}) {
    if (!has(space)) continue;
    for (const ChaseRequest& request :
         {uniform(space, 256 * kMiB, 4096, 0, std::uint64_t{1} << 26), uniform(space, 256 * kMiB, 4096, endless, 10)}) {
      const auto took = time_to_stop(request, [](auto&&... args) { return device_->chase(args...); });
      std::cout << "    " << to_string(space) << ": answered " << std::chrono::duration<double, std::milli>(took).count()
                << " ms after the stop\n";
      EXPECT_LT(took, std::chrono::milliseconds(100));
    }
  }
  EXPECT_EQ(chase(uniform(MemorySpace::global_ca, 8 * kKiB, 32, 0, 2000)).cycles.size(), 2000U) << "and goes on afterwards";
}

}  // namespace
}  // namespace chasescope
