#include "tests/engine/accuracy/families/card_parts.h"

#include <algorithm>
#include <bit>

#include "tests/engine/accuracy/random_shape.h"

namespace chasescope::accuracy {
namespace {

using nlohmann::json;

constexpr std::uint64_t kKiB = 1024;
// The most bytes of the last cache, by the number of caches.
constexpr std::uint64_t kMostBytes[] = {512 * kKiB, 4096 * kKiB, 6144 * kKiB};

std::vector<std::string> names_of(const json& path) { return path["data"].get<std::vector<std::string>>(); }

}  // namespace

std::uint64_t line_of(const json& cache) { return cache["line_bytes"].get<std::uint64_t>(); }
std::uint64_t sets_of(const json& cache) { return cache["sets"].get<std::uint64_t>(); }
std::uint64_t equal_ways(const json& cache) { return cache["ways"].is_array() ? 0 : cache["ways"].get<std::uint64_t>(); }
bool has_sectors(const json& cache) { return cache.contains("sector_bytes"); }

std::vector<std::string> global_caches(const CardFile& card) { return names_of(card["paths"]["global.ca"]); }

bool is_asked_for_lines(const CardFile& card, const std::string& name) {
  return std::all_of(card["paths"].begin(), card["paths"].end(), [&](const json& path) {
    const auto names = names_of(path);
    const auto end = std::find(names.begin(), names.end(), name);
    return end == names.end() || std::all_of(names.begin(), end, [&](const std::string& before) {
             return sector_of(card["caches"][before]) <= line_of(card["caches"][name]);
           });
  });
}

bool redraw(CardFile& card, Chance& chance, const std::string& name, const std::function<bool(const json& cache)>& wanted) {
  constexpr int kTries = 300;
  CacheLimits limits{.low_bytes = kKiB, .high_bytes = kMostBytes[std::min<std::size_t>(global_caches(card).size(), 3) - 1]};
  std::uint64_t shown = 0;  // the smallest piece that some path fetches
  for (const json& path : card["paths"]) {
    const auto names = names_of(path);
    const auto at = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    if (at == names.size()) continue;
    std::uint64_t asked = 16;
    for (std::size_t i = 0; i < at; ++i) asked = std::max(asked, sector_of(card["caches"][names[i]]));
    shown = shown == 0 ? asked : std::min(shown, asked);
    if (at > 0) limits.low_bytes = std::max(limits.low_bytes, kGrowth * capacity_of(card["caches"][names[at - 1]]));
    if (at + 1 < names.size())
      limits.high_bytes = std::min(limits.high_bytes, capacity_of(card["caches"][names[at + 1]]) / kGrowth);
  }
  limits.lowest_sector = std::max<std::uint64_t>(shown, 16);
  if (limits.high_bytes < kGrowth * limits.low_bytes) return false;
  for (int i = 0; i < kTries; ++i) {
    json drawn = random_cache(chance, limits);
    if (!wanted(drawn)) continue;
    json& cache = card["caches"][name];
    if (cache.contains("per_sm")) drawn["per_sm"] = cache["per_sm"];
    cache = drawn;
    return true;
  }
  return false;
}

json hashed_bits(Chance& chance, unsigned low, unsigned count, unsigned highest) {
  json groups = json::array();
  for (unsigned i = 0; i < count; ++i) {
    std::vector<unsigned> higher;
    for (unsigned bit = low + count; bit <= highest; ++bit) higher.push_back(bit);
    chance.shuffle(higher);
    const auto taken = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(chance.between(2, 6), higher.size()));
    std::sort(higher.begin(), higher.begin() + taken);
    json group = json::array({low + i});
    for (auto bit = higher.begin(); bit != higher.begin() + taken; ++bit) group.push_back(*bit);
    groups.push_back(group);
  }
  return groups;
}

}  // namespace chasescope::accuracy
