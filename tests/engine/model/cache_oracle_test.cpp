// The model against a naive cache, access by access, on random geometries and random traces.
#include <algorithm>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "engine/model/cache.h"
#include "engine/model/policy/policy_list.h"
#include "tests/engine/model/naive_cache.h"
#include "tests/engine/model/random_spec.h"

namespace chasescope::model::tests {
namespace {

class CacheOracle : public ::testing::TestWithParam<const char*> {};

TEST_P(CacheOracle, EveryTouchIsTheSame) {
  Random random(2014);
  for (int round = 0; round < 120; ++round) {
    const CacheSpec spec = random_cache(random, GetParam());
    ASSERT_TRUE(check_policy(spec.policy, spec.ways).empty()) << round;
    const std::uint64_t seed = random.next();
    Cache cache(spec, seed);
    NaiveCache naive(spec, seed);
    const std::uint64_t range = (spec.capacity_bytes() * (1 + random.below(3)) / 8 + 1 + random.below(64)) * 8;
    const std::vector<std::uint64_t> trace = random_trace(random, range, 1500);
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const Cache::Touch mine = cache.touch(trace[i]);
      const NaiveCache::Touch theirs = naive.touch(trace[i]);
      ASSERT_EQ(mine.set, theirs.set) << "round " << round << " access " << i;
      ASSERT_EQ(mine.hit, theirs.hit) << "round " << round << " access " << i;
      ASSERT_EQ(mine.sector_miss, theirs.sector_miss) << "round " << round << " access " << i;
      ASSERT_EQ(mine.way, theirs.way) << "round " << round << " access " << i;
      ASSERT_EQ(mine.evicted, theirs.evicted) << "round " << round << " access " << i;
    }
  }
}

TEST_P(CacheOracle, FilteringBlocksIsTheSameAsTouching) {
  Random random(560);
  for (int round = 0; round < 60; ++round) {
    const CacheSpec spec = random_cache(random, GetParam());
    const std::uint64_t seed = random.next();
    Cache cache(spec, seed);
    NaiveCache naive(spec, seed);
    const std::vector<std::uint64_t> trace = random_trace(random, (spec.capacity_bytes() / 4 + 8) * 8, 4000);
    auto requests = std::make_unique<Requests>();
    auto missed = std::make_unique<Requests>();
    for (std::size_t begin = 0; begin < trace.size();) {
      const std::size_t count = std::min<std::size_t>(1 + random.below(kBlock), trace.size() - begin);
      requests->count = count;
      for (std::size_t i = 0; i < count; ++i) {
        requests->address[i] = trace[begin + i];
        requests->which[i] = static_cast<std::uint16_t>(i);
      }
      cache.filter(*requests, 1, *missed);
      std::vector<std::uint16_t> expected;
      for (std::size_t i = 0; i < count; ++i)
        if (!naive.touch(trace[begin + i]).hit) expected.push_back(static_cast<std::uint16_t>(i));
      ASSERT_EQ(
          std::vector<std::uint16_t>(missed->which.begin(), missed->which.begin() + static_cast<std::ptrdiff_t>(missed->count)),
          expected)
          << "round " << round << " from access " << begin;
      begin += count;
    }
  }
}

// A miss of a 128-byte line in the cache before fetches four 32-byte sectors, or four 32-byte lines, from this cache.
TEST_P(CacheOracle, LargeRequestsWantAllTheirParts) {
  Random random(780);
  for (int round = 0; round < 60; ++round) {
    const CacheSpec spec = random_cache(random, GetParam());
    const std::uint64_t request_bytes = spec.sector_bytes << random.below(6);
    const std::uint64_t seed = random.next();
    Cache cache(spec, seed);
    NaiveCache naive(spec, seed);
    const std::vector<std::uint64_t> trace = random_trace(random, (spec.capacity_bytes() / 4 + request_bytes) * 8, 1000);
    auto requests = std::make_unique<Requests>();
    auto missed = std::make_unique<Requests>();
    requests->count = trace.size();
    std::vector<std::uint16_t> expected;
    for (std::size_t i = 0; i < trace.size(); ++i) {
      requests->address[i] = trace[i];
      requests->which[i] = static_cast<std::uint16_t>(i);
      // The naive cache takes one sector at a time. Within a line this makes no difference, because touching a line twice in a row
      // changes nothing.
      bool all = true;
      const std::uint64_t start = trace[i] / request_bytes * request_bytes;
      for (std::uint64_t part = 0; part < request_bytes; part += spec.sector_bytes) all &= naive.touch(start + part).hit;
      if (!all) expected.push_back(static_cast<std::uint16_t>(i));
    }
    cache.filter(*requests, request_bytes, *missed);
    ASSERT_EQ(std::vector<std::uint16_t>(missed->which.begin(), missed->which.begin() + static_cast<std::ptrdiff_t>(missed->count)),
              expected)
        << "round " << round;
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, CacheOracle,
                         ::testing::Values("lru", "fifo", "plru", "nmru", "random", "weighted_way", "weighted_way/every_second"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::replace(name.begin(), name.end(), '/', '_');
                           return name;
                         });

}  // namespace
}  // namespace chasescope::model::tests
