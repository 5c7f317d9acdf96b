// A page of the manual as a document: its Markdown in the type and the colours of the theme, with pictures as wide as there is
// room, headings that can be scrolled to, and terms of the glossary that can be clicked.
#pragma once

#include <QHash>
#include <QString>
#include <QTextDocument>

namespace chasescope {

class Theme;

/// Fills the document with a page. `width` px is what there is for text and pictures; `pixelRatio` how many dots of the screen a px
/// has. Returns the block at which each heading stands, by its anchor.
QHash<QString, int> fillManual(QTextDocument& document, const QString& page, const Theme& theme, int width, double pixelRatio);

}  // namespace chasescope
