// Converts a set index to the value and reason of a finding and back, so that any session's finding can be read again.
//
//   function.value = index_value(index);  function.reason = index_words(index);
//   if (const auto index = index_from(function, bits)) draw(index->set_of(address));
//
// A finding's value is a word or a basis (design §4); the details of `modulo` and `table` are in the reason.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "engine/findings/finding.h"
#include "engine/inference/sets/set_index.h"

namespace chasescope {

/// "bits", "modulo", "table", or a reduced basis (arrays of byte-address bits); null for one set.
nlohmann::json index_value(const inference::SetIndex& index);

/// The part of the index that the value does not contain: "Blocks of 128 B, by their number modulo 3."; empty if the value is
/// complete. Tables of more than some hundred blocks are too long for a sentence and are left out.
std::string index_words(const inference::SetIndex& index);

/// The index in a finding `set_index_function`, together with the finding `set_index_bits` if there is one. No value if the two are
/// incomplete.
std::optional<inference::SetIndex> index_from(const Finding& function, const Finding* bits);

}  // namespace chasescope
