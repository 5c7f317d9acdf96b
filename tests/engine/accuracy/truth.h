// The truth about a card: what every finding of a probe must say, computed from the card's own numbers and from what the quantities
// mean (the design's vocabulary of findings).
//
//   for (const Expected& expected : truth_of(card)) …
//
// Names. The caches behind global.ca and global.cg are one hierarchy, named by the longer path: l1_data and l2; with three
// l1_data, l2 and l3; a single cache is l2. The first cache of texture and read-only loads is texture or readonly, also when it
// is an array of the global hierarchy (then either name will do); constant_l1 and constant_l1_5 lie before the shared ones.
//
// Equivalences. Two machines that behave alike have one name, the simplest:
//   one way in every set            every policy is lru
//   two ways in every set or fewer  plru and nmru are lru
//   equal weights                   weighted_way is random
//   two ways, every second miss     weighted_way is fifo: it takes the ways in turn
//   one set                         there are no index bits and no index function
//   an XOR of single bits           is a bit field; a function over GF(2) is known up to the basis of its bits
//   modulo a power of two           is a bit field; a table that is a residue or a bit field is that
// A cache that is asked for pieces of some size by the cache before it seems to bring that much, if it brings less itself; whether
// it would bring less need not be found where no space asks for less than it brings.
// In the same way lines that are always asked for together, as a block by the cache before, may be one line or several, in as many
// more sets or ways: where no space asks for less than a line, line, sets, ways and index need not be found.
// Machines beyond the vocabulary. Some of what a machine is has no word there: a policy that is none of the named ones is "other"
// or can't be told, and to call it lru is wrong; the ways of a skewed cache have no sets in the usual sense, and to tell any is
// wrong. truth_beyond.h says so machine by machine, and what else is true of those. Sets that no address reaches can't be counted:
// where the spaces that see a cache can read too little to lie in all of its sets (constant data end at 64 KiB), its sets, its ways
// and its capacity need not be found.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/model/spec/card.h"

namespace chasescope::accuracy {

struct Expected {
  std::string part;                                ///< in the card: "l1", "l1_tlb", "dram"
  std::string probe;                               ///< whose task it is: "capacity"
  std::string quantity;                            ///< "capacity_bytes"
  std::vector<std::string> subjects;               ///< names that the part goes by, the plainest first
  std::map<std::string, nlohmann::json> by_space;  ///< the true value, as each memory space shows it; never empty
  std::pair<std::string, nlohmann::json> also{};   ///< another quantity and value that say the same; empty if there is none
  bool required = true;                            ///< false: need not be found, but must not be wrong
  bool tlb = false;
  std::vector<nlohmann::json> others{};  ///< further values that are true as well
  bool nameless = false;                 ///< the vocabulary has no word for it: to say that it can't be told is right
};

/// Everything about every part that some memory space shows.
std::vector<Expected> truth_of(const model::Card& card);

/// The simplest name of a policy's machine in sets of these ways; its own name if it has none in the vocabulary.
std::string policy_name(const model::CacheSpec& cache);

/// What is known of a set index: `none` (one set), `linear` (the sets are told apart by a reduced basis of bit masks), `modulo` or
/// `table`.
struct IndexTruth {
  enum class Kind { none, linear, modulo, table };
  Kind kind = Kind::none;
  std::vector<std::uint64_t> basis;
  friend bool operator==(const IndexTruth&, const IndexTruth&) = default;
};
IndexTruth index_truth(const model::CacheSpec& cache);

/// The largest footprint from address 0 on that stays without a miss.
std::uint64_t contiguous_bytes(const model::CacheSpec& cache);

}  // namespace chasescope::accuracy
