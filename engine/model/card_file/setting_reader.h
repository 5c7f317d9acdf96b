// Reads the settings for which an alternative holds: l1_kib, carveout_percent_from, carveout_percent_to.
#pragma once

#include "engine/model/card_file/object_reader.h"
#include "engine/model/spec/spec.h"

namespace chasescope::model {

/// An alternative that names no setting is a fault.
SettingSpec read_setting(ObjectReader& reader);

}  // namespace chasescope::model
