#include "widgets/views/conflicts/conflict_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/plot/text_room.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr std::size_t kShades = 64;    // of either colour
constexpr double kBarOfScale = 0.7;    // height of the bar of colours, as a share of a line of words
constexpr double kLongestScale = 220;  // em

/// The colours of the cells. A pair without influence on each other has the colour of paper; one that misses more often together is
/// vermilion, as misses are, and one that misses less often blue, as hits are. Full colour begins where no pair can be by chance,
/// even if no pair reaches it, so that chance alone stays pale.
class Shades {
 public:
  Shades(const ConflictFacts& facts, const Palette& palette) : most_(rangeOf(facts).high) {
    for (std::size_t i = 0; i <= kShades; ++i) {
      const double t = static_cast<double>(i) / kShades;
      hurts_[i] = mixed(palette.miss, palette.card, t);
      helps_[i] = mixed(palette.hit, palette.card, t);
    }
  }
  const QColor& of(float z) const {
    const double t = std::clamp(static_cast<double>(z) / most_, -1.0, 1.0);
    const auto shade = static_cast<std::size_t>(std::lround(std::abs(t) * kShades));
    return t >= 0 ? hurts_[shade] : helps_[shade];
  }

 private:
  double most_;
  std::array<QColor, kShades + 1> hurts_, helps_;
};

/// Which place stands in each row and column.
std::size_t placeAt(std::size_t i, const ConflictFacts& facts, PlaceOrder order) {
  return order == PlaceOrder::by_address ? facts.by_address[i] : i;
}

QString placesInWords(const ConflictFacts& facts) {
  const bool some = facts.places.size() < facts.of_places;
  const QString shown =
      some ? tr("%1 of %2").arg(counted(facts.places.size()), counted(facts.of_places)) : counted(facts.places.size());
  return (arePages(facts) ? tr("%1 pages, %2 trials") : tr("%1 lines, %2 trials")).arg(shown, counted(facts.trials));
}

QString axesInWords(const ConflictFacts& facts) {
  return arePages(facts) ? tr("a row and a column for each page") : tr("a row and a column for each line");
}

PartHead matrixHead(PlaceOrder order, const ConflictFacts& facts) {
  if (order == PlaceOrder::by_address)
    return {tr("In order of address"), {axesInWords(facts) + QStringLiteral("; ") + placesInWords(facts), placesInWords(facts)}};
  const QString sets = setsInWords(facts);
  return {tr("Set by set"),
          {tr("%1, by their numbers: lines of one set evict each other, and no others").arg(sets),
           tr("%1: lines of one set evict each other").arg(sets), tr("%1, a block each").arg(sets), sets}};
}

/// The numbers of sets stand before the sorted matrix, and both matrices are of one size.
double besideMatrix(const ConflictFacts& facts, const PlotStyle& style) {
  double left = 0;
  for (const QString& name : facts.names) left = std::max(left, QFontMetricsF(style.number()).horizontalAdvance(name));
  return left > 0 ? left + style.px(6) : 0;
}

/// Room for the title of an axis, beside the matrix or below it.
double axisTitle(const PlotStyle& style) { return QFontMetricsF(style.small()).height() + style.px(3); }

/// Room for the title of the columns, and for the scale of colours with its title and numbers.
double belowMatrix(const PlotStyle& style) {
  const double words = QFontMetricsF(style.small()).height(), numbers = QFontMetricsF(style.number()).height();
  return axisTitle(style) + style.px(6) + words + style.px(2) + words * kBarOfScale + style.px(1) + numbers;
}

/// The titles of the rows and of the columns, longest wording first.
QStringList rowWords(PlaceOrder order, const ConflictFacts& facts) {
  const QString place = arePages(facts) ? tr("Page") : tr("Line");
  return {order == PlaceOrder::by_address ? tr("%1, by address").arg(place) : tr("%1, by its set").arg(place), place};
}
QStringList columnWords(PlaceOrder order, const ConflictFacts& facts) {
  const QString place = arePages(facts) ? tr("Other page") : tr("Other line");
  return {order == PlaceOrder::by_address ? tr("%1, by address").arg(place) : tr("%1, by its set").arg(place), place};
}

/// Both matrices have heads of one height, so that they lie side by side.
double aboveMatrix(double width, const ConflictFacts& facts, const PlotStyle& style) {
  const double room = width - besideMatrix(facts, style);
  const double by_address = headHeight(matrixHead(PlaceOrder::by_address, facts), style.print ? width : room, style);
  return facts.sets() == 0 ? by_address : std::max(by_address, headHeight(matrixHead(PlaceOrder::by_set, facts), room, style));
}

