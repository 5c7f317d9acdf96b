// Adapts the other controls of the builder when a person changes one, so that together they still make a valid cache: pure
// functions.
#pragma once

#include <string>
#include <vector>

#include "engine/model/spec/spec.h"

namespace chasescope::build {

/// The ways of `sets` sets: the old sets keep theirs, and new sets get as many as the last old one.
std::vector<std::uint32_t> with_sets(const std::vector<std::uint32_t>& ways, std::size_t sets);

/// The default index of a kind for a cache of this line size and this number of sets. bits: the bits just above the line offset.
/// xor: each of these bits XORed with the bit as many places above it as there are set bits. modulo: the line number modulo the
/// sets. table: line i goes to set i.
model::IndexSpec usual_index(model::IndexSpec::Kind kind, std::uint64_t unit_bytes, std::size_t sets);

/// The index of `after`, whose line size or number of sets differs from `before`. A default index becomes the default index of the
/// new cache. In any other index the bits move with the line size, and set bits are removed or added at the top. If the number of
/// sets is no power of two, an index of bits stays wrong, and the loader reports it.
model::IndexSpec refitted_index(const model::CacheSpec& before, const model::CacheSpec& after);

/// The policy of `after`, whose ways differ from those of `before`. Probabilities of ways and the number of leading sets are
/// computed anew. All other parameters stay.
model::PolicySpec refitted_policy(const model::CacheSpec& before, const model::CacheSpec& after);

/// A text such as "6, 4, 4, 4". Four or more equal numbers in a row become one item: "6, 31 × 4". parse_ways reads both forms, also
/// with "x" or "*" as the sign.
std::string ways_text(const std::vector<std::uint32_t>& ways);
/// Empty if the text is no such list, or has more than `most` sets.
std::vector<std::uint32_t> parse_ways(const std::string& text, std::size_t most);

}  // namespace chasescope::build
