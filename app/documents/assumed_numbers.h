// The numbers of an open software GPU that were never published: read from its file for the marks of the memory diagram. The
// measuring code never uses them.
#pragma once

#include <QString>

#include "engine/session/document/session.h"
#include "widgets/views/memory/memory_marks.h"

namespace chasescope {

/// Empty for devices that are no models.
AssumedNumbers assumedNumbersOf(const QString& id);

/// The assumed numbers of the model that a session was measured on, if its file still describes the same card.
AssumedNumbers assumedNumbersOf(const Session& session);

}  // namespace chasescope
