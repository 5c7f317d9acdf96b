// Where the three parts of a chase's picture lie, for any width and type size: the sets above, the array with its arrows in the
// middle, and below a bar for each tile, in line with it. Pure geometry.
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <vector>

#include "widgets/style/plot_style.h"
#include "widgets/views/chase/chase_picture.h"

namespace chasescope {

/// Type in px of a design for a screen; on paper it is set as small as figures are.
QFont chaseWords(const PlotStyle& style, double pixels, Weight weight = Weight::regular);
QFont chaseNumbers(const PlotStyle& style, double pixels, Weight weight = Weight::regular);

/// A line of a set, with a cell for each tile that it has room for.
struct ChaseRow {
  QRectF box;
  std::vector<QRectF> cells;
};

struct ChaseSetBox {
  QRectF label, frame;
  std::vector<ChaseRow> ways;  ///< as ChaseSet::ways
  QRectF more;                 ///< how many empty ways are not drawn; null: none
  QRectF beside;               ///< words where no line is lost
  QRectF over, under;          ///< "thrown out," and "needed next"; null where there is no room
  std::vector<ChaseRow> lost;  ///< the first of ChaseSet::lost
  QRectF more_lost;            ///< how many lost lines are not drawn; null: none
};

struct ChaseBracket {
  QRectF box;                       ///< of the bracket itself
  QRectF label;                     ///< below
  std::size_t first = 0, last = 0;  ///< tiles
};

struct ChaseLayout {
  QRectF cache, array, pass;  ///< what is covered together, below each title
  QRectF cache_title, array_title, pass_title, cycles_title;
  QRectF cache_words;  ///< why there are no sets
  std::vector<ChaseSetBox> sets;
  std::vector<QRectF> tiles;
  std::vector<QRectF> numbers;  ///< below the tiles, where they have no room in them; null where left out
  bool numbers_inside = true;
  double number_pixels = 0;
  double arcs = 0;  ///< how high arrows may rise above the tiles
  std::vector<ChaseBracket> brackets;
  bool short_brackets = false;    ///< numbers alone, without "set"
  bool small_brackets = false;    ///< in smaller type
  bool one_arrow = false;         ///< along the array, in place of one from each tile to the next
  double floor = 0, ceiling = 0;  ///< of the bars; cycles rise from the floor
  bool cycles_above = true;       ///< each bar has its cycles above it; else the levels stand at the right
  double height = 0;              ///< that the picture needs at least, or has
};

/// What is known of the cache may be of another pass than the one below (see ChasePlot); null where its part is covered.
/// `tight`: lower tiles and bars and less room between the parts, for two cards beside each other on a small screen.
ChaseLayout layOutChase(const ChasePicture& picture, const ChasePicture* cache, double width, double height, const PlotStyle& style,
                        bool tight = false);

/// Type of the numbers of sets below their tiles.
QFont bracketWords(const ChaseLayout& layout, const PlotStyle& style, Weight weight);

/// What a tile says: its number.
QString tileText(const ChaseTile& tile);
/// What a cell of a line says, and a line that is one cell.
QString lineText(const ChasePicture& picture, const ChaseLine& line);

}  // namespace chasescope
