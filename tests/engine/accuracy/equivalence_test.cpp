// The truth about a card agrees with the behaviour of the model's own caches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <vector>

#include "engine/device/software/software_device.h"
#include "engine/model/cache.h"
#include "engine/model/index/index_function.h"
#include "engine/trace/random.h"
#include "tests/engine/accuracy/random_card.h"
#include "tests/engine/accuracy/truth.h"

namespace chasescope::accuracy {
namespace {

using model::CacheSpec;

CacheSpec one_set(std::uint32_t ways, const std::string& policy) {
  CacheSpec spec;
  spec.unit_bytes = spec.sector_bytes = 64;
  spec.ways = {ways};
  spec.policy.kind = policy;
  return spec;
}

/// For each of 5,000 random accesses to three lines more than one set holds: whether it hits.
std::vector<bool> hits(const CacheSpec& spec) {
  model::Cache cache(spec, 11);
  Random random(5);
  std::vector<bool> list;
  for (int i = 0; i < 5000; ++i) list.push_back(cache.touch(64 * random.below(spec.ways.front() + 3)).hit);
  return list;
}

double hit_share(const CacheSpec& spec) {
  const auto list = hits(spec);
  return static_cast<double>(std::count(list.begin(), list.end(), true)) / static_cast<double>(list.size());
}

CacheSpec weighted(std::vector<double> probabilities, const std::string& draw) {
  CacheSpec spec = one_set(static_cast<std::uint32_t>(probabilities.size()), "weighted_way");
  spec.policy.numbers["probabilities"] = std::move(probabilities);
  spec.policy.words["draw"] = draw;
  return spec;
}

TEST(Equivalence, OneWay) {
  for (const char* const policy : {"fifo", "plru", "nmru", "random"})
    EXPECT_EQ(hits(one_set(1, policy)), hits(one_set(1, "lru"))) << policy;
}

TEST(Equivalence, TwoWays) {
  EXPECT_EQ(hits(one_set(2, "plru")), hits(one_set(2, "lru")));
  EXPECT_EQ(hits(one_set(2, "nmru")), hits(one_set(2, "lru")));
  EXPECT_EQ(hits(weighted({0.5, 0.5}, "every_second")), hits(one_set(2, "fifo")));
  EXPECT_NE(hits(one_set(2, "fifo")), hits(one_set(2, "lru")));
  EXPECT_NE(hits(one_set(2, "random")), hits(one_set(2, "lru")));
}

TEST(Equivalence, FourWaysTellPoliciesApart) {
  std::vector<std::vector<bool>> all;
  for (const char* const policy : {"lru", "fifo", "plru", "nmru", "random"}) all.push_back(hits(one_set(4, policy)));
  all.push_back(hits(weighted({0.5, 1.0 / 6, 1.0 / 6, 1.0 / 6}, "every_second")));
  all.push_back(hits(weighted({0.7, 0.1, 0.1, 0.1}, "independent")));
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) EXPECT_NE(all[a], all[b]) << a << " " << b;
}

TEST(Equivalence, EqualWeightsAreRandom) {
  EXPECT_NEAR(hit_share(weighted({0.25, 0.25, 0.25, 0.25}, "independent")), hit_share(one_set(4, "random")), 0.02);
}

class RandomCards : public testing::TestWithParam<std::uint64_t> {
 protected:
  RandomCards() : card_(*load_card(random_card(4, GetParam()).dump(), "random")) {}
  model::Card card_;
};

std::uint64_t set_of(const IndexTruth& truth, std::uint64_t address) {
  std::uint64_t set = 0;
  for (const std::uint64_t mask : truth.basis) set = set << 1 | static_cast<std::uint64_t>(std::popcount(mask & address) % 2);
  return set;
}

TEST_P(RandomCards, TheBasisTellsTheSetsApart) {
  std::vector<CacheSpec> all;
  for (const auto& [name, entry] : card_.caches) all.push_back(entry.cache);
  for (const auto& [name, spec] : card_.tlbs) all.push_back(spec);
  Random random(9);
  for (const CacheSpec& spec : all) {
    const IndexTruth truth = index_truth(spec);
    if (truth.kind != IndexTruth::Kind::linear) continue;
    const model::IndexFunction index(spec.index, static_cast<std::uint32_t>(spec.ways.size()), spec.unit_bytes);
    std::map<std::uint64_t, std::uint32_t> renamed;
    for (int i = 0; i < 2000; ++i) {
      const std::uint64_t address = random.below(std::uint64_t{16} << 30);
      const std::uint32_t set = index.set_of(static_cast<std::uint32_t>(address / spec.unit_bytes));
      EXPECT_EQ(renamed.try_emplace(set_of(truth, address), set).first->second, set);
    }
    EXPECT_LE(renamed.size(), spec.ways.size());
    EXPECT_EQ(std::size_t{1} << truth.basis.size(), spec.ways.size());
  }
}

TEST_P(RandomCards, ContiguousIsTheLargestFootprintThatStays) {
  auto device = *open_software_device(card_);
  for (const Expected& expected : truth_of(card_)) {
    if (expected.quantity != "contiguous_bytes") continue;
    for (const auto& [space, bytes] : expected.by_space) {
      // Only the first cache of a path sees all requests.
      if (card_.paths.at(space).data.front() != expected.part) continue;
      const std::uint64_t line = card_.caches.at(expected.part).cache.unit_bytes;
      const auto misses = [&](std::uint64_t footprint) {
        ChaseRequest request;
        request.space = *memory_space_from(space);
        request.pattern = UniformPattern{footprint, line};
        request.warmup = 2 * footprint / line;
        request.accesses = 4 * footprint / line;
        request.truth = true;
        const auto result = device->chase(request, {});
        EXPECT_TRUE(result) << result.error().message;
        std::size_t count = 0;
        for (const std::uint8_t index : result->served_by.index) {
          const std::string& name = result->served_by.names[index];
          count += name != expected.part && !name.starts_with(expected.part + "+");
        }
        return count;
      };
      EXPECT_EQ(misses(bytes.get<std::uint64_t>()), 0U) << card_.name << " " << space;
      EXPECT_GT(misses(bytes.get<std::uint64_t>() + line), 0U) << card_.name << " " << space;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, RandomCards, testing::Range<std::uint64_t>(0, 40));

}  // namespace
}  // namespace chasescope::accuracy
