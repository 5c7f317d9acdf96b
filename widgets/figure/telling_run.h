// Chooses the chase for a picture of hits and misses if nobody names one.
#pragma once

#include <memory>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_run.h"

namespace chasescope {

/// Whether some accesses of the run are hits and some are misses.
bool showsBoth(const FigureRun& run, const std::vector<Finding>& findings);

/// The last chase of miss-pattern with hits and misses, alone or together with its runs over other footprints; else the last chase
/// of miss-pattern. Without any, the last chase of fine-grained with several passes and with hits and misses. Chases of other
/// probes don't count. Null if there is none.
std::shared_ptr<const FigureRun> tellingRun(const Session& session);

/// Whether the run has hits and misses, alone or together with the runs over other footprints that are drawn with it.
bool tellsBoth(const Session& session, const Run& run);

/// The chase for a trace if nobody names one: the last chase of fine-grained with hits and misses, else the last such chase of any
/// probe. Looks at the last 64 chases. Null if there is none.
std::shared_ptr<const FigureRun> tellingTrace(const Session& session);

}  // namespace chasescope
