// The fonts of a chase's picture, and the texts of its tiles and lines.
#include "widgets/style/words.h"
#include "widgets/views/chase/chase_layout.h"

namespace chasescope {
namespace {

/// The size of type in px. On paper, words beside the picture are a little smaller and all other type has one size.
double typePixels(const PlotStyle& style, double pixels) { return style.print ? (pixels > 13 ? 12 : 11.2) : pixels; }

}  // namespace

QFont chaseWords(const PlotStyle& style, double pixels, Weight weight) { return style.words(typePixels(style, pixels), weight); }
QFont chaseNumbers(const PlotStyle& style, double pixels, Weight weight) {
  return style.figures(typePixels(style, pixels), weight);
}

QFont bracketWords(const ChaseLayout& layout, const PlotStyle& style, Weight weight) {
  constexpr double kSmall = 9;  // px of a design for a screen: 6 points, beside type of 8 points
  return layout.small_brackets ? style.words(kSmall, weight) : chaseWords(style, 14, weight);
}

QString tileText(const ChaseTile& tile) { return counted(tile.number); }

QString lineText(const ChasePicture& picture, const ChaseLine& line) {
  if (picture.unit == ChasePicture::Unit::line || line.tiles.size() == 1) return tileText(picture.tiles[line.tiles.front()]);
  return tileText(picture.tiles[line.tiles.front()]) + QStringLiteral("–") + tileText(picture.tiles[line.tiles.back()]);
}

}  // namespace chasescope
