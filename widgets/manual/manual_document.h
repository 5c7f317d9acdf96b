// A page of the manual as a document: its Markdown in the type and the colours of the theme, with pictures that fit the width,
// headings that can be scrolled to, and terms of the glossary that can be clicked.
#pragma once

#include <QHash>
#include <QString>
#include <QTextDocument>

namespace chasescope {

class Theme;

/// Fills the document with a page. `width` is the room for text and pictures in px; `pixelRatio` is the number of screen dots per
/// px. Returns the block number of each heading, by its anchor.
QHash<QString, int> fillManual(QTextDocument& document, const QString& page, const Theme& theme, int width, double pixelRatio);

}  // namespace chasescope
