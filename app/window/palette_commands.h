// The entries of the command palette: menu actions, views, probes, devices, and the runs and numbers of the open document.
#pragma once

#include <vector>

#include "widgets/shell/command_model.h"

namespace chasescope {

class MainWindow;

/// The commands at this moment; a disabled command says why. The window must outlive them.
std::vector<Command> commandsOf(MainWindow& window);

}  // namespace chasescope
