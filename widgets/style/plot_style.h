// The colours, type and sizes of a plot: one style for a window, another for a figure on paper.
#pragma once

#include <QFont>
#include <algorithm>

#include "widgets/style/fonts.h"
#include "widgets/style/palette.h"

namespace chasescope {

/// The place of a legend. `own` is the figure's own choice, `inside` the corner of the plot where the legend covers the fewest
/// points.
enum class LegendPlace { own, inside, top_left, top_right, bottom_left, bottom_right, above, below, right, none };
/// Whether the legend lies over the plot and so takes no room of its own.
inline bool isInside(LegendPlace place) { return place >= LegendPlace::inside && place <= LegendPlace::bottom_right; }

struct PlotStyle {
  Palette palette = lightPalette();
  /// One px of a design drawn for a screen, in the units of the plot. On paper a unit is a tenth of a point, so this is larger.
  double unit = 1;
  double textPixels = 12;   ///< size of the axes' numbers, in screen px at unit 1
  double leastPixels = 0;   ///< no text is smaller than this, in screen px at unit 1; 0: no limit
  bool print = false;       ///< for paper: no interaction aids, vector cells, everything at final size
  Face face = Face::inter;  ///< typeface of words and numbers
  double lineWidths = 1;    ///< factor on the width of every line of the design
  bool letters = false;     ///< panels have the letters (a), (b), … at their heads
  LegendPlace legend = LegendPlace::own;

  QFont text(Weight weight = Weight::regular) const { return wordFont(sized(1), weight, face); }
  QFont small(Weight weight = Weight::regular) const { return wordFont(sized(0.92), weight, face); }
  QFont number(Weight weight = Weight::regular) const { return numberFont(sized(0.94), weight, face); }
  /// Fonts of words and numbers in a size given in screen px, for a plot whose textPixels are 12.
  QFont words(double pixels, Weight weight = Weight::regular) const { return wordFont(sized(pixels / 12), weight, face); }
  QFont figures(double pixels, Weight weight = Weight::regular) const { return numberFont(sized(pixels / 12), weight, face); }
  /// The size of type in units of the plot, `times` the size of the axes' numbers.
  double sized(double times) const { return std::max(textPixels * times, leastPixels) * unit; }
  /// A length given in screen px.
  double px(double pixels) const { return pixels * unit; }
  /// The width of a line given in screen px; thicker in the theme of high contrast.
  double line(double pixels) const { return px(pixels) * (palette.highContrast ? 1.6 : 1) * lineWidths; }
  /// A length given in screen px for type of 12, which grows with the type.
  double em(double pixels) const { return pixels * unit * textPixels / 12; }
};

}  // namespace chasescope
