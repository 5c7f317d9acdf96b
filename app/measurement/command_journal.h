// The journal of a command: keeps its measurements until they are printed or written.
#pragma once

#include <chrono>
#include <memory>

#include "engine/session/journal/journal.h"

namespace chasescope {

/// The one journal of the process, made at the first call, with the clock of that call. Measurements of less than a second are not
/// kept.
std::shared_ptr<Journal> command_journal(Journal::Clock clock = std::chrono::steady_clock::now);

/// Call where measuring again would cost something: a card or a program was measured, a software GPU took more than a second of the
/// processor's time, or the person stopped it.
void measuring_costs();

/// Call at the end of a command: forgets the measurements if they were printed or written, or cost nothing; otherwise a note says
/// that they are kept.
void settle_journal(bool given_out);

}  // namespace chasescope