void paintCells(QPainter& painter, const QRectF& square, const ConflictFacts& facts, PlaceOrder order, const PlotStyle& style) {
  const Shades shades(facts, style.palette);
  const std::size_t n = facts.places.size();
  const double cell = square.width() / static_cast<double>(n);
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t c = 0; c < n;) {
      const std::size_t row = placeAt(r, facts, order);
      const auto colour = [&](std::size_t at) {
        const std::size_t column = placeAt(at, facts, order);
        return row == column ? style.palette.outline : shades.of(facts.at(row, column));
      };
      const QColor own = colour(c);
      std::size_t end = c + 1;
      while (end < n && colour(end) == own) ++end;
      painter.fillRect(QRectF(square.left() + cell * static_cast<double>(c), square.top() + cell * static_cast<double>(r),
                              cell * static_cast<double>(end - c), cell),
                       own);
      c = end;
    }
}

/// The titles of rows and columns.
void paintAxisTitles(QPainter& painter, const QRectF& square, double left, PlaceOrder order, const ConflictFacts& facts,
                     const PlotStyle& style) {
  const double line = QFontMetricsF(style.small()).height();
  painter.setFont(style.small());
  painter.setPen(style.palette.ink);
  painter.drawText(QRectF(square.left(), square.bottom() + style.px(2), square.width(), line), Qt::AlignCenter,
                   fittingWords(style.small(), columnWords(order, facts), square.width()));
  painter.save();
  painter.translate(square.left() - left, square.bottom());
  painter.rotate(-90);
  painter.drawText(QRectF(0, 0, square.height(), line), Qt::AlignCenter,
                   fittingWords(style.small(), rowWords(order, facts), square.height()));
  painter.restore();
}

/// What the colours mean, a bar of them, and the numbers of its ends and of its middle.
void paintScale(QPainter& painter, const QRectF& square, const ConflictFacts& facts, const PlotStyle& style) {
  const QFontMetricsF words(style.small()), numbers(style.number());
  const auto [low, high] = rangeOf(facts);
  const double top = square.bottom() + axisTitle(style) + style.px(6), line = words.height();
  painter.setFont(style.small());
  painter.setPen(style.palette.ink);
  const QString title = fittingWords(style.small(),
                                     {tr("With the other, a line misses less (−) or more (+), in standard errors"),
                                      tr("Misses with the other: − fewer, + more (standard errors)"),
                                      tr("Fewer (−), more (+) misses, std. errors"), tr("Misses (std. errors)"), tr("Std. errors")},
                                     square.width());
  painter.drawText(QRectF(square.left(), top, square.width(), line), Qt::AlignLeft | Qt::AlignVCenter, title);
  const QRectF bar(square.left(), top + line + style.px(2), std::min(square.width(), style.em(kLongestScale)), line * kBarOfScale);
  const Shades shades(facts, style.palette);
  constexpr int kSteps = 48;
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (int i = 0; i < kSteps; ++i) {
    const double from = bar.left() + bar.width() * i / kSteps, to = bar.left() + bar.width() * (i + 1) / kSteps;
    painter.fillRect(QRectF(from, bar.top(), to - from, bar.height()),
                     shades.of(static_cast<float>(low + (high - low) * (i + 0.5) / kSteps)));
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(style.palette.outline, style.line(0.8)));
  painter.drawRect(bar);
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setFont(style.number());
  painter.setPen(style.palette.quietInk);
  double free = bar.left();
  for (const double at : {low, 0.0, high}) {
    const QString text = at > 0 ? QLatin1Char('+') + signedNumber(at, 0) : signedNumber(at, 0);
    const double width = numbers.horizontalAdvance(text) + style.px(1), x = bar.left() + bar.width() * (at - low) / (high - low);
    const double left = std::clamp(x - width / 2, bar.left(), std::max(bar.left(), bar.right() - width));
    if (left < free) continue;
    painter.drawText(QRectF(left, bar.bottom() + style.px(1), width, numbers.height()), Qt::AlignCenter, text);
    free = left + width + style.px(4);
  }
}

void paintNumbersOfSets(QPainter& painter, const QRectF& square, const ConflictFacts& facts, const PlotStyle& style) {
  const double left = besideMatrix(facts, style);
  if (left == 0) return;
  const QFontMetricsF numbers(style.number());
  painter.setPen(style.palette.quietInk);
  painter.setFont(style.number());
  double free = square.top() - style.px(4);
  for (std::size_t set = 0; set < facts.sets(); ++set) {
    const double middle = squareOfSet(set, square, facts).center().y();
    if (middle - numbers.height() / 2 < free) continue;
    painter.drawText(QRectF(square.left() - left, middle - numbers.height() / 2, left - style.px(6), numbers.height()),
                     Qt::AlignRight | Qt::AlignVCenter, facts.names[set]);
    free = middle + numbers.height() / 2;
  }
}

}  // namespace

