// Delays at regular times. Blind tests: made-up memories with a refresh, and memories without one.
#include "engine/inference/levels/clocked_delays.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

/// A memory as a trace shows it.
struct Memory {
  double near = 500, far = 700;  ///< cycles; the parity of the access's number chooses one of the two
  double jitter = 20;            ///< random cycles, up to this much more or less
  double between = 60;           ///< cycles from an access to the next
  double every = 0, busy = 0;    ///< accesses wait that arrive in the first `busy` cycles of each `every`; 0: never
  std::size_t slow_each = 0;     ///< one in so many accesses takes 400 cycles more, by its address; 0: none
  double slow_by_chance = 0;     ///< share of accesses that take 400 cycles more at random
};

std::vector<double> trace_of(const Memory& memory, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> cycles;
  double now = memory.every * random.unit();
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 1024 == 0) now += 10'000 * random.unit();  // a pause in which the trace is written to memory
    double latency = (std::popcount(i >> 5) % 2 == 0 ? memory.near : memory.far) + memory.jitter * (2 * random.unit() - 1);
    if (memory.slow_each != 0 && i % memory.slow_each == 0) latency += 400;
    if (random.unit() < memory.slow_by_chance) latency += 400;
    if (memory.every > 0) {
      const double at = std::fmod(now + latency / 2, memory.every);
      if (at < memory.busy) latency += memory.busy - at;
    }
    cycles.push_back(std::round(latency));
    now += latency + memory.between;
  }
  return cycles;
}

TEST(ClockedDelays, AreFoundInMadeUpMemories) {
  Random random(20261128);
  std::size_t told = 0;
  constexpr int kMemories = 40;
  for (int i = 0; i < kMemories; ++i) {
    Memory memory;
    memory.near = 150 + 600 * random.unit();
    memory.far = memory.near * (1 + 0.6 * random.unit());
    memory.jitter = 2 + 0.1 * memory.near * random.unit();
    memory.between = 0.3 * memory.near * random.unit();
    memory.every = memory.far * (3.5 + 30 * random.unit());
    memory.busy = memory.every * (0.04 + 0.2 * random.unit());
    memory.slow_by_chance = 0.03 * random.unit();
    const auto found = clocked_delays(trace_of(memory, 1 << 14, 1000 + static_cast<std::uint64_t>(i)));
    if (!found.delays) continue;
    ++told;
    EXPECT_GE(memory.every, found.delays->interval_low) << "memory " << i << " is " << found.delays->interval;
    EXPECT_LE(memory.every, found.delays->interval_high) << "memory " << i << " is " << found.delays->interval;
    EXPECT_LT(found.delays->interval_high - found.delays->interval_low, 0.6 * memory.every) << "memory " << i;
  }
  EXPECT_GE(told, kMemories * 9 / 10);
}

TEST(ClockedDelays, AreNotSeenWhereChanceOrAddressDelays) {
  for (std::uint64_t seed = 0; seed < 27; ++seed) {
    Memory memory;
    memory.slow_by_chance = 0.12;
    auto found = clocked_delays(trace_of(memory, 1 << 14, seed));
    EXPECT_FALSE(found.delays) << "by chance, seed " << seed;
    EXPECT_TRUE(found.none);
    memory.slow_by_chance = 0.02;
    memory.slow_each = 5 + seed % 27;
    found = clocked_delays(trace_of(memory, 1 << 14, seed));
    EXPECT_FALSE(found.delays) << "every " << memory.slow_each << " accesses";
    EXPECT_FALSE(found.undecided.empty());
  }
}

TEST(ClockedDelays, NeedAccessesThatDiffer) {
  EXPECT_FALSE(clocked_delays({}).undecided.empty());
  EXPECT_NE(clocked_delays(trace_of({}, 4000, 1)).undecided.find("4096"), std::string::npos);
  const auto equal = clocked_delays(std::vector<double>(1 << 14, 600.0));
  EXPECT_TRUE(equal.none);
  // If all accesses that don't wait take the same time, the number of the access is as good a clock as any.
  const Memory steady{.near = 500, .far = 500, .jitter = 0, .between = 0, .every = 4000, .busy = 10};
  const auto found = clocked_delays(trace_of(steady, 1 << 14, 3));
  if (found.delays) {
    EXPECT_NEAR(found.delays->interval, 4000, 60);
  }
}

TEST(ClockedDelays, LeaveCalmTimes) {
  const Memory memory{.near = 500, .far = 700, .jitter = 30, .between = 40, .every = 6000, .busy = 600};
  const auto found = clocked_delays(trace_of(memory, 1 << 14, 7));
  ASSERT_TRUE(found.delays);
  EXPECT_TRUE(found.delays->calm_cycles > 470 && found.delays->calm_cycles < 730) << found.delays->calm_cycles;
  EXPECT_GE(found.delays->calm_high, found.delays->calm_low);
  // The memory is busy for a tenth of the time. An access that arrives at the very end of it is hardly delayed.
  EXPECT_NEAR(found.delays->delayed, 0.09, 0.03);
  EXPECT_NEAR(found.delays->between, 40, 40);
}

}  // namespace
}  // namespace chasescope::inference
