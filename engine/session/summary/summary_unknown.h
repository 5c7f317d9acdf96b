// The unknown quantities of a card, with the reason in a few words and a probe that may find them.
#pragma once

#include <string>
#include <vector>

#include "engine/session/summary/summary_finder.h"

namespace chasescope {

/// Puts the device id that a person gave into the commands that do not name the device, quoted for a shell.
void name_device(std::vector<SummaryUnknown>& unknown, const std::string& id);

/// One line for each level; no line repeats another one.
std::vector<SummaryUnknown> unknown_of(const SummaryFinder& finder, const PublishedReasons& reasons);

/// Whether the time that was given ended before all that was asked for was measured.
bool was_cut_short(const Session& session);

}  // namespace chasescope
