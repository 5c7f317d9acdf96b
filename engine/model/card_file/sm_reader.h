// Reads shared memory, request table, bandwidth, copy and cluster from a card file.
#pragma once

#include "engine/model/card_file/object_reader.h"
#include "engine/model/spec/sm_spec.h"

namespace chasescope::model {

/// `card` is the reader of the whole file; all five members are optional.
SmSpec read_sm(ObjectReader& card);

}  // namespace chasescope::model
