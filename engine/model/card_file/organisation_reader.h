// Reads the members of a cache that don't describe its sets: a data store separate from the tags, and the way in which the cache is
// filled.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/card_file/object_reader.h"
#include "engine/model/spec/spec.h"

namespace chasescope::model {

/// Reads `data_store`, `exclusive` and `next_line` into the spec, and checks them against its sets, index and policy. \pre Sets,
/// index and policy have been read.
void read_organisation(ObjectReader& reader, CacheSpec& spec);

/// Reads `slice_cycles`: one number for each slice of the index.
std::vector<double> read_slice_cycles(ObjectReader& reader, const CacheSpec& spec);

/// Checks the demands of a skewed index, which has another function for each way, on the ways and policy of a cache or TLB.
void check_skew(ObjectReader& reader, const CacheSpec& spec);

}  // namespace chasescope::model
