// Shared parts of paths, arrays per SM, and partitions, compared with their definitions access by access.
#include "engine/model/parts.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "engine/model/hierarchy.h"
#include "tests/engine/model/naive_cache.h"
#include "tests/engine/model/random_spec.h"

namespace chasescope::model::tests {
namespace {

constexpr std::uint64_t kLine = 128;

/// A card with an L1 of 64 lines and an L2 of 512 lines behind two spaces.
Card two_spaces(std::uint32_t per_sm) {
  Card card;
  card.caches["l1"].cache = simple_cache(kLine, 16, 4);
  card.caches["l1"].per_sm = per_sm;
  card.caches["l2"].cache = simple_cache(kLine, 64, 8);
  PathSpec path;
  path.data = {"l1", "l2"};
  path.latency = {{"l1", 10}, {"l2", 100}, {"dram", 500}};
  card.paths["global.ca"] = path;
  path.latency["l1"] = 20;
  card.paths["texture"] = path;
  return card;
}

std::vector<std::uint64_t> pass(std::uint64_t base, std::uint64_t lines) {
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t i = 0; i < lines; ++i) addresses.push_back(base + i * kLine);
  return addresses;
}

/// The number of accesses of a pass that the first cache served.
std::size_t hits(Hierarchy& hierarchy, const std::vector<std::uint64_t>& addresses) {
  std::vector<std::uint8_t> outcomes(addresses.size());
  hierarchy.run(addresses, outcomes);
  return static_cast<std::size_t>(std::count(outcomes.begin(), outcomes.end(), 0));
}

TEST(Parts, SpacesThatNameTheSameCacheEvictEachOther) {
  const Card card = two_spaces(1);
  for (const bool shared : {true, false}) {
    Parts parts(card, {}, 1), others(card, {}, 1);
    Hierarchy a(card, card.paths.at("global.ca"), parts, {});
    Hierarchy b(card, card.paths.at("texture"), shared ? parts : others, {});
    hits(a, pass(0, 64));
    hits(b, pass(1 << 20, 64));
    EXPECT_EQ(hits(a, pass(0, 64)), shared ? 0U : 64U);
  }
}

TEST(Parts, EachArrayServesItsShareOfTheSchedulers) {
  for (const std::uint32_t per_sm : {1U, 2U, 4U}) {
    const Card card = two_spaces(per_sm);
    std::size_t separate = 0;
    for (unsigned warp = 0; warp < 8; ++warp) {
      Parts parts(card, {}, 1);
      Hierarchy a(card, card.paths.at("global.ca"), parts, {});
      Hierarchy b(card, card.paths.at("global.ca"), parts, {.sm = 0, .thread = warp * 32 + 5});
      hits(a, pass(0, 64));
      hits(b, pass(1 << 20, 64));
      const std::size_t kept = hits(a, pass(0, 64));
      EXPECT_TRUE(kept == 0 || kept == 64);
      separate += kept == 64;
    }
    EXPECT_EQ(separate, 8 - 8 / per_sm) << per_sm;
  }
}

TEST(Parts, AnArrayOfItsOwnDrawsNumbersOfItsOwn) {
  Card card = two_spaces(2);
  card.caches["l1"].cache.policy.kind = "random";
  const auto trace = [&](unsigned thread) {
    Hierarchy hierarchy(card, "global.ca", {}, 7, {.thread = thread});
    std::vector<std::uint64_t> addresses;
    for (int i = 0; i < 30; ++i)
      for (const std::uint64_t address : pass(0, 80)) addresses.push_back(address);
    std::vector<std::uint8_t> outcomes(addresses.size());
    hierarchy.run(addresses, outcomes);
    return outcomes;
  };
  EXPECT_EQ(trace(0), trace(5));   // threads of one warp share an array
  EXPECT_NE(trace(0), trace(64));  // another warp has another array
}

// For every index: an access that reaches the partitioned cache is far if the partition of the address is not the SM's.
TEST(Partitions, AgreeWithADefinitionWrittenDown) {
  Random random(80);
  for (int round = 0; round < 40; ++round) {
    Card card = two_spaces(1);
    PartitionSpec partitions;
    partitions.cache = "l2";
    partitions.count = random.below(2) == 0 ? 2 : 3;
    if (partitions.count == 2) {
      partitions.index.kind = IndexSpec::Kind::xor_;
      partitions.index.bit_groups = {{7, 12, static_cast<unsigned>(13 + random.below(6))}};
    } else {
      partitions.index.granule_bytes = kLine << random.below(4);
    }
    partitions.home = {0, 1};
    card.partitions = partitions;
    PathSpec& path = card.paths["global.ca"];
    path.far_latency = {{"l2", 180}, {"dram", 590}};

    CacheSpec as_sets;  // the index function takes each partition as a set
    as_sets.unit_bytes = kLine;
    as_sets.ways.assign(partitions.count, 1);
    as_sets.index = partitions.index;
    const auto sm = static_cast<unsigned>(random.below(4));
    Hierarchy hierarchy(card, "global.ca", {}, 1, {.sm = sm});
    NaiveCache l1(card.caches["l1"].cache, 1), l2(card.caches["l2"].cache, 1);
    const std::vector<std::uint64_t> trace = random_trace(random, 200 * 1024, 3000);
    std::vector<std::uint8_t> outcomes(trace.size());
    hierarchy.run(trace, outcomes);
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const bool far = naive_set(as_sets, trace[i]) != sm % 2;
      const float expected = l1.touch(trace[i]).hit   ? 10.0F
                             : l2.touch(trace[i]).hit ? (far ? 180.0F : 100.0F)
                                                      : (far ? 590.0F : 500.0F);
      ASSERT_EQ(hierarchy.latencies().cycles()[outcomes[i]], expected) << round << " " << i;
      const std::string& name = hierarchy.latencies().names()[outcomes[i]];
      ASSERT_EQ(name.ends_with("_far"), far && expected != 10.0F) << name;
    }
  }
}

TEST(LatencyTable, FarCostsTheSameMoreHoweverTheAddressWasTranslated) {
  PathSpec path;
  path.data = {"l1", "l2"};
  path.translation = {"tlb"};
  path.latency = {{"l1", 10}, {"l2", 100}, {"dram", 500}};
  path.translation_penalty = {{"walk", 200}};
  path.combined = {{"dram", {{"walk", 650}}}};
  path.far_latency = {{"l2", 180}, {"dram", 590}};
  const LatencyTable table(path, false);
  EXPECT_EQ(table.cycles(), (std::vector<float>{10, 210, 100, 300, 500, 650, 10, 210, 180, 380, 590, 740}));
  EXPECT_EQ(table.far_offset(), 6U);
  EXPECT_EQ(table.names()[9], "l2_far+walk");
}

TEST(PathSpec, LimitsFollowTheSetting) {
  PathSpec path;
  path.max_footprint_bytes = 49152;
  path.footprint_alternatives = {{{.l1_kib = 48}, 16384}, {{.carveout_percent_to = 25.0}, 32768}};
  EXPECT_EQ(path.max_footprint({}), 49152U);
  EXPECT_EQ(path.max_footprint({.l1_kib = 16}), 49152U);
  EXPECT_EQ(path.max_footprint({.l1_kib = 48}), 16384U);
  EXPECT_EQ(path.max_footprint({.carveout_percent = 25}), 32768U);
  EXPECT_EQ(path.max_footprint({.carveout_percent = 26}), 49152U);
}

}  // namespace
}  // namespace chasescope::model::tests
