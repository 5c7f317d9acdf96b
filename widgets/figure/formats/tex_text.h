// Words, colours and whole files in LaTeX's notation, for figures that LaTeX draws.
#pragma once

#include <QByteArray>
#include <QColor>
#include <QString>
#include <optional>

#include "widgets/style/fonts.h"

namespace chasescope {

/// Words that LaTeX sets in any of its fonts; nothing if no LaTeX font has one of the characters.
std::optional<QByteArray> texWords(const QString& words);

/// "\fontsize{8}{9.6}\selectfont" and the weight, for a size in tenths of a point.
QByteArray texFont(double size, bool bold);

/// "202020", for \definecolor{…}{HTML}{…}.
QByteArray texColour(const QColor& colour);

/// A file for a picture. The file compiles alone on a page of its own size; a document takes it by \input and sets the words in its
/// own fonts. `packages`: preamble lines that the file and such a document need. `face`: the typeface of the file compiled alone,
/// if the system has it.
QByteArray texFile(const QByteArray& picture, const QByteArray& packages, const QString& about, Face face);

}  // namespace chasescope
