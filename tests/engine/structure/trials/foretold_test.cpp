// Predictions from sets, ways and policy: they are right for a cache that has these, and wrong for a cache that has others.
#include "engine/structure/trials/foretold.h"

#include <algorithm>
#include <optional>

#include "engine/trace/random.h"
#include "tests/engine/structure/trials/one_cache.h"

namespace chasescope::structure {
namespace {

using inference::SetIndex;

constexpr std::uint64_t kRange = 1 << 20, kLine = 128;

/// A cache of 16 hashed sets of `ways` ways. Its lines of 128 B come in sectors of 32 B.
json hashed(const std::string& policy, std::uint64_t ways) {
  return {{"capacity_bytes", 16 * ways * kLine}, {"line_bytes", kLine}, {"sector_bytes", 32}, {"sets", 16}, {"ways", ways},
          {"index", {{"kind", "xor"}, {"bits", {{7, 12}, {8, 14}, {9, 13}, {10, 15, 18}}}}}, {"policy", {{"kind", policy}}}};
}

ToldCache truth_of(const std::string& policy, std::uint32_t ways) {
  ToldCache told;
  told.index.kind = SetIndex::Kind::linear;
  told.index.rows = {1 << 7 | 1 << 12, 1 << 8 | 1 << 14, 1 << 9 | 1 << 13, 1 << 10 | 1 << 15 | 1 << 18};
  told.ways.assign(16, ways);
  told.line_bytes = kLine;
  told.fetch_bytes = 32;
  told.policy = policy;
  return told;
}

struct Visits {
  std::vector<std::uint64_t> addresses;
  std::size_t last_pass = 0;
  std::vector<bool> missed;
};

/// Visits of `lines` lines from anywhere, in another order in each pass. Each visit reads an element in the first `quarters` pieces
/// of 16 B.
Visits visits_of(Device& device, std::uint64_t lines, std::uint64_t passes, std::uint64_t seed, std::uint64_t quarters = 8) {
  Random random(seed);
  std::vector<std::uint64_t> line(lines), element(lines);
  for (auto& each : line) each = random.below(kRange / kLine) * kLine;
  std::sort(line.begin(), line.end());
  line.erase(std::unique(line.begin(), line.end()), line.end());
  Visits visits;
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    visits.last_pass = visits.addresses.size();
    std::vector<std::size_t> order(line.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    // Each pass reads its own elements.
    for (const std::size_t i : order) visits.addresses.push_back(line[i] + (4 * random.below(quarters) + pass % 4) * 4);
  }
  ChaseRequest request;
  request.pattern = OffsetsPattern{visits.addresses};
  request.accesses = visits.addresses.size();
  const auto result = device.chase(request, {});
  EXPECT_TRUE(result) << result.error().message;
  for (const float cycles : result->cycles.copy()) visits.missed.push_back(cycles > 200);
  return visits;
}

struct Count {
  std::size_t told = 0, otherwise = 0, groups = 0, groups_otherwise = 0;
};

Count compare(const ToldCache& told, const Visits& visits) {
  const Foretold foretold = foretell(told, visits.addresses, std::vector<bool>(visits.addresses.size(), true), visits.last_pass);
  Count count;
  for (std::size_t i = 0; i < visits.missed.size(); ++i) {
    if (foretold.fates[i] == Fate::open) continue;
    ++count.told;
    count.otherwise += (foretold.fates[i] == Fate::miss) != visits.missed[i] ? 1 : 0;
  }
  for (const auto& group : foretold.some_misses) {
    ++count.groups;
    count.groups_otherwise += std::none_of(group.begin(), group.end(), [&](std::size_t i) { return visits.missed[i]; }) ? 1 : 0;
  }
  return count;
}

TEST(Foretold, ComesTrue) {
  for (const char* policy : {"lru", "fifo", "plru", "random", "nru"}) {
    const auto device = card_with(hashed(policy, 4));
    std::size_t told = 0, visited = 0, groups = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Visits visits = visits_of(*device, 10 + 6 * seed, 4, seed);
      const Count count = compare(truth_of(policy, 4), visits);
      EXPECT_EQ(count.otherwise, 0U) << policy << ", seed " << seed;
      EXPECT_EQ(count.groups_otherwise, 0U) << policy << ", seed " << seed;
      told += count.told;
      groups += count.groups;
      visited += visits.missed.size();
    }
    // A policy without chance predicts every visit, except where it depends on how an empty set is filled.
    const bool is_plain = std::string_view(policy) == "lru" || std::string_view(policy) == "fifo";
    EXPECT_GE(static_cast<double>(told), (is_plain ? 1.0 : 0.3) * static_cast<double>(visited)) << policy;
    EXPECT_TRUE(is_plain || std::string_view(policy) == "plru" || groups > 0) << policy;
  }
}

TEST(Foretold, DoesNotOnAnotherCache) {
  const auto device = card_with(hashed("lru", 4));
  const Visits visits = visits_of(*device, 64, 4, 3);
  EXPECT_EQ(compare(truth_of("lru", 4), visits).otherwise, 0U);
  EXPECT_GT(compare(truth_of("fifo", 4), visits).otherwise, 0U);
  EXPECT_GT(compare(truth_of("lru", 5), visits).otherwise, 0U);
  EXPECT_GT(compare(truth_of("lru", 3), visits).otherwise, 0U);
  EXPECT_GT(compare(truth_of("", 5), visits).otherwise, 0U);  // the prediction that fitting lines stay is enough to contradict this
  ToldCache other_index = truth_of("", 4);
  other_index.index.rows[3] = 1 << 10 | 1 << 15;
  EXPECT_GT(compare(other_index, visits).otherwise, 0U);
  ToldCache larger_lines = truth_of("", 4);
  larger_lines.fetch_bytes = 64;
  EXPECT_GT(compare(larger_lines, visits).otherwise, 0U);
  // With fewer ways than the cache has, the prediction is that some line misses, but none does.
  EXPECT_GT(compare(truth_of("", 2), visits_of(*device, 60, 4, 4, 2)).groups_otherwise, 0U);
}

// If a pass visits three lines, two ways can hold only two of them when it begins. If it visits two lines, both can be held.
TEST(Foretold, SomebodyMissesInAnOverfullSetAlone) {
  ToldCache told;
  told.ways = {2};
  told.line_bytes = told.fetch_bytes = kLine;
  const std::vector<std::uint64_t> three{0, 128, 256, 4, 132, 260}, two{0, 128, 4, 132};
  EXPECT_EQ(foretell(told, three, std::vector<bool>(6, true), 3).some_misses, (std::vector<std::vector<std::size_t>>{{3, 4, 5}}));
  EXPECT_TRUE(foretell(told, two, std::vector<bool>(4, true), 2).some_misses.empty());
}

TEST(Foretold, LeavesOpenWhatACacheInFrontAnswered) {
  const ToldCache told = truth_of("lru", 4);
  const Foretold foretold = foretell(told, {0, 0, 4, 128}, {true, false, true, false}, 2);
  EXPECT_EQ(foretold.fates, (std::vector<Fate>{Fate::miss, Fate::open, Fate::hit, Fate::open}));
}

}  // namespace
}  // namespace chasescope::structure
