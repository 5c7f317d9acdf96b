// What a card file says of a cache besides its sets: a data store beside the tags, and how it fills.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/card_file/object_reader.h"
#include "engine/model/spec/spec.h"

namespace chasescope::model {

/// Reads `data_store`, `exclusive` and `next_line` into the spec, and checks them against its sets, index and policy. \pre those
/// have been read.
void read_organisation(ObjectReader& reader, CacheSpec& spec);

/// Reads `slice_cycles`: one number for each slice of the index.
std::vector<double> read_slice_cycles(ObjectReader& reader, const CacheSpec& spec);

/// What an index that is another for each way asks of a cache or TLB.
void check_skew(ObjectReader& reader, const CacheSpec& spec);

}  // namespace chasescope::model
