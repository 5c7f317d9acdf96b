// Readable text on a bare machine.
#pragma once

namespace chasescope {

/// Where the system has no font configuration, points fontconfig to the one beside the program (portable folder), so that it does not
/// complain. Call it before the QApplication is made.
void prepare_font_configuration();

}  // namespace chasescope
