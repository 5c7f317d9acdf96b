// Cards of two TLBs before an L2, for tests of translation on devices that keep their caches' content between chases.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace chasescope {

inline constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

struct Tlb {
  std::uint64_t page_bytes = 0, sets = 1, ways = 1, penalty = 0;
  std::string policy = "lru";
  std::uint64_t reach() const { return page_bytes * sets * ways; }
};

inline nlohmann::json tlb_json(const Tlb& tlb) {
  return {{"page_bytes", tlb.page_bytes},  {"entries", tlb.sets * tlb.ways},  {"sets", tlb.sets}, {"ways", tlb.ways},
          {"index", {{"kind", "modulo"}}}, {"policy", {{"kind", tlb.policy}}}};
}

inline nlohmann::json card_of_tlbs(const Tlb& near, const Tlb& far) {
  constexpr std::uint64_t kSets = 2039;  // a prime number, so that lines at equal distances lie in different sets
  const nlohmann::json l2{{"capacity_bytes", kSets * 16 * 128}, {"line_bytes", 128},          {"sets", kSets}, {"ways", 16},
                          {"index", {{"kind", "modulo"}}},      {"policy", {{"kind", "lru"}}}};
  return {{"schema", "chasescope-model"},
          {"version", 1},
          {"name", "Card"},
          {"summary", "as a large card"},
          {"device", {{"memory_bytes", std::uint64_t{1} << 35}, {"l2_bytes", kSets * 16 * 128}, {"sm_count", 12}}},
          {"caches", {{"l2", l2}}},
          {"tlbs", {{"l1_tlb", tlb_json(near)}, {"l2_tlb", tlb_json(far)}}},
          {"paths",
           {{"global.cg",
             {{"data", {"l2"}},
              {"backing", "dram"},
              {"latency", {{"l2", 280}, {"dram", 700}}},
              {"translation", {"l1_tlb", "l2_tlb"}},
              {"translation_penalty", {{"l2_tlb", near.penalty}, {"walk", near.penalty + far.penalty}}}}}}}};
}

}  // namespace chasescope
