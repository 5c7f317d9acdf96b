// The fonts of the program. Its own two are compiled in, so that a bare server shows and prints the same text; the faces that
// journals are set in are those of the system, for figures on paper alone.
#pragma once

#include <QFont>
#include <QList>
#include <QString>
#include <optional>

namespace chasescope {

/// Registers the compiled-in fonts; harmless when called again. Needs a QGuiApplication. False if a font could not be read.
bool registerFonts();

enum class Weight { regular, medium, semiBold, bold };

/// In what a figure's words and numbers are set: the program's own type, or the type of the page that it stands on.
enum class Face { inter, times, libertine, computer_modern };

/// A face as options, the dialog and its absence tell it.
struct FaceEntry {
  Face face;
  const char* name;     ///< "times": on the command line and in settings
  const char* title;    ///< "Times (TeX Gyre Termes)"
  const char* family;   ///< as the system calls it
  const char* package;  ///< of Debian, that holds it; null for what is compiled in
};
const QList<FaceEntry>& faces();
const FaceEntry& entryOf(Face face);
std::optional<Face> faceNamed(const QString& name);
/// Why text can't be set in this face, as a sentence that names the package; empty if it can. Needs a QGuiApplication.
QString faceProblem(Face face);

/// Inter, for words; or another face, whose missing characters Inter lends.
QFont wordFont(double pixels, Weight weight = Weight::regular, Face face = Face::inter);
/// JetBrains Mono, for numbers that line up; in another face its own figures.
QFont numberFont(double pixels, Weight weight = Weight::regular, Face face = Face::inter);

}  // namespace chasescope
