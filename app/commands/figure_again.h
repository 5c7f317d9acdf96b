// The command line that made a figure, as the JSON beside the figure keeps it, and how to run it again.
#pragma once

#include <nlohmann/json.hpp>

#include "app/commands/commands.h"

namespace chasescope {

/// Members of the JSON: `command` as one would type it in the figure's folder, `arguments` as a list, and the version of the
/// program. Paths are relative to the figure's folder, so that the figure and its sources can be moved together.
nlohmann::json command_json(const FigureCommandOptions& options);

/// The format of -o if it names a figure's file ("png" of "figures/l1.PNG"); empty if it names a folder.
std::string ending_of_file(const std::string& output);

/// Makes the figure of such a JSON (options.figure) again: into the JSON's folder under the same name, unless -o, --name, --formats
/// or --force say otherwise. \return the exit code of that command.
int figure_again_command(const FigureCommandOptions& options);

}  // namespace chasescope
