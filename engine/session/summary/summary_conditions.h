// What a card did while it was measured, in sentences for the summary's head: from the record of its conditions, which a session keeps
// in its environment.
#pragma once

#include <string>
#include <vector>

#include "engine/session/document/session.h"

namespace chasescope {

/// First what may have disturbed the numbers ("The power cap held its clock down in 3 of 8 looks."), then clocks that were set, then heat
/// and power. Empty without a record. A file may say anything: what is no number, or no limit that is known, is left out.
std::vector<std::string> condition_sentences(const Session& session);

}  // namespace chasescope
