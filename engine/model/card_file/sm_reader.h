// Reads shared memory, request table, bandwidth, copy, cluster and memory operations from a card file.
#pragma once

#include "engine/model/card_file/object_reader.h"
#include "engine/model/spec/sm_spec.h"

namespace chasescope::model {

/// `card` is the reader of the whole file; all six members are optional.
SmSpec read_sm(ObjectReader& card);

}  // namespace chasescope::model
