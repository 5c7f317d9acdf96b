// The fonts of the program. Two fonts are compiled in, so that text looks the same on a server without fonts. The typefaces of
// journals are taken from the system, and only for figures on paper.
#pragma once

#include <QFont>
#include <QList>
#include <QString>
#include <optional>

namespace chasescope {

/// Registers the compiled-in fonts; a second call does nothing. Needs a QGuiApplication. False if a font could not be read.
bool registerFonts();

enum class Weight { regular, medium, semiBold, bold };

/// The typeface of a figure's words and numbers: the program's own, or that of the page around the figure.
enum class Face { inter, times, libertine, computer_modern };

/// The names of a typeface for options, for the dialog and for a message that it is missing.
struct FaceEntry {
  Face face;
  const char* name;     ///< "times": on the command line and in settings
  const char* title;    ///< "Times (TeX Gyre Termes)"
  const char* family;   ///< family name in the system
  const char* package;  ///< the Debian package that has it; null for the compiled-in one
};
const QList<FaceEntry>& faces();
const FaceEntry& entryOf(Face face);
std::optional<Face> faceNamed(const QString& name);
/// Why text can't be set in this face, as a sentence that names the package; empty if it can. Needs a QGuiApplication.
QString faceProblem(Face face);

/// Inter, for words, or another typeface, whose missing characters are taken from Inter.
QFont wordFont(double pixels, Weight weight = Weight::regular, Face face = Face::inter);
/// JetBrains Mono, for numbers that line up; with another typeface, that typeface's own digits.
QFont numberFont(double pixels, Weight weight = Weight::regular, Face face = Face::inter);

}  // namespace chasescope
