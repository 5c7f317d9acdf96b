// Which numbers of an open software GPU nobody published: from its file to the marks of the memory diagram. What measures never
// sees this.
#pragma once

#include <QString>

#include "engine/session/document/session.h"
#include "widgets/views/memory/memory_marks.h"

namespace chasescope {

/// Empty for devices that are no models.
AssumedNumbers assumedNumbersOf(const QString& id);

/// Those of the model that a session was measured on, as far as its file is still the same card.
AssumedNumbers assumedNumbersOf(const Session& session);

}  // namespace chasescope
