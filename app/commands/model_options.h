// The options of a device that is measured: noise and seed of a model, and the log of its requests.
#pragma once

#include "app/measurement/probe_session.h"

namespace CLI {
class App;
}

namespace chasescope {

void add_model_options(CLI::App& command, DeviceChoice& choice);

}  // namespace chasescope
