// In what colours, type and sizes a plot is drawn: one style for a window, another for a figure on paper.
#pragma once

#include <QFont>

#include "widgets/style/fonts.h"
#include "widgets/style/palette.h"

namespace chasescope {

struct PlotStyle {
  Palette palette = lightPalette();
  /// One px of a design drawn for a screen, in the units of the plot. On paper a unit is a tenth of a point, so this is larger.
  double unit = 1;
  double textPixels = 12;  ///< size of the axes' numbers, in screen px at unit 1
  bool print = false;      ///< for paper: no interaction aids, vector cells, everything at final size

  QFont text(Weight weight = Weight::regular) const { return wordFont(textPixels * unit, weight); }
  QFont small(Weight weight = Weight::regular) const { return wordFont(textPixels * 0.92 * unit, weight); }
  QFont number(Weight weight = Weight::regular) const { return numberFont(textPixels * 0.94 * unit, weight); }
  /// A length given in screen px.
  double px(double pixels) const { return pixels * unit; }
  /// The width of a line given in screen px: thicker where contrast is to be high.
  double line(double pixels) const { return px(pixels) * (palette.highContrast ? 1.6 : 1); }
  /// A length that grows with the type.
  double em(double pixels) const { return pixels * unit * textPixels / 12; }
};

}  // namespace chasescope
