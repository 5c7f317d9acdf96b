// A replacement policy as a finite automaton, as a figure.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// The policy as a finite automaton: the learnt one, or the definition of the policy's name.
FigureOutcome policyMachineFigure(const Session& session, const FigureChoice& choice = {});

// In the list of figures.
const FigureEntry& policyMachineEntry();

}  // namespace chasescope
