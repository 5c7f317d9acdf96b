#include <algorithm>
#include <string>

#include "tests/engine/accuracy/families/card_parts.h"
#include "tests/engine/accuracy/families/changes.h"
#include "tests/engine/accuracy/random_shape.h"

namespace chasescope::accuracy {
namespace {

using nlohmann::json;

/// Keeps only the paths that begin at the first cache of global loads and have as many caches. Removes all other caches.
void keep_paths_through_first(json& card) {
  const std::string first = global_caches(card).front();
  json kept = json::object();
  std::vector<std::string> used;
  for (auto& [space, path] : card["paths"].items())
    if (path["data"].front() == first && path["data"].size() == global_caches(card).size()) kept[space] = path;
  card["paths"] = kept;
  json caches = json::object();
  for (const std::string& name : global_caches(card)) caches[name] = card["caches"][name];
  card["caches"] = caches;
}

std::string policy_of_leaving(Chance& chance) { return chance.pick<std::string>({{"lru", 6}, {"nmru", 1}, {"random", 2}}); }

}  // namespace

bool use_victims(json& card, Chance& chance) {
  if (global_caches(card).size() != 2) return false;
  const std::string first = global_caches(card).front();
  if (!redraw(card, chance, first, [](const json& cache) { return !has_sectors(cache); })) return false;
  const std::uint64_t line = line_of(card["caches"][first]);
  const std::uint64_t lines = chance.pick<std::uint64_t>({{4, 2}, {8, 3}, {16, 3}, {32, 2}, {64, 1}});
  if (2 * lines * line > card["caches"][first]["capacity_bytes"].get<std::uint64_t>()) return false;
  card["caches"]["victims"] = {{"capacity_bytes", lines * line},
                               {"line_bytes", line},
                               {"sets", 1},
                               {"ways", lines},
                               {"index", {{"kind", "modulo"}}},
                               {"policy", {{"kind", policy_of_leaving(chance)}}},
                               {"exclusive", true}};
  const std::uint64_t later = chance.between(20, 40);
  for (auto& [space, path] : card["paths"].items()) {
    if (path["data"].front() != first) continue;
    const std::string second = path["data"][1];
    const auto at = path["latency"][first].get<std::uint64_t>() + later;
    if (path["latency"][second].get<std::uint64_t>() < at + 20) return false;
    path["data"].insert(path["data"].begin() + 1, "victims");
    path["latency"]["victims"] = at;
    if (path.contains("translation_after") && path["translation_after"] == first) path["translation_after"] = "victims";
  }
  return true;
}

bool use_exclusive(json& card, Chance& chance) {
  if (global_caches(card).size() < 2) return false;
  keep_paths_through_first(card);
  const std::string first = global_caches(card)[0], second = global_caches(card)[1];
  if (!redraw(card, chance, first, [](const json& cache) { return !has_sectors(cache); })) return false;
  const std::uint64_t line = line_of(card["caches"][first]);
  if (!redraw(card, chance, second, [&](const json& cache) { return !has_sectors(cache) && line_of(cache) == line; })) return false;
  json& cache = card["caches"][second];
  if (cache["policy"]["kind"] != "plru" || chance.percent(50)) cache["policy"] = {{"kind", policy_of_leaving(chance)}};
  cache["exclusive"] = true;
  return true;
}

bool use_next_line(json& card, Chance& chance) {
  const std::string name = chance.percent(70) ? global_caches(card).back() : global_caches(card).front();
  if (!redraw(card, chance, name, [](const json& cache) { return !has_sectors(cache) && line_of(cache) <= 256; })) return false;
  if (!is_asked_for_lines(card, name)) return false;
  card["caches"][name]["next_line"] = true;
  return true;
}

bool use_sub_blocks(json& card, Chance& chance) {
  constexpr std::uint64_t kSmallest = 4096;
  bool any = false;
  for (json& tlb : card["tlbs"]) {
    const auto pages = chance.pick<std::uint64_t>({{2, 1}, {4, 2}, {8, 2}, {16, 4}});
    const auto covered = tlb["page_bytes"].get<std::uint64_t>();
    if (covered / pages < kSmallest || (any && chance.percent(40))) continue;
    tlb["page_bytes"] = covered / pages;
    tlb["pages_per_entry"] = pages;
    any = true;
  }
  return any;
}

bool use_unequal_tlb(json& card, Chance& chance) {
  constexpr std::uint64_t kMostReach = std::uint64_t{2} << 30;
  if (card["tlbs"].size() != 2) return false;
  json& first = card["tlbs"]["l1_tlb"];
  json& second = card["tlbs"]["l2_tlb"];
  const std::uint64_t ways = chance.pick<std::uint64_t>({{16, 4}, {8, 1}, {32, 1}});
  const auto page = first["page_bytes"].get<std::uint64_t>();
  first = {{"page_bytes", page},         {"entries", ways}, {"sets", 1}, {"ways", ways}, {"index", {{"kind", "modulo"}}},
           {"policy", {{"kind", "lru"}}}};
  const std::uint64_t sets = chance.pick<std::uint64_t>({{7, 3}, {3, 1}, {4, 2}, {5, 1}, {6, 1}, {9, 1}});
  const std::uint64_t small = chance.between(4, 16), large = small + chance.between(1, 12);
  std::vector<std::uint64_t> each(sets, small);
  std::fill_n(each.begin(), chance.percent(60) ? 1 : chance.between(1, sets - 1), large);
  std::uint64_t entries = 0;
  for (const std::uint64_t count : each) entries += count;
  const auto covered = second["page_bytes"].get<std::uint64_t>();
  if (entries * covered < kGrowth * ways * page || entries * covered > kMostReach) return false;
  second["entries"] = entries;
  second["sets"] = sets;
  second["ways"] = each;
  second["index"] = {{"kind", "modulo"}};
  second["policy"] = {{"kind", chance.percent(80) ? "lru" : "fifo"}};
  return true;
}

bool use_coarse_clock(json& card, Chance& chance) {
  card["clock"] = {{"tick_cycles", chance.between(2, 16)}};
  return true;
}

bool use_two_speeds(json& card, Chance& chance) {
  card["clock"] = {{"ratio", static_cast<double>(chance.between(110, 160)) / 100},
                   {"switch_cycles", chance.pick<std::uint64_t>({{1000000, 1}, {10000000, 2}, {100000000, 1}})}};
  return true;
}

}  // namespace chasescope::accuracy
