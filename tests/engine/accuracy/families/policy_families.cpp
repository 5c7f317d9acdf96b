#include <algorithm>
#include <functional>
#include <string>

#include "tests/engine/accuracy/families/card_parts.h"
#include "tests/engine/accuracy/families/changes.h"

namespace chasescope::accuracy {
namespace {

using nlohmann::json;

constexpr unsigned kOtherCaches = 40, kTlbs = 25;  // percent of the other caches and of the TLBs that get the policy too

/// Gives the policy to one of the caches of global loads, and to some of the other caches and TLBs.
bool spread(json& card, Chance& chance, const std::function<json()>& policy) {
  const auto names = global_caches(card);
  const std::string first = names[chance.between(0, names.size() - 1)];
  // Sets of one way have no policy.
  const json& cache = card["caches"][first];
  if (!cache["ways"].is_array() && cache["ways"] == 1) return false;
  for (auto& [name, each] : card["caches"].items())
    if (name == first || chance.percent(kOtherCaches)) each["policy"] = policy();
  for (json& tlb : card["tlbs"])
    if (chance.percent(kTlbs)) tlb["policy"] = policy();
  return true;
}

}  // namespace

bool use_nru(json& card, Chance& chance) {
  return spread(card, chance, [] { return json{{"kind", "nru"}}; });
}

bool use_clock(json& card, Chance& chance) {
  return spread(card, chance, [] { return json{{"kind", "clock"}}; });
}

bool use_srrip(json& card, Chance& chance) {
  return spread(card, chance, [&] {
    json policy = {{"kind", chance.percent(60) ? "srrip_hp" : "srrip_fp"}};
    if (chance.percent(30)) policy["bits"] = 3;
    return policy;
  });
}

bool use_qlru(json& card, Chance& chance) {
  return spread(card, chance, [&] {
    const auto variant = chance.pick<std::string>({{"H11_M1_R0_U0", 3},        // L3 of Coffee Lake
                                                   {"H00_M1_R2_U1", 3},        // L2 of Coffee Lake
                                                   {"H00_M1_R0_U1", 2},        // L2 of Cannon Lake
                                                   {"H11_M1_R1_U2", 2},        // L3 of Ivy Bridge, first policy
                                                   {"H11_MR161_R1_U2", 2},     // L3 of Ivy Bridge, second policy of the duel
                                                   {"H21_M2_R0_U0_UMO", 2}});  // an L3 in arXiv 1904.06278
    return json{{"kind", "qlru"}, {"variant", variant}};
  });
}

bool use_mru(json& card, Chance& chance) {
  return spread(card, chance, [&] { return json{{"kind", chance.percent(60) ? "mru" : "mru_n"}}; });
}

bool use_bimodal(json& card, Chance& chance) {
  return spread(card, chance, [&] {
    json policy = {{"kind", "bip"}};
    if (chance.percent(30)) policy["epsilon"] = 1.0 / static_cast<double>(chance.pick<unsigned>({{4, 1}, {16, 1}, {64, 1}}));
    return policy;
  });
}

bool use_dueling(json& card, Chance& chance) {
  constexpr std::uint64_t kRegion = 16;  // sets for a leader of each policy
  const auto wanted = [](const json& cache) {
    return sets_of(cache) >= 4 * kRegion && sets_of(cache) % kRegion == 0 && equal_ways(cache) >= 4;
  };
  const std::string name = global_caches(card).back();
  if (!redraw(card, chance, name, wanted)) return false;
  json& cache = card["caches"][name];
  json policy = {{"kind", "dip"}};
  if (chance.percent(50)) policy = {{"kind", "qlru_duel"}, {"first", "H11_M1_R1_U2"}, {"second", "H11_MR161_R1_U2"}};
  policy["leaders"] = std::min<std::uint64_t>(sets_of(cache) / kRegion, 32);
  // The leaders divide the sets into regions of equal size, which must be even.
  while (sets_of(cache) % (2 * policy["leaders"].get<std::uint64_t>()) != 0)
    policy["leaders"] = policy["leaders"].get<std::uint64_t>() - 1;
  cache["policy"] = policy;
  return true;
}

}  // namespace chasescope::accuracy
