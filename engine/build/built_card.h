// Makes a card of a built cache: writes the model file, has the loader of card files read it, and turns each fault into a sentence
// at the control that it belongs to.
//
// Only the loader decides which files are valid cards, so this file has no second list of rules.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/build/built_cache.h"
#include "engine/model/spec/card.h"

namespace chasescope::build {

// The names of the parts of a built card in its model file.
inline constexpr const char* kCacheName = "l1";
inline constexpr const char* kBehindName = "l2";
inline constexpr const char* kTlbName = "l1_tlb";
inline constexpr const char* kSpace = "global.ca";

/// A control of the builder.
enum class Control { name, line, sector, sets, ways, size, index, policy, latency, tlb, behind };

struct BuildFault {
  Control control = Control::name;
  std::string sentence;
  friend bool operator==(const BuildFault&, const BuildFault&) = default;
};

struct Build {
  std::optional<model::Card> card;  ///< only if there are no faults
  std::vector<BuildFault> faults;   ///< the first fault of each control
  std::string file;                 ///< the model file, as JSON; written also if it has faults

  /// The sentence at a control; empty if nothing is wrong there.
  std::string at(Control control) const;
};

Build build_card(const BuiltCache& built);

/// The size of the memory: enough for the cache and for each address bit that chooses a set. A power of two.
std::uint64_t memory_of(const BuiltCache& built);

/// "34 lines × 128 B = 4,352 B"; of a TLB "16 pages × 4 KiB = 64 KiB".
std::string size_sum(const model::CacheSpec& spec, bool translates);

}  // namespace chasescope::build
