// The application's style sheet, made from a palette and a type scale.
//
// Widgets ask for a look by a dynamic property instead of a sheet of their own:
//   class = "card"       a panel with rounded corners          class = "primary"  the one button that matters
//   class = "title"      heading of a panel                    class = "segment"  one of several choices side by side
//   class = "quiet"      secondary text                        class = "error"    an error sentence
//   class = "banner"     what failed, above a view             class = "note"     what is worth knowing, above a view
//   class = "choice"     one of several in a grid              class = "cell"     a field as small as its number
//   class = "ground"     what a window stands on               class = "rule"     a line between groups
//   class = "step"       one more, or one less
//   class = "drop"       where a dragged file would land   class = "popup"    what lies over the window for a moment
#pragma once

#include <QString>
#include <QWidget>

#include "widgets/style/palette.h"

namespace chasescope {

QString themeSheet(const Palette& palette, double fontScale);

/// Gives a widget one of the looks above.
template <typename W>
W* looking(W* widget, const char* name) {
  widget->setProperty("class", QString::fromLatin1(name));
  return widget;
}

}  // namespace chasescope
