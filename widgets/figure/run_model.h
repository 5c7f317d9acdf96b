// The software GPU that made a session's runs, for playing them again in a view or on paper. Measurements never use it.
#pragma once

#include "engine/session/document/session.h"
#include "engine/step/make_source.h"

namespace chasescope {

/// The model has no card if a real device made the runs, or if the card's file can't be read any more.
step::RunModel run_model_of(const Session& session);

}  // namespace chasescope
