// The software GPU behind a session's runs, for playing them again in a view or on paper. What measures never sees this.
#pragma once

#include "engine/session/document/session.h"
#include "engine/step/make_source.h"

namespace chasescope {

/// Without a card where the runs were not made by a model, or where its file can't be read any more.
step::RunModel run_model_of(const Session& session);

}  // namespace chasescope
