// Fonts on a machine that has no font configuration.
#pragma once

namespace chasescope {

/// Where the system has no font configuration, points fontconfig to the one beside the program (in the portable folder), so that
/// fontconfig does not complain. Call this before the QApplication is made.
void prepare_font_configuration();

}  // namespace chasescope
