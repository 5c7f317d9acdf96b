// A cache that a person puts together, with what it takes to time it: values only. built_card.h makes a card of it.
//
//   BuiltCache cache = first_cache();
//   cache.cache.ways[0] = 6;
//   const Build build = build_card(cache);   // a card, or what is wrong and at which control
#pragma once

#include <optional>
#include <string>

#include "engine/model/spec/spec.h"

namespace chasescope::build {

/// A TLB in front of everything: each access is translated.
struct BuiltTlb {
  model::CacheSpec spec;      ///< its unit is a page
  double penalty_cycles = 0;  ///< what a page that it does not know adds
  friend bool operator==(const BuiltTlb&, const BuiltTlb&) = default;
};

/// A larger cache behind, which answers what the first one misses.
struct BuiltLevel {
  model::CacheSpec spec;
  double hit_cycles = 0;
  friend bool operator==(const BuiltLevel&, const BuiltLevel&) = default;
};

struct BuiltCache {
  std::string name;
  model::CacheSpec cache;
  double hit_cycles = 0;
  double miss_cycles = 0;  ///< of what memory answers, behind all caches
  std::optional<BuiltTlb> tlb;
  std::optional<BuiltLevel> behind;
  std::string like;  ///< what it was begun from ("GeForce GTX 560 Ti, L1"); empty: from nothing
  friend bool operator==(const BuiltCache&, const BuiltCache&) = default;
};

/// A cache with something to see: eight sets of four ways, one of them two ways higher, and an index of XORs.
BuiltCache first_cache();
/// 16 pages of 4 KiB in four sets.
BuiltTlb first_tlb();
/// Four times the cache, of its lines, in sets twice as high.
BuiltLevel first_level(const BuiltCache& before);

}  // namespace chasescope::build
