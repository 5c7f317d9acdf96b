// Where the three parts of the picture of a chase lie, for any width and type size: the sets of the cache at the top, the array
// with its arrows in the middle, and at the bottom a bar for each tile, straight below the tile. Pure geometry.
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <vector>

#include "widgets/style/plot_style.h"
#include "widgets/views/chase/chase_picture.h"

namespace chasescope {

/// Fonts with a size in px for a screen; on paper the size is scaled down to that of figures.
QFont chaseWords(const PlotStyle& style, double pixels, Weight weight = Weight::regular);
QFont chaseNumbers(const PlotStyle& style, double pixels, Weight weight = Weight::regular);

/// A cache line in a set, with a cell for each tile that fits into the line.
struct ChaseRow {
  QRectF box;
  std::vector<QRectF> cells;
};

struct ChaseSetBox {
  QRectF label, frame;
  std::vector<ChaseRow> ways;  ///< as ChaseSet::ways
  QRectF more;                 ///< text with the number of empty ways that are not drawn; null: all are drawn
  QRectF beside;               ///< text beside a set that lost no line
  QRectF over, under;          ///< "thrown out," and "needed next"; null where there is no room
  std::vector<ChaseRow> lost;  ///< the first lines of ChaseSet::lost
  QRectF more_lost;            ///< text with the number of lost lines that are not drawn; null: all are drawn
};

struct ChaseBracket {
  QRectF box;                       ///< of the bracket itself
  QRectF label;                     ///< the bracket's label, below it
  std::size_t first = 0, last = 0;  ///< indices of the first and the last tile
};

struct ChaseLayout {
  QRectF cache, array, pass;  ///< the areas that a lesson can cover, each below its title
  QRectF cache_title, array_title, pass_title, cycles_title;
  QRectF cache_words;  ///< text that says why the sets are not known
  std::vector<ChaseSetBox> sets;
  std::vector<QRectF> tiles;
  std::vector<QRectF> numbers;  ///< numbers below the tiles, where tiles are too small for them; null where a number is left out
  bool numbers_inside = true;
  double number_pixels = 0;
  double arcs = 0;  ///< how high arrows may rise above the tiles
  std::vector<ChaseBracket> brackets;
  bool short_brackets = false;    ///< labels are numbers alone, without "set"
  bool small_brackets = false;    ///< labels are in smaller type
  bool one_arrow = false;         ///< one arrow along the array instead of one from each tile to the next
  double floor = 0, ceiling = 0;  ///< lower and upper edge of the bars; cycles are counted from the floor
  bool cycles_above = true;       ///< each bar has its cycles above it; else the levels of latency are written at the right
  double height = 0;              ///< the height of the picture, or the least that it needs
};

/// `cache` is a picture of the cache's state, perhaps of another pass than `picture` (see ChasePlot); null where the cache is
/// covered. `tight`: lower tiles and bars and less room between the parts, for two cards beside each other on a small screen.
ChaseLayout layOutChase(const ChasePicture& picture, const ChasePicture* cache, double width, double height, const PlotStyle& style,
                        bool tight = false);

/// Font of the set numbers below the brackets.
QFont bracketWords(const ChaseLayout& layout, const PlotStyle& style, Weight weight);

/// The text of a tile: its number.
QString tileText(const ChaseTile& tile);
/// The text of a line that is drawn as one cell.
QString lineText(const ChasePicture& picture, const ChaseLine& line);

}  // namespace chasescope
