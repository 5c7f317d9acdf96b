// What LaTeX needs of words, colours and files, for figures that LaTeX draws.
#pragma once

#include <QByteArray>
#include <QColor>
#include <QString>
#include <optional>

#include "widgets/style/fonts.h"

namespace chasescope {

/// Words as LaTeX sets them in any font; nothing where a character among them is in no font of LaTeX.
std::optional<QByteArray> texWords(const QString& words);

/// "\fontsize{8}{9.6}\selectfont" and the weight, of a size in tenths of a point.
QByteArray texFont(double size, bool bold);

/// "202020", for \definecolor{…}{HTML}{…}.
QByteArray texColour(const QColor& colour);

/// A picture as a file that compiles alone, on a page of its own size, and that a document takes by \input, which sets it in its
/// own fonts. `packages`: lines that its preamble needs, a document's as well. `face`: alone it is set in that, if the system has
/// it.
QByteArray texFile(const QByteArray& picture, const QByteArray& packages, const QString& about, Face face);

}  // namespace chasescope
