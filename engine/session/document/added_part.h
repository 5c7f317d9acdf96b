// Puts two sessions of one device together.
#pragma once

#include "engine/session/document/session.h"

namespace chasescope {

/// Adds what another probe measured of the device of `whole`. The runs of `part` get new ids where `whole` has theirs. A finding of
/// `part` replaces the findings of the same subject, quantity and conditions in `whole`, in the place of the first of them.
void add_part(Session& whole, const Session& part);

}  // namespace chasescope
