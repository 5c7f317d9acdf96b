// A card by its name on a command line: a file, a recording, or a device, which is discovered.
#pragma once

#include <string>

#include "engine/session/convert.h"

namespace chasescope {

/// The document, or the session of the device's discovery. \return `internal` where a file can't be read.
Outcome<OpenedDocument> open_named_card(const std::string& name);

}  // namespace chasescope
