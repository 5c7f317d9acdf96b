#include "tests/engine/accuracy/random_shape.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <vector>

#include "tests/engine/accuracy/gf2.h"

namespace chasescope::accuracy {
namespace {

using nlohmann::json;

constexpr std::uint64_t kMostSets = 4096;
constexpr std::uint64_t kMostWays = 64;
constexpr std::uint64_t kMostListed = 4096;  // the most entries of an index table

std::uint64_t random_ways(Chance& chance) {
  const auto common = chance.pick<std::uint64_t>(
      {{0, 14}, {1, 5}, {2, 9}, {3, 2}, {4, 18}, {5, 2}, {6, 4}, {8, 18}, {12, 3}, {16, 12}, {24, 2}, {32, 5}, {64, 6}});
  return common != 0 ? common : chance.between(1, kMostWays);
}

/// Sets of two sizes in any order: {17, 8, 8, 8, 8, 8, 8}.
std::vector<std::uint64_t> unequal_ways(Chance& chance, std::uint64_t most_sets, std::uint64_t most_ways) {
  const std::uint64_t sets = chance.between(2, most_sets);
  const std::uint64_t small = chance.between(1, most_ways - 1);
  const std::uint64_t large = chance.between(small + 1, most_ways);
  const std::uint64_t larger = chance.percent(60) ? 1 : chance.between(1, sets - 1);
  std::vector<std::uint64_t> ways(sets, small);
  std::fill_n(ways.begin(), larger, large);
  if (chance.percent(40)) chance.shuffle(ways);
  return ways;
}

/// An index table that fills every set exactly with as many neighbouring units as the cache has entries, as in the L2 TLB of the
/// 2014 paper. Units go in turn to the sets that still have room.
json filling_table(const std::vector<std::uint64_t>& ways) {
  std::vector<std::uint64_t> room = ways;
  json table = json::array();
  for (bool any = true; any;) {
    any = false;
    for (std::size_t set = 0; set < room.size(); ++set) {
      if (room[set] == 0) continue;
      --room[set];
      table.push_back(set);
      any = true;
    }
  }
  return table;
}

json bits_from(unsigned low, unsigned count) {
  json bits = json::array();
  for (unsigned i = 0; i < count; ++i) bits.push_back(low + i);
  return bits;
}

/// Address bits in rising order, with gaps between some of them.
json scattered_bits(Chance& chance, unsigned low, unsigned count) {
  json bits = json::array();
  unsigned spare = 4;
  unsigned bit = low + (chance.percent(30) ? 1 : 0);
  for (unsigned i = 0; i < count; ++i) {
    bits.push_back(bit);
    const unsigned skip = spare > 0 && chance.percent(35) ? 1 : 0;
    spare -= skip;
    bit += 1 + skip;
  }
  return bits;
}

/// Each bit of the set number is the XOR of one of the lowest bits and one or two bits above, as in hashed caches.
json xor_groups(Chance& chance, unsigned low, unsigned count, unsigned highest) {
  const unsigned above = low + count;
  const unsigned top = std::min(above + std::clamp(count, 1U, 4U), highest);
  json groups = json::array();
  for (unsigned i = 0; i < count; ++i) {
    json group = json::array({low + i});
    std::vector<unsigned> higher;
    for (unsigned bit = above; bit <= top; ++bit) higher.push_back(bit);
    chance.shuffle(higher);
    const std::uint64_t taken = std::min<std::uint64_t>(chance.between(1, 2), higher.size());
    std::sort(higher.begin(), higher.begin() + static_cast<std::ptrdiff_t>(taken));
    for (std::uint64_t k = 0; k < taken; ++k) group.push_back(higher[k]);
    groups.push_back(group);
  }
  return groups;
}

json index_for(Chance& chance, std::uint64_t unit, const std::vector<std::uint64_t>& ways, unsigned highest) {
  const std::uint64_t sets = ways.size();
  const unsigned low = log2_of(unit);
  const bool equal = std::adjacent_find(ways.begin(), ways.end(), std::not_equal_to<>()) == ways.end();
  const std::uint64_t entries = std::accumulate(ways.begin(), ways.end(), std::uint64_t{0});
  if (!equal && entries <= kMostListed && chance.percent(50)) return {{"kind", "table"}, {"table", filling_table(ways)}};
  const json shifted = {{"kind", "modulo"}, {"granule_bytes", unit << chance.between(1, 3)}};
  if (sets == 1 || !std::has_single_bit(sets) || !equal) return sets > 1 && chance.percent(15) ? shifted : json{{"kind", "modulo"}};
  const auto count = static_cast<unsigned>(std::bit_width(sets) - 1);
  const bool room = low + count + 4 <= highest;
  const std::string kind = chance.pick<std::string>(
      {{"modulo", 20}, {"bits", 20}, {"shifted", 12}, {"shifted bits", 10}, {"scattered", 10}, {"xor", 28}});
  if (kind == "xor" && room) return {{"kind", "xor"}, {"bits", xor_groups(chance, low, count, highest)}};
  if (kind == "scattered" && room) return {{"kind", "bits"}, {"bits", scattered_bits(chance, low, count)}};
  if (kind == "shifted bits" && room)
    return {{"kind", "bits"}, {"bits", bits_from(low + static_cast<unsigned>(chance.between(1, 3)), count)}};
  if (kind == "shifted") return shifted;
  if (kind == "bits") return {{"kind", "bits"}, {"bits", bits_from(low, count)}};
  return {{"kind", "modulo"}};
}

/// Probabilities that differ from those of every other policy: one way is drawn at least 1.6 times as often as in an equal draw.
json weights_for(Chance& chance, std::uint64_t ways) {
  std::vector<std::uint64_t> parts(ways);
  std::uint64_t sum = 0;
  do {
    for (std::uint64_t& part : parts) part = chance.between(2, 6);
    parts[chance.between(0, ways - 1)] = chance.between(8, 24);
    sum = std::accumulate(parts.begin(), parts.end(), std::uint64_t{0});
  } while (10 * *std::max_element(parts.begin(), parts.end()) * ways < 16 * sum);
  json probabilities = json::array();
  for (const std::uint64_t part : parts) probabilities.push_back(static_cast<double>(part) / static_cast<double>(sum));
  return probabilities;
}

json policy_for(Chance& chance, const std::vector<std::uint64_t>& ways, std::string kind) {
  const std::uint64_t first = ways.front();
  const bool equal = std::all_of(ways.begin(), ways.end(), [&](std::uint64_t count) { return count == first; });
  const bool powers = std::all_of(ways.begin(), ways.end(), [](std::uint64_t count) { return std::has_single_bit(count); });
  if (kind == "plru" && !powers) kind = "fifo";
  if (kind == "weighted_way") {
    if (equal && first >= 2 && first <= 8) return {{"kind", kind}, {"probabilities", weights_for(chance, first)}};
    kind = "random";
  }
  return {{"kind", kind}};
}

json ways_member(const std::vector<std::uint64_t>& ways) {
  const bool equal = std::all_of(ways.begin(), ways.end(), [&](std::uint64_t count) { return count == ways.front(); });
  return equal ? json(ways.front()) : json(ways);
}

/// The ways of each set of a cache of about `lines` lines; empty if no such cache comes of this draw.
std::vector<std::uint64_t> cache_ways(Chance& chance, std::uint64_t lines) {
  if (chance.percent(12)) return unequal_ways(chance, 24, std::clamp<std::uint64_t>(lines / 2, 2, kMostWays));
  if (chance.percent(8)) return {chance.between(8, kMostWays)};
  const std::uint64_t ways = random_ways(chance);
  std::uint64_t sets = lines / ways;
  if (sets == 0) return {};
  if (chance.percent(72)) sets = std::bit_floor(sets);
  if (sets > kMostSets) return {};
  return std::vector<std::uint64_t>(sets, ways);
}

std::vector<std::uint64_t> tlb_ways(Chance& chance) {
  if (chance.percent(15)) return unequal_ways(chance, 8, 24);
  if (chance.percent(35)) return {chance.percent(40) ? 16 : chance.between(4, kMostWays)};
  const std::uint64_t ways = chance.pick<std::uint64_t>({{1, 1}, {2, 2}, {4, 4}, {8, 5}, {16, 3}, {3, 1}, {6, 1}});
  const std::uint64_t sets = chance.percent(80) ? std::uint64_t{1} << chance.between(1, 7) : chance.between(2, 100);
  return std::vector<std::uint64_t>(sets, ways);
}

}  // namespace

std::uint64_t capacity_of(const json& cache) { return cache["capacity_bytes"].get<std::uint64_t>(); }
std::uint64_t sector_of(const json& cache) { return cache.value("sector_bytes", cache["line_bytes"].get<std::uint64_t>()); }

json random_cache(Chance& chance, const CacheLimits& limits) {
  for (;;) {
    const auto line = chance.pick<std::uint64_t>({{16, 1}, {32, 3}, {64, 4}, {128, 6}, {256, 2}, {512, 1}});
    const std::uint64_t sector = chance.percent(50) ? line : line >> chance.between(1, 3);
    const std::uint64_t target = chance.size(log2_of(std::bit_floor(limits.low_bytes)), log2_of(std::bit_ceil(limits.high_bytes)));
    if (sector < limits.lowest_sector) continue;
    const std::vector<std::uint64_t> ways = cache_ways(chance, target / line);
    const std::uint64_t lines = std::accumulate(ways.begin(), ways.end(), std::uint64_t{0});
    if (lines < 8 || lines * line < limits.low_bytes || lines * line > limits.high_bytes) continue;
    const std::string policy =
        chance.pick<std::string>({{"lru", 28}, {"fifo", 12}, {"plru", 16}, {"nmru", 12}, {"random", 16}, {"weighted_way", 16}});
    json cache = {{"capacity_bytes", lines * line},
                  {"line_bytes", line},
                  {"sets", ways.size()},
                  {"ways", ways_member(ways)},
                  {"index", index_for(chance, line, ways, limits.highest_bit)},
                  {"policy", policy_for(chance, ways, policy)}};
    if (sector != line) cache["sector_bytes"] = sector;
    return cache;
  }
}

json random_tlb(Chance& chance, std::uint64_t page_bytes, std::uint64_t low_reach, std::uint64_t high_reach) {
  for (;;) {
    const std::vector<std::uint64_t> ways = tlb_ways(chance);
    const std::uint64_t entries = std::accumulate(ways.begin(), ways.end(), std::uint64_t{0});
    if (entries < 4 || entries > 1024 || entries * page_bytes < low_reach || entries * page_bytes > high_reach) continue;
    const std::string policy = chance.pick<std::string>({{"lru", 64}, {"fifo", 9}, {"plru", 9}, {"nmru", 9}, {"random", 9}});
    return {{"page_bytes", page_bytes},
            {"entries", entries},
            {"sets", ways.size()},
            {"ways", ways_member(ways)},
            {"index", index_for(chance, page_bytes, ways, CacheLimits{}.highest_bit)},
            {"policy", policy_for(chance, ways, policy)}};
  }
}

}  // namespace chasescope::accuracy
