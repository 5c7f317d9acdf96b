// Text about a document that an ended process left.
#pragma once

#include <QString>

#include "engine/session/journal/recovery.h"

namespace chasescope {

/// "GeForce GTX 560 Ti (software), Whole card: 1,414 runs, 23 findings"
QString leftWords(const LeftDocument& left);

/// "27 Nov 2026, 15:32 (ended early)", in local time; empty where nothing is known.
QString leftWhen(const LeftDocument& left);

/// "3 runs and findings can't be read and are left out. So are 120 B at the end of the journal." Empty where all was read.
QString leftOutWords(std::size_t count, std::size_t unreadBytes);

}  // namespace chasescope
