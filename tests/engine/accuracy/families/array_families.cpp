#include <algorithm>
#include <bit>
#include <string>

#include "tests/engine/accuracy/families/card_parts.h"
#include "tests/engine/accuracy/families/changes.h"
#include "tests/engine/accuracy/gf2.h"

namespace chasescope::accuracy {
namespace {

using nlohmann::json;

constexpr unsigned kHighestHashed = 27;  // bits of the address that a hash looks at

bool in_equal_powers(const json& cache, std::uint64_t least_sets, std::uint64_t least_ways) {
  return sets_of(cache) >= least_sets && std::has_single_bit(sets_of(cache)) && equal_ways(cache) >= least_ways;
}

}  // namespace

bool use_data_store(json& card, Chance& chance) {
  const std::string name = global_caches(card).front();
  if (!redraw(card, chance, name, [](const json& cache) { return in_equal_powers(cache, 8, 2) && equal_ways(cache) <= 16; }))
    return false;
  json& cache = card["caches"][name];
  cache["index"] = {{"kind", "xor"},
                    {"bits", hashed_bits(chance, log2_of(line_of(cache)), log2_of(sets_of(cache)), kHighestHashed)}};
  const std::string kind = cache["policy"]["kind"];
  if (kind == "fifo" || chance.percent(50)) cache["policy"] = {{"kind", "lru"}};
  const std::uint64_t tags = sets_of(cache) * equal_ways(cache);
  cache["data_store"] = {{"capacity_bytes", std::max<std::uint64_t>(tags * chance.between(35, 95) / 100, 1) * line_of(cache)}};
  return true;
}

bool use_skew(json& card, Chance& chance) {
  const auto names = global_caches(card);
  const std::string name = chance.percent(60) ? names.front() : names.back();
  if (!redraw(card, chance, name, [](const json& cache) { return in_equal_powers(cache, 16, 2) && equal_ways(cache) <= 8; }))
    return false;
  json& cache = card["caches"][name];
  const unsigned low = log2_of(line_of(cache)), count = log2_of(sets_of(cache));
  json functions = json::array();
  // All ways take the same two fields of the address, and shuffle the upper field differently before the XOR (Seznec, ISCA 1993).
  for (std::uint64_t way = 0; way < equal_ways(cache); ++way) {
    std::vector<unsigned> upper;
    for (unsigned i = 0; i < count; ++i) upper.push_back(low + count + i);
    chance.shuffle(upper);
    json groups = json::array();
    for (unsigned i = 0; i < count; ++i) groups.push_back({low + i, upper[i]});
    functions.push_back({{"kind", "xor"}, {"bits", groups}});
  }
  cache["index"] = {{"kind", "skewed"}, {"functions", functions}};
  cache["policy"] = {{"kind", chance.pick<std::string>({{"lru", 4}, {"nru", 3}, {"random", 2}, {"fifo", 1}})}};
  return true;
}

bool use_slices(json& card, Chance& chance) {
  const std::string name = global_caches(card).back();
  const auto slices = chance.pick<std::uint64_t>({{2, 2}, {4, 3}, {8, 2}, {3, 1}, {6, 2}});
  const auto wanted = [&](const json& cache) { return in_equal_powers(cache, 8 * std::bit_ceil(slices), 2); };
  if (!redraw(card, chance, name, wanted)) return false;
  json& cache = card["caches"][name];
  const unsigned low = log2_of(line_of(cache));
  const std::uint64_t each = sets_of(cache) / std::bit_ceil(slices);
  cache["sets"] = each * slices;
  cache["capacity_bytes"] = each * slices * equal_ways(cache) * line_of(cache);
  const unsigned count = log2_of(each), of_slice = low + count;
  // The slice depends on other bits than the set, so that every set of every slice is reached.
  const json slice = std::has_single_bit(slices)
                         ? json{{"kind", "xor"}, {"bits", hashed_bits(chance, of_slice, log2_of(slices), kHighestHashed)}}
                         : json{{"kind", "modulo"}, {"granule_bytes", line_of(cache) << chance.between(1, 4)}};
  json within = json::array();
  for (unsigned i = 0; i < count; ++i) within.push_back({low + i, of_slice + 3 + i});
  cache["index"] = {{"kind", "sliced"}, {"slices", slices}, {"slice", slice}, {"within", {{"kind", "xor"}, {"bits", within}}}};
  // The farthest slice takes less time than the level behind the slices.
  double gap = 1e9;
  for (const json& path : card["paths"]) {
    const json& latency = path["latency"];
    if (latency.contains(name)) gap = std::min(gap, latency["dram"].get<double>() - latency[name].get<double>());
  }
  const auto most = static_cast<std::uint64_t>(std::clamp(gap / 4, 2.0, 40.0));
  json cycles = json::array({0});
  for (std::uint64_t i = 1; i < slices; ++i) cycles.push_back(chance.between(0, most));
  cache["slice_cycles"] = cycles;
  return true;
}

}  // namespace chasescope::accuracy
