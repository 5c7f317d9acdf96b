// One function per family, which draws a machine as its vendor might have built it. Where a number is odd, a comment names its
// source.
#pragma once

#include <nlohmann/json.hpp>

#include "tests/engine/accuracy/machines/draw.h"

namespace chasescope::accuracy {

// nvidia_early.cpp
nlohmann::json tesla(Draw& draw);
nlohmann::json fermi(Draw& draw);
nlohmann::json kepler(Draw& draw);
nlohmann::json maxwell(Draw& draw);

// nvidia_late.cpp
nlohmann::json volta(Draw& draw);
nlohmann::json ampere(Draw& draw);
nlohmann::json hopper(Draw& draw);

// amd.cpp
nlohmann::json gcn(Draw& draw);
nlohmann::json rdna(Draw& draw);
nlohmann::json zen(Draw& draw);

// small_gpus.cpp
nlohmann::json xe(Draw& draw);
nlohmann::json mali(Draw& draw);
nlohmann::json apple(Draw& draw);
nlohmann::json adreno(Draw& draw);
nlohmann::json videocore(Draw& draw);

// processors.cpp
nlohmann::json core(Draw& draw);
nlohmann::json cortex(Draw& draw);
nlohmann::json niagara(Draw& draw);
nlohmann::json alpha(Draw& draw);
nlohmann::json power(Draw& draw);

}  // namespace chasescope::accuracy
