// The structure of a cache or a TLB, as a card file states it: values only, no behaviour.
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

/// How an address chooses its set. A unit is the memory of one tag: a line of a cache, a page of a TLB.
struct IndexSpec {
  enum class Kind {
    modulo,  ///< granule number modulo the number of sets
    bits,    ///< set bit i is address bit bit_groups[i][0]
    xor_,    ///< set bit i is the XOR of the address bits in bit_groups[i]
    table,   ///< table[granule number modulo the table's length]
    sliced,  ///< slice number times the sets of a slice, plus the set within the slice; parts[0] gives the slice, parts[1] the set
             ///< in it
    skewed,  ///< each way has its own function, parts[way]; the cache has no sets in the usual sense
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
  std::uint64_t sector_bytes = 0;   ///< bytes that one miss fetches; a power of two, at most the unit
  std::vector<std::uint32_t> ways;  ///< ways of each set; sets may be unequal
  IndexSpec index;
  PolicySpec policy;
  /// Lines of a data store that has fewer lines than the cache has tags; empty: each tag has its own line.
  std::optional<std::uint64_t> store_lines;
  bool exclusive = false;  ///< filled by evictions of the cache before it; a hit moves the line back there
  bool next_line = false;  ///< a miss fetches the next line, too

  /// Whether a line can leave the cache without being replaced by another line in its way.
  bool lines_leave() const { return store_lines.has_value() || exclusive; }
  std::uint64_t entries() const { return std::accumulate(ways.begin(), ways.end(), std::uint64_t{0}); }
  std::uint64_t capacity_bytes() const { return entries() * unit_bytes; }  ///< for a TLB: its reach
  friend bool operator==(const CacheSpec&, const CacheSpec&) = default;
};

/// Settings of a card that change the shape of its parts, as a request makes them.
struct Configuration {
  std::optional<std::uint64_t> l1_kib;
  std::optional<double> carveout_percent;
};

/// A condition on the settings of a request.
struct SettingSpec {
  std::optional<std::uint64_t> l1_kib;          ///< for requests with this l1_kib
  std::optional<double> carveout_percent_from;  ///< for requests whose carve-out lies in [from, to]
  std::optional<double> carveout_percent_to;

  bool applies(const Configuration& configuration) const;
  friend bool operator==(const SettingSpec&, const SettingSpec&) = default;
};

/// The shape of a cache under some settings (Fermi's 48 KiB L1, a carve-out).
struct AlternativeSpec {
  SettingSpec when;
  CacheSpec cache;
  friend bool operator==(const AlternativeSpec&, const AlternativeSpec&) = default;
};

struct CacheEntry {
  CacheSpec cache;                            ///< the shape without any setting
  std::vector<AlternativeSpec> alternatives;  ///< the first that applies wins
  /// Extra cycles of an answer of this cache, or of parts behind it, by the slice of the address; empty: none. \pre the index is
  /// sliced.
  std::vector<double> slice_cycles;
  std::uint32_t per_sm = 1;  ///< number of such caches on an SM, each of which serves an equal share of the warp schedulers
  friend bool operator==(const CacheEntry&, const CacheEntry&) = default;
};

}  // namespace chasescope::model
