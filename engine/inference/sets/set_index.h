// A hypothesis about how addresses choose their set. The structure methods find it, and predict with it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/inference/sets/bit_basis.h"

namespace chasescope::inference {

struct SetIndex {
  enum class Kind {
    one_set,  ///< every address goes to the same set
    linear,   ///< set bit i is the parity of the address bits in rows[i]: bit fields and XORs of bit groups
    modulo,   ///< granule number modulo the number of sets
    listed,   ///< no rule found: the set of each unit (line or page) of a range, one by one
  };
  Kind kind = Kind::one_set;
  std::vector<std::uint64_t> rows;                ///< linear: reduced basis, ascending by lowest bit
  std::uint64_t granule_bytes = 0;                ///< modulo: consecutive bytes that share a set
  std::uint64_t modulus = 1;                      ///< modulo: number of sets
  std::uint64_t unit_bytes = 0;                   ///< listed
  std::map<std::uint64_t, std::uint32_t> listed;  ///< unit number -> set
  std::uint32_t listed_sets = 0;
  std::uint64_t listed_period = 0;  ///< listed: units after which the list repeats; 0: it is not known to

  std::uint64_t sets() const;
  /// The set of an address. For `listed`, sets() if the address lies outside the list.
  std::uint64_t set_of(std::uint64_t address) const;
  /// An address near `address` that is in `set`. \pre such an address exists (for `listed`: the list repeats).
  std::uint64_t moved_to_set(std::uint64_t address, std::uint64_t set) const;
  /// Whether each set bit is one address bit.
  bool plain_bits() const;
  friend bool operator==(const SetIndex&, const SetIndex&) = default;
};

/// The largest power of two (bytes) of which this holds, and of every smaller one from `smallest` on: as many addresses as the
/// index has sets, so far apart and from address 0 on, go to a set each. Empty if it does not hold of `smallest`. \pre the index is
/// linear, and `smallest` is a power of two.
std::optional<std::uint64_t> largest_spread_stride(const SetIndex& index, std::uint64_t smallest);

/// The linear index that is equivalent to a list that repeats, if there is one; its sets have other numbers.
std::optional<SetIndex> linear_form(const SetIndex& listed);

/// The same for a modulo index.
std::optional<SetIndex> modulo_form(const SetIndex& listed);

/// The largest footprint from address 0 on that stays without a miss, in bytes, where set i has room for ways[i] lines. Empty if
/// the index does not give the set of every line up to there.
std::optional<std::uint64_t> contiguous_bytes(const SetIndex& index, const std::vector<std::uint32_t>& ways,
                                              std::uint64_t line_bytes);

}  // namespace chasescope::inference
