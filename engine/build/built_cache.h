// A cache that a person puts together, and the latencies that a simulation of it needs: values only. built_card.h makes a card of
// it.
//
//   BuiltCache cache = first_cache();
//   cache.cache.ways[0] = 6;
//   const Build build = build_card(cache);   // a card, or the faults, each with the control that it belongs to
#pragma once

#include <optional>
#include <string>

#include "engine/model/spec/spec.h"

namespace chasescope::build {

/// A TLB in front of all caches: each access is translated.
struct BuiltTlb {
  model::CacheSpec spec;      ///< its unit is a page
  double penalty_cycles = 0;  ///< cycles that a miss of the TLB adds
  friend bool operator==(const BuiltTlb&, const BuiltTlb&) = default;
};

/// A larger cache behind the first one. It answers the misses of the first one.
struct BuiltLevel {
  model::CacheSpec spec;
  double hit_cycles = 0;
  friend bool operator==(const BuiltLevel&, const BuiltLevel&) = default;
};

struct BuiltCache {
  std::string name;
  model::CacheSpec cache;
  double hit_cycles = 0;
  double miss_cycles = 0;  ///< of an access that memory answers, behind all caches
  std::optional<BuiltTlb> tlb;
  std::optional<BuiltLevel> behind;
  std::string like;  ///< the cache that the person began from ("GeForce GTX 560 Ti, L1"); empty if there was none
  friend bool operator==(const BuiltCache&, const BuiltCache&) = default;
};

/// An example with something to see: eight sets, one of six ways and seven of four, and an index of XORs.
BuiltCache first_cache();
/// 16 pages of 4 KiB in four sets.
BuiltTlb first_tlb();
/// A second level of four times the capacity: the same lines, twice the sets, and twice the ways in each.
BuiltLevel first_level(const BuiltCache& before);

}  // namespace chasescope::build
