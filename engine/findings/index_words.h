// A set index as a finding tells it, in both directions: what a probe writes can be read back from any session.
//
//   function.value = index_value(index);  function.reason = index_words(index);
//   if (const auto index = index_from(function, bits)) draw(index->set_of(address));
//
// A finding's value is a word or a basis (design §4); what the words `modulo` and `table` leave out stands in the reason.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "engine/findings/finding.h"
#include "engine/inference/sets/set_index.h"

namespace chasescope {

/// "bits", "modulo", "table", or a reduced basis (arrays of byte-address bits); null for one set.
nlohmann::json index_value(const inference::SetIndex& index);

/// What the value does not say: "Blocks of 128 B, by their number modulo 3."; empty where it says all. Tables of more than some
/// hundred blocks are too long for a sentence and are left out.
std::string index_words(const inference::SetIndex& index);

/// The index that a finding `set_index_function` tells, with the finding `set_index_bits` where there is one. Nothing where the two
/// don't say it in full.
std::optional<inference::SetIndex> index_from(const Finding& function, const Finding* bits);

}  // namespace chasescope
