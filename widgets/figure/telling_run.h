// Which chase of a session a picture of hits and misses shows where nobody names one.
#pragma once

#include <memory>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_run.h"

namespace chasescope {

/// Whether some accesses of the run hit a cache and some miss it.
bool showsBoth(const FigureRun& run, const std::vector<Finding>& findings);

/// The last chase of miss-pattern that shows both, by itself or with those over other footprints, or the last one of them; without
/// any, the last chase of fine-grained of more than one pass that shows both. Those of other probes answer other questions. Null
/// where there is none.
std::shared_ptr<const FigureRun> tellingRun(const Session& session);

/// Whether the run shows both, by itself or with those over other footprints that are drawn with it.
bool tellsBoth(const Session& session, const Run& run);

/// The chase that a trace shows where nobody names one: the last one of fine-grained that shows both, else the last one of the
/// probes that does. Looks at the last 64 of them. Null where there is none.
std::shared_ptr<const FigureRun> tellingTrace(const Session& session);

}  // namespace chasescope
