// The state of a card while it was measured, in sentences for the head of the summary. The source is the record of conditions in
// the environment of a session.
// in its environment.
#pragma once

#include <string>
#include <vector>

#include "engine/session/document/session.h"

namespace chasescope {

/// First the sentences about disturbances of the numbers ("Warning: its clock was held down (power cap) in 3 of 8 looks."), then
/// locked clocks, then temperature and power. Empty without a record. A file may have any content: entries that are no number or no
/// known limit are left out.
std::vector<std::string> condition_sentences(const Session& session);

}  // namespace chasescope
