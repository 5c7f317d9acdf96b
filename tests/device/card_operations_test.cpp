// Memory operations besides loads, on a real card (ctest -L card). The tests compare only facts that hold on every card.
#include <algorithm>
#include <iostream>
#include <string>

#include "engine/inference/levels/owner_halves.h"
#include "engine/probe/others/drawn_lines.h"
#include "tests/device/on_card.h"

namespace chasescope {
namespace {

using enum MemoryOperation;
constexpr auto kShared = OperationLevel::shared;

class OperationsOnCard : public OnCard {
 protected:
  /// The median over 64 repeats, without the overhead.
  static double taken(OperationsRequest request, const char* what) {
    request.repeats = 64;
    const auto result = device_->ask(request, {});
    EXPECT_TRUE(result) << what << ": " << (result ? "" : result.error().message);
    if (!result) return 0;
    EXPECT_EQ(result->cycles.size(), 64U);
    const std::vector<float> cycles(result->cycles.begin(), result->cycles.end());
    const double middle = quantile(cycles, 0.5);
    std::cout << "    " << what << ": " << middle - result->overhead_cycles << " cycles (tenths " << quantile(cycles, 0.1) << ", "
              << middle << ", " << quantile(cycles, 0.9) << "; overhead " << result->overhead_cycles << ")\n";
    return middle - result->overhead_cycles;
  }
};

TEST_F(OperationsOnCard, times_loads_like_chases) {
  const double hit = taken({.operation = load, .warm = true}, "a load that hits the L1");
  const double miss = taken({.operation = load}, "a load that misses it");
  const double shared = taken({.operation = load, .level = kShared}, "a load from shared memory");
  const auto chased = [](MemorySpace space) {
    const ChaseResult result = chase(uniform(space, 4 * kKiB, 128, 64, 1000));
    return median(result.cycles) - result.overhead_cycles.value_or(0);
  };
  EXPECT_NEAR(hit, chased(MemorySpace::global_ca), 15);
  EXPECT_NEAR(shared, chased(MemorySpace::shared), 15);
  EXPECT_GT(miss, 2 * hit);
  EXPECT_NEAR(miss, chased(MemorySpace::global_cg), 0.5 * miss) << "the L2 has what the L1 has lost";
}

TEST_F(OperationsOnCard, times_atomics_by_where_they_go) {
  const double miss = taken({.operation = load}, "a load that misses the L1");
  const double one = taken({.operation = atomic}, "an atomic in global memory");
  EXPECT_GT(one, 0.5 * miss) << "it goes to the L2";
  EXPECT_GT(taken({.operation = atomic, .level = kShared}, "an atomic in shared memory"), 5);
  double before = 0;
  for (const std::uint64_t threads : {1, 2, 8, 32, 256, 1024}) {
    const std::string count = std::to_string(threads);
    const double same =
        taken({.operation = atomic, .level = kShared, .threads = threads}, ("shared, one word, threads " + count).c_str());
    EXPECT_GT(same, 0.9 * before) << "who takes turns is not done sooner for being more";
    before = same;
    for (const std::uint64_t spacing : {0, 4, 128})
      EXPECT_GT(taken({.operation = atomic, .threads = threads, .spacing_bytes = spacing},
                      ("global, " + std::to_string(spacing) + " B apart, threads " + count).c_str()),
                0.5 * one);
  }
  taken({.operation = atomic, .level = kShared, .threads = 1024, .spacing_bytes = 4}, "shared, neighbours, threads 1024");
  taken({.operation = atomic, .level = kShared, .threads = 32, .spacing_bytes = 128}, "shared, one bank, threads 32");
}

// The half of the L2 that owns an address decides how long an atomic takes, where there are two halves. Whether loads behind an
// atomic go the same way is printed, and held only where both fall in two groups.
TEST_F(OperationsOnCard, tells_atomics_of_two_halves_or_of_one) {
  std::vector<double> atomics, loads, owned;
  for (const std::uint64_t offset : drawn_lines(64, 4 * kMiB)) {
    const auto at = [&](MemoryOperation operation) {
      const auto result = device_->ask(OperationsRequest{.operation = operation, .repeats = 20, .offset_bytes = offset}, {});
      EXPECT_TRUE(result) << (result ? "" : result.error().message);
      if (!result) return 0.0;
      const std::vector<float> cycles(result->cycles.begin(), result->cycles.end());
      return quantile(cycles, 0.5) - result->overhead_cycles;
    };
    owned.push_back(at(load_after_atomic));
    atomics.push_back(at(atomic));
    loads.push_back(at(load));
  }
  using inference::OwnerHalves;
  const OwnerHalves halves = inference::owner_halves_of(atomics, loads, owned);
  for (const auto& [name, cycles] :
       {std::pair{"atomic", &atomics}, std::pair{"load behind one", &owned}, std::pair{"load", &loads}}) {
    std::sort(cycles->begin(), cycles->end());
    std::cout << "    " << name << ", 64 lines:";
    for (const double one : *cycles) std::cout << ' ' << one;
    std::cout << '\n';
  }
  std::cout << "    alike: " << halves.owned.alike << " behind an atomic, " << halves.loads.alike << " alone\n";
  if (halves.groups == OwnerHalves::Groups::two) {
    EXPECT_GE(halves.atomics->apart(), 100) << "the way across the chip and back";
    if (halves.owned.groups) {
      EXPECT_TRUE(halves.owned.agree) << halves.owned.alike << " of 64";
    }
  } else {
    EXPECT_EQ(halves.groups, OwnerHalves::Groups::one);
  }
}

TEST_F(OperationsOnCard, keeps_all_sms_at_atomics) {
  const std::uint64_t sms = *device_->description().properties.sm_count;
  for (const MemoryOperation operation : {atomic, reduce})
    for (const std::uint64_t spacing : {0, 4, 128}) {
      const auto all = [&](std::uint64_t count) {
        return taken({.operation = operation, .threads = 256, .blocks = sms, .spacing_bytes = spacing, .count = count},
                     (std::string(to_string(operation)) + " of all SMs, " + std::to_string(spacing) + " B apart, in a row " +
                      std::to_string(count))
                         .c_str());
      };
      const double fewer = all(8), more = all(32);
      EXPECT_GT(more, fewer) << "four times the work";
      std::cout << "      that is " << 256.0 * 24 * static_cast<double>(sms) / (more - fewer) << " a cycle\n";
    }
}

TEST_F(OperationsOnCard, times_stores_and_what_they_leave) {
  const double hit = taken({.operation = load, .warm = true}, "a load that hits the L1");
  const double miss = taken({.operation = load}, "a load that misses it");
  EXPECT_GT(taken({.operation = store}, "a store, beyond the fence"), -miss)
      << "a fence with a store before it is no shorter than one without";
  taken({.operation = store, .level = kShared}, "a store to shared memory, beyond the fence of the block");
  taken({.operation = reduce}, "a reduction, beyond the fence");
  for (const bool warm : {false, true}) {
    const double after = taken({.operation = load_after_store, .warm = warm},
                               warm ? "a load after a store to a line of the L1" : "a load after a store");
    EXPECT_GT(after, 0.7 * hit);
    EXPECT_LT(after, 1.5 * miss);
  }
  const double under = taken({.operation = hit_under_miss}, "a hit under a miss");
  EXPECT_GT(under, 0.7 * hit);
  EXPECT_LT(under, 1.5 * miss);
}

TEST_F(OperationsOnCard, copies_to_shared_memory) {
  for (const std::uint64_t threads : {1, 32, 256, 1024})
    for (const unsigned width : {4U, 16U}) {
      const std::string what = std::to_string(threads) + " threads of " + std::to_string(width) + " B";
      const double load_store = taken({.operation = load, .threads = threads, .spacing_bytes = width, .access_bytes = width},
                                      ("through registers, " + what).c_str());
      EXPECT_GT(load_store, 0);
      const OperationsRequest copy{.operation = async_copy, .threads = threads, .spacing_bytes = width, .access_bytes = width};
      if (const auto served = device_->ask(copy, {}); !served) {
        EXPECT_EQ(served.error().code, ErrorCode::unsupported) << served.error().message;
        continue;
      }
      EXPECT_GT(taken(copy, ("asynchronous, " + what).c_str()), 0.3 * load_store);
      const auto bytes = static_cast<unsigned>(threads * width);
      const OperationsRequest bulk{.operation = bulk_copy, .access_bytes = bytes};
      if (width != 16 || !device_->ask(bulk, {})) continue;
      EXPECT_GT(taken(bulk, ("bulk, " + std::to_string(bytes) + " B").c_str()), 0.3 * load_store);
    }
}

TEST_F(OperationsOnCard, is_cancelled_within_100_ms) {
  const std::uint64_t sms = *device_->description().properties.sm_count;
  const OperationsRequest long_one{
      .operation = reduce, .threads = 1024, .blocks = sms, .count = 64, .repeats = std::uint64_t{1} << 24};
  EXPECT_LT(time_to_stop(long_one, [](auto&&... args) { return device_->ask(args...); }), std::chrono::milliseconds(100));
}

}  // namespace
}  // namespace chasescope
