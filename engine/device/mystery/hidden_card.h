// The generator: draws a mystery card from seed and level.
//
//   const HiddenCard card = hidden_card({.seed = 4711, .level = Level::hard, .generator = kGenerator});
//   auto device = open_software_device(card_of(card));
//
// All parameters are drawn from the project's own Random in a fixed order, so the same name gives the same card on every machine. A
// change that alters the card of any seed needs another kGenerator; a test compares the cards of several seeds. Chases can find all
// parameters: an array read in order first misses when it is larger than the capacity, latencies are at least 30 cycles apart, and
// each policy is drawn only with sets in which it differs from the other policies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/error.h"
#include "engine/device/mystery/seal.h"
#include "engine/model/spec/card.h"

namespace chasescope::mystery {

/// The version of the generator in this program.
inline constexpr std::uint64_t kGenerator = 1;

/// A TLB of equal sets that replaces the least recently used page. Consecutive pages go to consecutive sets.
struct HiddenTlb {
  std::uint64_t page_bytes = 0;
  std::uint32_t sets = 0, ways = 0;
  std::uint32_t walk_cycles = 0;  ///< cycles that a miss of the TLB adds
  std::uint64_t reach_bytes() const { return page_bytes * sets * ways; }
  friend bool operator==(const HiddenTlb&, const HiddenTlb&) = default;
};

/// A card: its one cache, its latencies, and its TLB if it has one.
struct HiddenCard {
  std::uint64_t line_bytes = 0;
  std::uint32_t sets = 0, ways = 0;
  std::string policy;                        ///< "lru", "fifo", "plru" or "random"
  std::vector<std::vector<unsigned>> index;  ///< bit i of the set is the XOR of these bits of the byte address
  std::uint32_t hit_cycles = 0, miss_cycles = 0;
  std::optional<HiddenTlb> tlb;
  std::uint64_t capacity_bytes() const { return line_bytes * sets * ways; }
  friend bool operator==(const HiddenCard&, const HiddenCard&) = default;
};

/// \pre name.generator is kGenerator
HiddenCard hidden_card(const CardName& name);

/// The software GPU of a hidden card, called "Mystery GPU". Its only memory space is global.ca.
Outcome<model::Card> card_of(const HiddenCard& card);

inline constexpr const char* kMysteryName = "Mystery GPU";

}  // namespace chasescope::mystery
