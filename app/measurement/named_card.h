// A card as a person names it on a command line: a file, a recording, or a device, which is discovered.
#pragma once

#include <string>

#include "engine/session/convert.h"

namespace chasescope {

/// A document, or what a discovery of a device finds.
Outcome<OpenedDocument> open_named_card(const std::string& name);

}  // namespace chasescope
