// All that the command palette lists: what the menus have, the views, the probes, the devices, and what the open document is about.
#pragma once

#include <vector>

#include "widgets/shell/command_model.h"

namespace chasescope {

class MainWindow;

/// As things stand now: what is disabled says why. The window must outlive them.
std::vector<Command> commandsOf(MainWindow& window);

}  // namespace chasescope
