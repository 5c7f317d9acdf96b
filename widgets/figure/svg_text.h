// Text of an SVG file as outlines, so that it looks the same where the fonts are not installed.
#pragma once

#include <QByteArray>

namespace chasescope {

/// Replaces every <text> element, as QSvgGenerator writes it, by a <path>; the words stay readable as its aria-label.
QByteArray svgWithOutlinedText(const QByteArray& svg);

}  // namespace chasescope
