// The colours of the program: its palettes, the levels' colours and markers, and the heat scale.
//
// Colours have one meaning everywhere: a level keeps its colour and its marker in every view, a status its dot and its word. Blue
// is a hit and vermilion a miss; no level is vermilion. Colour is never the only sign.
#pragma once

#include <QColor>
#include <QPen>
#include <QString>
#include <cstddef>

namespace chasescope {

/// Every colour that a widget or a plot may use. `line` is for separators, `outline` for the edges of controls.
struct Palette {
  bool dark = false;
  bool highContrast = false;  ///< every text has a contrast of at least 7:1 with its background, and lines are thicker
  bool grey = false;          ///< only greys, as for print: line styles, marks and hatching distinguish instead of colours
  QColor ground, card, sunken, ink, quietInk, line, outline;
  QColor accent, accentHover, accentPressed, accentInk, accentSoft, hover, focus;
  QColor measured, reported, cantTell, assumed, danger, dangerSoft, warningSoft;
  QColor hit, hitText, miss, missText;  ///< of marks and lines, and of words
};

const Palette& lightPalette();
const Palette& darkPalette();
/// White and saturated on black; dark as well.
const Palette& contrastPalette();
/// As light, with white everywhere: the screen shows what is printed.
const Palette& paperPalette();
/// As paper, in greys alone.
const Palette& greyPalette();

/// The marker that goes with a level, so that levels can be told apart in grey.
enum class Marker { circle, square, triangle, diamond, cross, plus };

/// Colour of the marks of the n-th level of a trace, lowest first (Okabe and Ito). Repeats after six.
QColor levelColour(std::size_t level, const Palette& palette);
/// The same hue at a lightness that is readable as text on a card.
QColor levelTextColour(std::size_t level, const Palette& palette);
Marker levelMarker(std::size_t level);
/// The pen of the n-th of several curves: in colour they are all solid, in grey each has a line style of its own. Repeats after
/// six.
QPen curvePen(std::size_t curve, const QColor& colour, double width, const Palette& palette);

/// The viridis scale; `t` is clamped to 0 … 1.
QColor viridis(double t);
/// The scale of a map: viridis, or in grey from dark to light.
QColor heat(double t, const Palette& palette);

/// Contrast of two opaque colours as WCAG 2 defines it, 1 to 21.
double contrastRatio(const QColor& a, const QColor& b);

/// `top` with this opacity over `bottom`, opaque.
QColor mixed(const QColor& top, const QColor& bottom, double opacity);

/// The ink of disabled controls: quiet ink at this opacity, but readable in high contrast.
QColor disabledInk(const Palette& palette, double opacity);

}  // namespace chasescope
