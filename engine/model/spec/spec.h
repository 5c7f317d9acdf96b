// What a cache or a TLB is made of, as a card file states it: values only, no behaviour.
//
// A TLB is a cache of translations, so the same parts describe both: its "line" is a page. Sizes are bytes throughout.
#pragma once

#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace chasescope::model {

/// How an address chooses its set. A unit is what one tag covers: a line of a cache, a page of a TLB.
struct IndexSpec {
  enum class Kind {
    modulo,  ///< granule number modulo the number of sets
    bits,    ///< set bit i is address bit bit_groups[i][0]
    xor_,    ///< set bit i is the XOR of the address bits in bit_groups[i]
    table,   ///< table[granule number modulo the table's length]
    sliced,  ///< slice number times the sets of a slice, plus the set within the slice; parts[0] and parts[1] tell the two
    skewed,  ///< another function for each way: parts[way]; the cache has no sets in the usual sense
  };
  Kind kind = Kind::modulo;
  std::uint64_t granule_bytes = 0;                ///< consecutive bytes that share a set; 0: one unit. For modulo and table
  std::vector<std::vector<unsigned>> bit_groups;  ///< bits of the byte address, 0 the lowest. For bits and xor_
  std::vector<std::uint32_t> table;               ///< sets; its length is the period in granules. For table
  std::uint32_t slices = 0;                       ///< for sliced
  std::vector<IndexSpec> parts;                   ///< for sliced and skewed
  friend bool operator==(const IndexSpec&, const IndexSpec&) = default;
};

/// A replacement policy by name, with whatever parameters that policy has (see engine/model/policy/policy_list.h).
struct PolicySpec {
  std::string kind = "lru";
  std::map<std::string, std::vector<double>> numbers;  ///< numeric parameters by member name
  std::map<std::string, std::string> words;            ///< textual parameters by member name
  friend bool operator==(const PolicySpec&, const PolicySpec&) = default;
};

struct CacheSpec {
  std::uint64_t unit_bytes = 0;     ///< the line of a cache, the page of a TLB; a power of two
  std::uint64_t sector_bytes = 0;   ///< what one miss brings; a power of two, at most the unit
  std::vector<std::uint32_t> ways;  ///< ways of each set; sets may be unequal
  IndexSpec index;
  PolicySpec policy;
  /// Lines that a data store beside the tags holds, fewer than there are tags; empty: each tag has its own.
  std::optional<std::uint64_t> store_lines;
  bool exclusive = false;  ///< filled by what the cache before it evicts; a hit moves the line there
  bool next_line = false;  ///< a miss fetches the line behind it, too

  /// Whether lines leave for other reasons than that another takes their way.
  bool lines_leave() const { return store_lines.has_value() || exclusive; }
  std::uint64_t entries() const { return std::accumulate(ways.begin(), ways.end(), std::uint64_t{0}); }
  std::uint64_t capacity_bytes() const { return entries() * unit_bytes; }  ///< of a TLB: its reach
  friend bool operator==(const CacheSpec&, const CacheSpec&) = default;
};

/// Settings of a card that change the shape of its parts, as a request makes them.
struct Configuration {
  std::optional<std::uint64_t> l1_kib;
  std::optional<double> carveout_percent;
};

/// For which requests something else holds.
struct SettingSpec {
  std::optional<std::uint64_t> l1_kib;          ///< for requests with this l1_kib
  std::optional<double> carveout_percent_from;  ///< for requests whose carve-out lies in [from, to]
  std::optional<double> carveout_percent_to;

  bool applies(const Configuration& configuration) const;
  friend bool operator==(const SettingSpec&, const SettingSpec&) = default;
};

/// Another shape that a cache takes when the card is configured so (Fermi's 48 KiB L1, a carve-out).
struct AlternativeSpec {
  SettingSpec when;
  CacheSpec cache;
  friend bool operator==(const AlternativeSpec&, const AlternativeSpec&) = default;
};

struct CacheEntry {
  CacheSpec cache;                            ///< the shape without any setting
  std::vector<AlternativeSpec> alternatives;  ///< the first that applies wins
  /// What an answer of this cache, or of what lies behind it, takes longer by the slice of its address; empty: nothing. The index
  /// is sliced.
  std::vector<double> slice_cycles;
  std::uint32_t per_sm = 1;  ///< arrays of this kind on an SM; each serves as many of its warp schedulers
  friend bool operator==(const CacheEntry&, const CacheEntry&) = default;
};

}  // namespace chasescope::model
