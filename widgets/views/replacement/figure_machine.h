// Replacement as a machine of states, as a figure.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// The replacement as a finite automaton, as it was learnt or as its name defines it.
FigureOutcome policyMachineFigure(const Session& session, const FigureChoice& choice = {});

// In the list of figures.
const FigureEntry& policyMachineEntry();

}  // namespace chasescope
