// The truth about a card: the value that a probe must find for each quantity. It is computed from the card's own numbers and from
// the meaning of the quantities (the design's vocabulary of findings).
//
//   for (const Expected& expected : truth_of(card)) …
//
// Names. The caches behind global.ca and global.cg are one hierarchy. The longer of the two paths gives the names: l1_data and l2,
// or l1_data, l2 and l3 if there are three. A single cache is l2. The first cache of texture and read-only loads is texture or
// readonly. If that cache is also an array of the global hierarchy, either name is right. constant_l1 and constant_l1_5 lie before
// the shared caches.
//
// Equivalences. Two machines that behave alike have one name, the simpler one:
//   one way in every set            every policy is lru
//   two ways in every set or fewer  plru and nmru are lru
//   equal weights                   weighted_way is random
//   two ways, every second miss     weighted_way is fifo: it takes the ways in turn
//   one set                         there are no index bits and no index function
//   an XOR of single bits           is a bit field; a function over GF(2) is known up to the basis of its bits
//   modulo a power of two           is a bit field; a table that is a residue or a bit field is that
// A cache may hold smaller sectors than the cache before it fetches. Then it seems to bring pieces of the larger size. Whether it
// would bring less need not be found if no space fetches less than a sector.
// In the same way, the cache before may fetch several lines as one block. Such a block may be one line or several lines in as many
// more sets or ways. If no space fetches less than a line, line, sets, ways and index need not be found.
// Machines beyond the vocabulary. For some properties of a machine the vocabulary has no word. A policy that is none of the named
// ones is "other" or can't be told, and to call it lru is wrong. The ways of a skewed cache have no sets in the usual sense, and to
// report sets is wrong. truth_beyond.h lists these machines and all that is true of each. Sets that no address reaches can't be
// counted. The spaces that see a cache may read too little to reach all of its sets (constant data end at 64 KiB). Then its sets,
// ways and capacity need not be found.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/model/spec/card.h"

namespace chasescope::accuracy {

struct Expected {
  std::string part;                                ///< name in the card: "l1", "l1_tlb", "dram"
  std::string probe;                               ///< the probe that must find it: "capacity"
  std::string quantity;                            ///< "capacity_bytes"
  std::vector<std::string> subjects;               ///< the names of the part, the plainest first
  std::map<std::string, nlohmann::json> by_space;  ///< the true value in each memory space; never empty
  std::pair<std::string, nlohmann::json> also{};   ///< another quantity and value with the same meaning; empty if there is none
  bool required = true;                            ///< false: the quantity need not be found, but a wrong value is still wrong
  bool tlb = false;
  std::vector<nlohmann::json> others{};  ///< further values that are true as well
  bool nameless = false;                 ///< the vocabulary has no word for the value: the finding that it can't be told is right
};

/// All quantities of every part that some memory space shows.
std::vector<Expected> truth_of(const model::Card& card);

/// The vocabulary's name of a policy in sets of these ways: the simplest of equivalent names. The policy's own name if the
/// vocabulary has none.
std::string policy_name(const model::CacheSpec& cache);

/// The truth about a set index: `none` (there is one set), `linear` (a reduced basis of bit masks tells the sets apart), `modulo`
/// or `table`.
struct IndexTruth {
  enum class Kind { none, linear, modulo, table };
  Kind kind = Kind::none;
  std::vector<std::uint64_t> basis;
  friend bool operator==(const IndexTruth&, const IndexTruth&) = default;
};
IndexTruth index_truth(const model::CacheSpec& cache);

/// The largest footprint from address 0 that a second pass reads without a miss.
std::uint64_t contiguous_bytes(const model::CacheSpec& cache);

}  // namespace chasescope::accuracy
