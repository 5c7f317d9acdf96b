// The fonts of the program. They are compiled in, so that a bare server shows and prints the same text.
#pragma once

#include <QFont>

namespace chasescope {

/// Registers the compiled-in fonts; harmless when called again. Needs a QGuiApplication. False if a font could not be read.
bool registerFonts();

enum class Weight { regular, medium, semiBold, bold };

/// Inter, for words.
QFont wordFont(double pixels, Weight weight = Weight::regular);
/// JetBrains Mono, for numbers that line up.
QFont numberFont(double pixels, Weight weight = Weight::regular);

}  // namespace chasescope