ConflictRange rangeOf(const ConflictFacts& facts) {
  ConflictRange range{0, std::max(facts.limit, 1.0)};
  for (const float z : facts.z) {
    range.low = std::min(range.low, static_cast<double>(z));
    range.high = std::max(range.high, static_cast<double>(z));
  }
  return range;
}

double matrixHeight(double width, const ConflictFacts& facts, const PlotStyle& style) {
  return aboveMatrix(width, facts, style) + width - axisTitle(style) - besideMatrix(facts, style) + belowMatrix(style);
}

double matrixWidth(double width, double height, const ConflictFacts& facts, const PlotStyle& style) {
  for (int i = 0; i < 2; ++i)  // the height of the head depends on the width
    width = std::min(
        width, height - aboveMatrix(width, facts, style) - belowMatrix(style) + axisTitle(style) + besideMatrix(facts, style));
  return width;
}

QRectF squareOf(const QRectF& area, PlaceOrder order, const ConflictFacts& facts, const PlotStyle& style) {
  const double beside = besideMatrix(facts, style), above = aboveMatrix(area.width(), facts, style);
  const double side = std::max(std::min(area.width() - axisTitle(style) - beside, area.height() - above - belowMatrix(style)), 1.0);
  // In a window a matrix stays where it is when it is put in another order.
  const bool numbered = order == PlaceOrder::by_set || !style.print;
  return {area.left() + axisTitle(style) + (numbered ? beside : 0), area.top() + above, side, side};
}

std::optional<ConflictPair> pairAt(const QPointF& position, const QRectF& area, PlaceOrder order, const ConflictFacts& facts,
                                   const PlotStyle& style) {
  const QRectF square = squareOf(area, order, facts, style);
  if (facts.places.empty() || !square.contains(position)) return std::nullopt;
  const auto at = [&](double distance) {
    const auto cell = static_cast<std::size_t>(std::max(distance / square.width(), 0.0) * static_cast<double>(facts.places.size()));
    return placeAt(std::min(cell, facts.places.size() - 1), facts, order);
  };
  return ConflictPair{at(position.y() - square.top()), at(position.x() - square.left())};
}

QRectF squareOfSet(std::size_t set, const QRectF& square, const ConflictFacts& facts) {
  const double each = square.width() / static_cast<double>(facts.places.size());
  const double from = each * static_cast<double>(facts.begins[set]),
               side = each * static_cast<double>(facts.begins[set + 1]) - from;
  return {square.left() + from, square.top() + from, side, side};
}

QImage conflictImage(const ConflictFacts& facts, PlaceOrder order, const Palette& palette) {
  const Shades shades(facts, palette);
  const auto n = static_cast<int>(facts.places.size());
  QImage image(n, n, QImage::Format_RGB32);
  for (int r = 0; r < n; ++r) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(r));
    const std::size_t row = placeAt(static_cast<std::size_t>(r), facts, order);
    for (int c = 0; c < n; ++c) {
      const std::size_t column = placeAt(static_cast<std::size_t>(c), facts, order);
      line[c] = (row == column ? palette.outline : shades.of(facts.at(row, column))).rgb();
    }
  }
  return image;
}

void paintMatrix(QPainter& painter, const QRectF& area, PlaceOrder order, const ConflictFacts& facts, const PlotStyle& style,
                 const QImage* cells, const PartHead* head) {
  const QRectF square = squareOf(area, order, facts, style);
  const double above = aboveMatrix(area.width(), facts, style);
  const QPointF corner(square.left() - axisTitle(style), square.top() - above);
  paintHead(painter, corner, area.right() - corner.x(), head != nullptr ? *head : matrixHead(order, facts), style);
  painter.setRenderHint(QPainter::Antialiasing, false);
  if (cells != nullptr) {
    // Where cells are smaller than pixels they are blended, else they keep their edges.
    painter.setRenderHint(QPainter::SmoothPixmapTransform, square.width() * painter.device()->devicePixelRatioF() < cells->width());
    painter.drawImage(square, *cells);
  } else {
    paintCells(painter, square, facts, order, style);
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(style.palette.outline, style.line(1)));
  painter.drawRect(square);
  if (order == PlaceOrder::by_set) paintNumbersOfSets(painter, square, facts, style);
  paintAxisTitles(painter, square, square.left() - area.left(), order, facts, style);
  paintScale(painter, square, facts, style);
}

}  // namespace chasescope
