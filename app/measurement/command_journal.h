// The journal of a command: what it has measured, until it is printed or written.
#pragma once

#include <memory>

#include "engine/session/journal/journal.h"

namespace chasescope {

/// One for the process, made when it is first asked for. It keeps nothing of what takes less than a second.
std::shared_ptr<Journal> command_journal();

/// At the end of a command: what was given out is forgotten; where it was not, a note says that it is kept.
void settle_journal(bool given_out);

}  // namespace chasescope
