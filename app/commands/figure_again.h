// The words of the command that made a figure, as the JSON beside it keeps them, and that command given again.
#pragma once

#include <nlohmann/json.hpp>

#include "app/commands/commands.h"

namespace chasescope {

/// Members of the JSON: `command` as one would type it in the figure's folder, `arguments` as a list, and the version of the
/// program. Files are named from the folder that the figure is written to, so that both can be moved together.
nlohmann::json command_json(const FigureCommandOptions& options);

/// Makes the figure of such a JSON again (options.figure is its file): into its folder and under its name, or as -o, --name,
/// --formats and
/// --force say. \return the exit code of that command.
int figure_again_command(const FigureCommandOptions& options);

}  // namespace chasescope
