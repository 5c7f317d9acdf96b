// From a built cache to a card: the model file that says the same, what the loader of card files thinks of it, and whatever is
// wrong in a sentence at the control that it belongs to.
//
// The loader alone knows what can be a card, so there is no second list of rules here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/build/built_cache.h"
#include "engine/model/spec/card.h"

namespace chasescope::build {

// What the parts of a built card are called.
inline constexpr const char* kCacheName = "l1";
inline constexpr const char* kBehindName = "l2";
inline constexpr const char* kTlbName = "l1_tlb";
inline constexpr const char* kSpace = "global.ca";

/// What a person sets.
enum class Control { name, line, sector, sets, ways, size, index, policy, latency, tlb, behind };

struct BuildFault {
  Control control = Control::name;
  std::string sentence;
  friend bool operator==(const BuildFault&, const BuildFault&) = default;
};

struct Build {
  std::optional<model::Card> card;  ///< only if there are no faults
  std::vector<BuildFault> faults;   ///< the first of each control
  std::string file;                 ///< the model file, as JSON; written also where something is wrong with it

  /// The sentence at a control; empty if nothing is wrong there.
  std::string at(Control control) const;
};

Build build_card(const BuiltCache& built);

/// Memory enough for the cache and for each address bit that chooses a set; a power of two.
std::uint64_t memory_of(const BuiltCache& built);

/// "34 lines × 128 B = 4,352 B"; of a TLB "16 pages × 4 KiB = 64 KiB".
std::string size_sum(const model::CacheSpec& spec, bool translates);

}  // namespace chasescope::build
