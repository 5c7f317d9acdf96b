#include "engine/build/built_cache.h"

#include <algorithm>

namespace chasescope::build {

BuiltCache first_cache() {
  BuiltCache built;
  built.name = "One set larger";
  built.cache.unit_bytes = built.cache.sector_bytes = 128;
  built.cache.ways = {6, 4, 4, 4, 4, 4, 4, 4};
  built.cache.index.kind = model::IndexSpec::Kind::xor_;
  built.cache.index.bit_groups = {{7, 10}, {8, 11}, {9, 12}};
  built.hit_cycles = 30;
  built.miss_cycles = 200;
  return built;
}

BuiltTlb first_tlb() {
  BuiltTlb tlb;
  tlb.spec.unit_bytes = tlb.spec.sector_bytes = 4096;
  tlb.spec.ways.assign(4, 4);
  tlb.penalty_cycles = 250;
  return tlb;
}

BuiltLevel first_level(const BuiltCache& before) {
  BuiltLevel level;
  level.spec.unit_bytes = level.spec.sector_bytes = before.cache.unit_bytes;
  const std::uint32_t ways = before.cache.ways.empty() ? 1 : *std::max_element(before.cache.ways.begin(), before.cache.ways.end());
  level.spec.ways.assign(std::max<std::size_t>(before.cache.ways.size() * 2, 1), std::clamp<std::uint32_t>(ways * 2, 2, 1024));
  level.hit_cycles = (before.hit_cycles + before.miss_cycles) / 2;
  return level;
}

}  // namespace chasescope::build
