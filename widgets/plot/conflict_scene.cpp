#include "widgets/plot/conflict_scene.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/plain_axes.h"
#include "widgets/plot/text_room.h"
#include "widgets/plot/verdict_look.h"

namespace chasescope {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("ConflictScene", text); }
QString counted(std::uint64_t n) { return QString::fromStdString(format_count(n)); }
QString signedNumber(double value, int decimals) {
  const QString digits = QString::number(std::abs(value), 'f', decimals);
  return value < 0 && digits.toDouble() != 0 ? QChar(0x2212) + digits : digits;  // a minus, not a hyphen
}

// em: below the first, three parts have no room beside each other; below the second, two don't.
constexpr double kThreeWide = 520, kTwoWide = 250;
constexpr double kPercent = 100;
constexpr std::size_t kBins = 40;                                          // of the heaps
constexpr std::size_t kShades = 64;                                        // of either colour
constexpr double kPlotHeight = 120;                                        // em, of heaps and loads on paper
constexpr double kLowestPlot = 56, kHighestPlot = 220, kWidestPlot = 560;  // em, in a window

double gap(const PlotStyle& style) { return style.em(18); }

float highest(const ConflictFacts& facts) {
  return facts.z.empty() ? 1 : std::max(*std::max_element(facts.z.begin(), facts.z.end()), 1.0F);
}
float lowest(const ConflictFacts& facts) {
  return facts.z.empty() ? 0 : std::min(*std::min_element(facts.z.begin(), facts.z.end()), 0.0F);
}

/// Strangers stay the colour of paper; what helps is blue, what hurts vermilion, as hits and misses are. Chance alone is pale: full
/// colour begins where nobody can be by chance, also while no pair is there yet.
class Shades {
 public:
  Shades(const ConflictFacts& facts, const Palette& palette) : most_(std::max(static_cast<double>(highest(facts)), facts.limit)) {
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
std::size_t placeAt(std::size_t i, const ConflictFacts& facts, ConflictPart matrix) {
  return matrix == ConflictPart::by_address ? facts.by_address[i] : i;
}

struct Head {
  QString title;
  QStringList words;  // wordings, longest first
};

/// Where there are several wordings the one that fits into a line, else broken into lines.
QString wordsOf(const Head& head, double width, const PlotStyle& style) { return fittingWords(style.small(), head.words, width); }

double headHeight(const Head& head, double width, const PlotStyle& style) {
  return QFontMetricsF(style.text(Weight::semiBold)).height() + wrappedHeight(style.small(), wordsOf(head, width, style), width) +
         style.px(6);
}

void paintHead(QPainter& painter, const QPointF& corner, double width, const Head& head, const PlotStyle& style) {
  const double line = QFontMetricsF(style.text(Weight::semiBold)).height();
  painter.setFont(style.text(Weight::semiBold));
  painter.setPen(style.palette.ink);
  painter.drawText(QRectF(corner, QSizeF(width, line)), Qt::AlignLeft | Qt::AlignVCenter, head.title);
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  paintWrapped(painter, corner + QPointF(0, line), width, wordsOf(head, width, style));
}

QString linesInWords(const ConflictFacts& facts) {
  const QString lines = facts.places.size() < facts.of_places
                            ? tr("%1 of %2 lines").arg(counted(facts.places.size()), counted(facts.of_places))
                            : tr("%1 lines").arg(counted(facts.places.size()));
  return tr("%1, %2 trials").arg(lines, counted(facts.trials));
}

std::uint32_t waysOf(const ConflictFacts& facts, std::size_t set) {
  bool known = false;
  const qulonglong number = facts.names[set].toULongLong(&known);
  return known && number < facts.cache.ways.size() ? facts.cache.ways[number] : 0;
}

bool hasIndex(const ConflictFacts& facts) {
  return facts.cache.index && facts.cache.index->kind == inference::SetIndex::Kind::linear && !facts.cache.index->rows.empty();
}

/// "7 to 11", "7, 9".
QString bitsInWords(std::uint64_t mask) {
  const std::vector<unsigned> bits = inference::bit_positions(mask);
  if (bits.size() > 2 && bits.back() - bits.front() + 1 == bits.size()) return tr("%1 to %2").arg(bits.front()).arg(bits.back());
  QStringList parts;
  for (const unsigned bit : bits) parts << QString::number(bit);
  return parts.join(QStringLiteral(", "));
}

std::uint64_t bitsOf(const inference::SetIndex& index) {
  std::uint64_t mask = 0;
  for (const std::uint64_t row : index.rows) mask |= row;
  return mask;
}

Head headOf(ConflictPart part, const ConflictFacts& facts, std::optional<std::size_t> set) {
  switch (part) {
    case ConflictPart::by_address: return {tr("In order of address"), {linesInWords(facts)}};
    case ConflictPart::by_set:
      return {tr("Set by set"),
              {tr("%1: those of a set hurt each other, and nobody else").arg(setsInWords(facts)),
               tr("%1, a block each").arg(setsInWords(facts)), setsInWords(facts)}};
    case ConflictPart::heaps:
      if (facts.sets() == 0)
        return {tr("Pairs of lines"), {tr("chance makes one heap; what lies beyond the dashed line is no chance")}};
      return {tr("Two heaps of pairs"), {tr("blue: of different sets, vermilion: of one set; each to its own scale")}};
    case ConflictPart::loads: {
      if (facts.sets() == 0) return {tr("Ways"), {tr("how many lines of a set stay can be told as soon as sets are seen")}};
      if (set && waysOf(facts, *set) > 0)
        return {tr("Set %1: %2 ways").arg(facts.names[*set], counted(waysOf(facts, *set))), {tr("one line more is one too many")}};
      if (set)
        return {facts.names[*set].isEmpty() ? tr("One set") : tr("Set %1").arg(facts.names[*set]),
                {tr("how many lines of it stay")}};
      const auto ways = facts.cache.most_ways();
      if (ways == 0) return {tr("Ways"), {tr("how many lines of a set stay")}};
      if (facts.cache.equal_ways()) return {tr("%1 ways").arg(counted(ways)), {tr("one line more is one too many")}};
      return {tr("Up to %1 ways").arg(counted(ways)), {tr("all sets together; they are not alike")}};
    }
    case ConflictPart::index: break;
  }
  const inference::SetIndex& index = *facts.cache.index;
  const QString title = tr("%1 sets").arg(counted(index.sets()));
  if (index.plain_bits()) return {title, {tr("chosen by address bits %1").arg(bitsInWords(bitsOf(index)))}};
  return {title, {tr("each bit of the set’s number is the XOR of the marked address bits")}};
}

/// The numbers of sets stand before the sorted matrix, and both matrices are of one size.
double besideMatrix(const ConflictFacts& facts, const PlotStyle& style) {
  double left = 0;
  for (const QString& name : facts.names) left = std::max(left, QFontMetricsF(style.number()).horizontalAdvance(name));
  return left > 0 ? std::max(left, QFontMetricsF(style.small()).horizontalAdvance(tr("set"))) + style.px(6) : 0;
}

/// Room for the scale of colours.
double belowMatrix(const PlotStyle& style) { return QFontMetricsF(style.small()).height() + style.px(8); }

/// Both matrices have heads of one height, so that they lie side by side.
double aboveMatrix(double width, const ConflictFacts& facts, const PlotStyle& style) {
  const double room = width - besideMatrix(facts, style);
  const double by_address = headHeight(headOf(ConflictPart::by_address, facts, {}), style.print ? width : room, style);
  return facts.sets() == 0 ? by_address : std::max(by_address, headHeight(headOf(ConflictPart::by_set, facts, {}), room, style));
}

double matrixHeight(double width, const ConflictFacts& facts, const PlotStyle& style) {
  return aboveMatrix(width, facts, style) + width - besideMatrix(facts, style) + belowMatrix(style);
}

double rowOfIndex(const PlotStyle& style) { return QFontMetricsF(style.number()).height() + style.px(1); }

double partHeight(ConflictPart part, double width, const ConflictFacts& facts, const PlotStyle& style) {
  const double head = headHeight(headOf(part, facts, {}), width, style);
  if (part == ConflictPart::index)
    return head + rowOfIndex(style) * static_cast<double>(facts.cache.index->rows.size() + 1) + style.px(2);
  return head + style.em(kPlotHeight) + belowAxes(style);
}

void paintCells(QPainter& painter, const QRectF& square, const ConflictFacts& facts, ConflictPart matrix, const PlotStyle& style) {
  const Shades shades(facts, style.palette);
  const std::size_t n = facts.places.size();
  const double cell = square.width() / static_cast<double>(n);
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t c = 0; c < n;) {
      const std::size_t row = placeAt(r, facts, matrix);
      const auto colour = [&](std::size_t at) {
        const std::size_t column = placeAt(at, facts, matrix);
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

/// "helps −4 ▒▒▒▒ 12 hurts, in standard errors".
void paintScale(QPainter& painter, const QRectF& square, const ConflictFacts& facts, const PlotStyle& style) {
  const QFontMetricsF words(style.small());
  const double low = lowest(facts), high = std::max(static_cast<double>(highest(facts)), facts.limit);
  QString helps = tr("helps %1").arg(signedNumber(low, 0)), hurts = tr("%1 hurts").arg(signedNumber(high, 0));
  const double top = square.bottom() + style.px(6), line = words.height();
  const auto besideBar = [&] { return words.horizontalAdvance(helps) + words.horizontalAdvance(hurts) + style.px(12); };
  if (square.width() - besideBar() < style.em(40)) {  // the colours themselves need room, too
    helps = signedNumber(low, 0);
    hurts = signedNumber(high, 0);
  }
  const double ends = besideBar();
  const QString unit =
      fittingWords(style.small(), {tr("in standard errors"), tr("std. errors"), QString()}, square.width() - ends - style.em(60));
  const double unitWidth = unit.isEmpty() ? 0 : words.horizontalAdvance(unit) + style.em(14);
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  double x = square.left();
  painter.drawText(QRectF(x, top, words.horizontalAdvance(helps) + 1, line), Qt::AlignLeft | Qt::AlignVCenter, helps);
  x += words.horizontalAdvance(helps) + style.px(6);
  const double length = std::min(square.width() - ends - unitWidth, style.em(160));
  const QRectF bar(x, top + line * 0.2, length, line * 0.6);
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
  painter.setPen(style.palette.quietInk);
  painter.drawText(QRectF(bar.right() + style.px(6), top, words.horizontalAdvance(hurts) + 1, line),
                   Qt::AlignLeft | Qt::AlignVCenter, hurts);
  if (!unit.isEmpty()) painter.drawText(QRectF(square.left(), top, square.width(), line), Qt::AlignRight | Qt::AlignVCenter, unit);
}

void paintNumbersOfSets(QPainter& painter, const QRectF& square, const ConflictFacts& facts, const PlotStyle& style) {
  const double left = besideMatrix(facts, style);
  if (left == 0) return;
  const QFontMetricsF numbers(style.number()), words(style.small());
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  painter.drawText(QRectF(square.left() - left, square.top() - style.px(6) - words.height(), left - style.px(6), words.height()),
                   Qt::AlignRight | Qt::AlignVCenter, tr("set"));
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

void paintMatrix(QPainter& painter, const PlacedPart& placed, const ConflictFacts& facts, const PlotStyle& style,
                 const QImage* cells) {
  const QRectF square = squareOf(placed, facts, style);
  const double head = aboveMatrix(placed.area.width(), facts, style);
  paintHead(painter, QPointF(square.left(), square.top() - head), placed.area.right() - square.left(),
            headOf(placed.part, facts, {}), style);
  painter.setRenderHint(QPainter::Antialiasing, false);
  if (cells != nullptr) {
    // Where cells are smaller than pixels they are blended, else they keep their edges.
    painter.setRenderHint(QPainter::SmoothPixmapTransform, square.width() * painter.device()->devicePixelRatioF() < cells->width());
    painter.drawImage(square, *cells);
  } else {
    paintCells(painter, square, facts, placed.part, style);
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(style.palette.outline, style.line(1)));
  painter.drawRect(square);
  if (placed.part == ConflictPart::by_set) paintNumbersOfSets(painter, square, facts, style);
  paintScale(painter, square, facts, style);
}

void paintHeaps(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style) {
  const double low = lowest(facts), high = std::max(static_cast<double>(highest(facts)), facts.limit * 1.05);
  const double width = (high - low) / kBins;
  std::array<double, kBins> strangers{}, partners{};
  for (std::size_t a = 0; a < facts.places.size(); ++a)
    for (std::size_t b = a + 1; b < facts.places.size(); ++b) {
      const auto bin =
          std::min<std::size_t>(kBins - 1, static_cast<std::size_t>((static_cast<double>(facts.at(a, b)) - low) / width));
      (facts.together(a, b) ? partners : strangers)[bin] += 1;
    }
  PlainAxes axes;
  axes.x0 = low;
  axes.x1 = high;
  axes.y1 = 1.05;
  axes.left = style.px(2);
  axes.plot = area.adjusted(style.px(2), 0, -style.px(2), -belowAxes(style));
  const QString title = fittingWords(
      style.text(Weight::medium),
      {tr("Misses more often with each other (standard errors)"), tr("More misses (standard errors)"), tr("Standard errors")},
      axes.plot.width());
  paintAxes(painter, axes, {.x = title, .y = {}, .numbersY = false}, style);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const auto bars = [&](const std::array<double, kBins>& counts, const QColor& colour) {
    const double most = std::max(1.0, *std::max_element(counts.begin(), counts.end()));
    for (std::size_t bin = 0; bin < kBins; ++bin)
      if (counts[bin] > 0) {
        const double x = low + width * static_cast<double>(bin);
        painter.fillRect(
            QRectF(axes.at(x, counts[bin] / most), axes.at(x + width, 0)).adjusted(style.px(0.3), 0, -style.px(0.3), 0), colour);
      }
  };
  bars(strangers, verdictFill(step::Verdict::hit, style.palette));
  bars(partners, style.palette.miss);
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(style.palette.ink, style.line(1.2), Qt::DashLine));
  const double x = axes.toX(facts.limit);
  painter.drawLine(QPointF(x, axes.plot.top()), QPointF(x, axes.plot.bottom()));
}

void paintLoads(QPainter& painter, const QRectF& area, const ConflictFacts& facts, std::optional<std::size_t> set,
                const PlotStyle& style) {
  const std::vector<ConflictFacts::Load>& loads = set ? facts.set_loads[*set] : facts.loads;
  std::size_t last = loads.size();
  while (last > 1 && loads[last - 1].trials == 0) --last;
  PlainAxes axes;
  axes.x0 = 0.5;
  axes.x1 = static_cast<double>(std::max<std::size_t>(last, 2)) - 0.5;
  axes.y1 = kPercent;
  axes.plot = area.adjusted(leftOfAxes(style, kPercent), 0, -style.px(2), -belowAxes(style));
  const QString title = fittingWords(style.text(Weight::medium),
                                     {tr("Lines of the set that were in"), tr("Lines that were in"), tr("Lines in")}, area.width());
  paintAxes(painter, axes, {title, tr("Missed (%)"), 1}, style);
  for (std::size_t load = 1; load < last; ++load) {
    if (loads[load].trials == 0) continue;
    const double x = static_cast<double>(load), missed = loads[load].missed * kPercent;
    const QRectF whole(axes.at(x - 0.4, kPercent), axes.at(x + 0.4, 0)), part(axes.at(x - 0.4, missed), axes.at(x + 0.4, 0));
    painter.fillRect(whole, verdictFill(step::Verdict::hit, style.palette));
    painter.fillRect(part, style.palette.miss);
    if (part.height() > style.px(9) && part.width() > style.px(7)) paintCross(painter, part, style.palette.card, style.line(1.4));
  }
  const std::uint32_t ways = set ? waysOf(facts, *set) : facts.cache.equal_ways() ? facts.cache.most_ways() : 0;
  if (ways == 0 || ways + 0.5 >= axes.x1) return;
  painter.setPen(QPen(style.palette.ink, style.line(1.2), Qt::DashLine));
  painter.drawLine(axes.at(ways + 0.5, 0), axes.at(ways + 0.5, kPercent));
}

/// A row for each bit of the set's number, a column for each address bit from the lowest that chooses to the highest.
void paintIndex(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style) {
  const inference::SetIndex& index = *facts.cache.index;
  const std::uint64_t mask = bitsOf(index);
  const auto low = static_cast<unsigned>(std::countr_zero(mask)), high = 63U - static_cast<unsigned>(std::countl_zero(mask));
  const unsigned columns = high - low + 1;
  const QFontMetricsF words(style.small()), numbers(style.number());
  const QString widest = fittingWords(style.small(), {tr("address bit"), tr("bit")}, area.width() / 4);
  const double head =
      std::max(words.horizontalAdvance(widest), words.horizontalAdvance(tr("set bit %1").arg(index.rows.size() - 1))) + style.px(10);
  const double row = std::min(rowOfIndex(style), area.height() / static_cast<double>(index.rows.size() + 1));
  const double cell = std::min((area.width() - head) / columns, style.em(style.print ? 64 : 24));
  const auto left = [&](unsigned bit) { return area.left() + head + cell * (high - bit); };
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  painter.drawText(QRectF(area.left(), area.top(), head - style.px(6), row), Qt::AlignRight | Qt::AlignVCenter, widest);
  painter.setFont(style.number());
  const auto each = static_cast<unsigned>(std::ceil((numbers.horizontalAdvance(QStringLiteral("88")) + style.px(3)) / cell));
  for (unsigned bit = low; bit <= high; bit += each)
    painter.drawText(QRectF(left(bit) - style.em(20), area.top(), cell + style.em(40), row), Qt::AlignCenter, QString::number(bit));
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (std::size_t i = 0; i < index.rows.size(); ++i) {
    const double y = area.top() + row * static_cast<double>(i + 1);
    painter.setFont(style.small());
    painter.setPen(style.palette.quietInk);
    painter.drawText(QRectF(area.left(), y, head - style.px(6), row), Qt::AlignRight | Qt::AlignVCenter, tr("set bit %1").arg(i));
    for (unsigned bit = low; bit <= high; ++bit) {
      const QRectF box = QRectF(left(bit), y, cell, row).adjusted(style.px(1), style.px(1), -style.px(1), -style.px(1));
      const bool marked = (index.rows[i] >> bit & 1U) != 0;
      painter.fillRect(box, marked ? style.palette.ink : mixed(style.palette.outline, style.palette.card, 0.18));
    }
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
}

/// As in a book: from left to right, in rows as many as there is room for.
std::vector<PlacedPart> layOutPaper(const QRectF& area, const ConflictFacts& facts, const PlotStyle& style, double& height) {
  const double width = area.width();
  const bool two = width >= style.em(kTwoWide), three = width >= style.em(kThreeWide);
  std::vector<std::vector<ConflictPart>> rows;
  const std::vector<ConflictPart> matrices{ConflictPart::by_address, ConflictPart::by_set};
  std::vector<ConflictPart> plots{ConflictPart::heaps, ConflictPart::loads};
  const bool index = hasIndex(facts);
  if (three && index) plots.push_back(ConflictPart::index);
  for (const auto& group : {matrices, plots}) {
    if (two)
      rows.push_back(group);
    else
      for (const ConflictPart part : group) rows.push_back({part});
  }
  if (index && !three) rows.push_back({ConflictPart::index});
  std::vector<PlacedPart> placed;
  double top = area.top();
  for (const auto& row : rows) {
    const auto count = static_cast<double>(row.size());
    const double each = (width - (count - 1) * gap(style)) / count;
    double tallest = 0;
    for (const ConflictPart part : row)
      tallest = std::max(tallest, part == ConflictPart::by_address || part == ConflictPart::by_set
                                      ? matrixHeight(each, facts, style)
                                      : partHeight(part, each, facts, style));
    for (std::size_t i = 0; i < row.size(); ++i)
      placed.push_back({row[i], QRectF(area.left() + static_cast<double>(i) * (each + gap(style)), top, each, tallest)});
    top += tallest + gap(style);
  }
  height = top - gap(style) - area.top();
  return placed;
}

}  // namespace

QString setsInWords(const ConflictFacts& facts) {
  const Finding* all = facts.cache.find("sets");
  const bool isSome = all != nullptr && all->status == FindingStatus::measured && all->value.is_number() &&
                      all->value.get<double>() > static_cast<double>(facts.sets());
  return isSome ? tr("%1 of %2 sets").arg(facts.sets()).arg(all->value.get<qulonglong>()) : tr("%1 sets").arg(facts.sets());
}

double conflictHeight(double width, const ConflictFacts& facts, const PlotStyle& style) {
  double height = 0;
  layOutPaper(QRectF(0, 0, width, 0), facts, style, height);
  return height;
}

void paintConflicts(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style) {
  double height = 0;
  painter.save();
  for (const PlacedPart& placed : layOutPaper(area, facts, style, height)) paintPart(painter, placed, facts, style);
  painter.restore();
}

std::vector<PlacedPart> layOutConflicts(const QRectF& area, const ConflictFacts& facts, bool bySet, const PlotStyle& style) {
  const ConflictPart matrix = bySet && facts.sets() > 0 ? ConflictPart::by_set : ConflictPart::by_address;
  // The matrix takes the height, but leaves a third of the width; what is left beside it goes to the others.
  const double beside = std::max(area.width() * 0.32, std::min(style.em(200), area.width() * 0.45));
  double width = std::max(area.width() - beside - gap(style), style.em(60));
  for (int i = 0; i < 2; ++i)  // the height of the head depends on the width
    width = std::min(width, area.height() - aboveMatrix(width, facts, style) - belowMatrix(style) + besideMatrix(facts, style));
  std::vector<PlacedPart> placed{{matrix, QRectF(area.left(), area.top(), std::max(width, style.em(40)), area.height())}};
  const double left = placed.front().area.right() + gap(style) * 1.5;
  const double rest = std::min(area.right() - left, style.em(kWidestPlot));
  if (rest < style.em(90)) return placed;

  // Before sets are seen the ways are a sentence.
  const auto isPlot = [&](ConflictPart part) {
    return part == ConflictPart::heaps || (part == ConflictPart::loads && facts.sets() > 0);
  };
  const auto least = [&](ConflictPart part) {
    if (part == ConflictPart::index) return partHeight(part, rest, facts, style);
    const double head = headHeight(headOf(part, facts, {}), rest, style);
    return isPlot(part) ? head + style.em(kLowestPlot) + belowAxes(style) : head;
  };
  const auto fits = [&](const std::vector<ConflictPart>& parts) {
    double height = gap(style) * static_cast<double>(parts.size() - 1);
    for (const ConflictPart part : parts) height += least(part);
    return height <= area.height() ? area.height() - height : -1;
  };
  std::vector<ConflictPart> chosen{ConflictPart::loads};
  const std::vector<std::vector<ConflictPart>> wanted =
      hasIndex(facts)    ? std::vector<std::vector<ConflictPart>>{{ConflictPart::loads, ConflictPart::heaps, ConflictPart::index},
                                                                  {ConflictPart::loads, ConflictPart::index}}
      : facts.sets() > 0 ? std::vector<std::vector<ConflictPart>>{{ConflictPart::loads, ConflictPart::heaps}}
                         : std::vector<std::vector<ConflictPart>>{{ConflictPart::heaps, ConflictPart::loads}};
  for (const auto& parts : wanted)
    if (fits(parts) >= 0) {
      chosen = parts;
      break;
    }
  // Plots share what is left over, as far as it does them good.
  const auto plots = static_cast<double>(std::count_if(chosen.begin(), chosen.end(), isPlot));
  const double more = std::clamp(fits(chosen) / std::max(plots, 1.0), 0.0, style.em(kHighestPlot - kLowestPlot));
  double top = area.top();
  for (const ConflictPart part : chosen) {
    const double height = std::min(least(part) + (isPlot(part) ? more : 0), area.bottom() - top);
    placed.push_back({part, QRectF(left, top, rest, height)});
    top += height + gap(style);
  }
  return placed;
}

QRectF squareOf(const PlacedPart& matrix, const ConflictFacts& facts, const PlotStyle& style) {
  const double beside = besideMatrix(facts, style), above = aboveMatrix(matrix.area.width(), facts, style);
  const double side = std::max(std::min(matrix.area.width() - beside, matrix.area.height() - above - belowMatrix(style)), 1.0);
  // In a window a matrix stays where it is when it is put in another order.
  const bool numbered = matrix.part == ConflictPart::by_set || !style.print;
  return {matrix.area.left() + (numbered ? beside : 0), matrix.area.top() + above, side, side};
}

std::optional<ConflictPair> pairAt(const QPointF& position, const PlacedPart& matrix, const ConflictFacts& facts,
                                   const PlotStyle& style) {
  const QRectF square = squareOf(matrix, facts, style);
  if (facts.places.empty() || !square.contains(position)) return std::nullopt;
  const auto at = [&](double distance) {
    const auto cell = static_cast<std::size_t>(std::max(distance / square.width(), 0.0) * static_cast<double>(facts.places.size()));
    return placeAt(std::min(cell, facts.places.size() - 1), facts, matrix.part);
  };
  return ConflictPair{at(position.y() - square.top()), at(position.x() - square.left())};
}

QRectF squareOfSet(std::size_t set, const QRectF& square, const ConflictFacts& facts) {
  const double each = square.width() / static_cast<double>(facts.places.size());
  const double from = each * static_cast<double>(facts.begins[set]),
               side = each * static_cast<double>(facts.begins[set + 1]) - from;
  return {square.left() + from, square.top() + from, side, side};
}

QImage conflictImage(const ConflictFacts& facts, ConflictPart matrix, const Palette& palette) {
  const Shades shades(facts, palette);
  const auto n = static_cast<int>(facts.places.size());
  QImage image(n, n, QImage::Format_RGB32);
  for (int r = 0; r < n; ++r) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(r));
    const std::size_t row = placeAt(static_cast<std::size_t>(r), facts, matrix);
    for (int c = 0; c < n; ++c) {
      const std::size_t column = placeAt(static_cast<std::size_t>(c), facts, matrix);
      line[c] = (row == column ? palette.outline : shades.of(facts.at(row, column))).rgb();
    }
  }
  return image;
}

void paintPart(QPainter& painter, const PlacedPart& placed, const ConflictFacts& facts, const PlotStyle& style, const QImage* cells,
               std::optional<std::size_t> set) {
  if (placed.part == ConflictPart::by_address || placed.part == ConflictPart::by_set)
    return paintMatrix(painter, placed, facts, style, cells);
  const Head head = headOf(placed.part, facts, set);
  paintHead(painter, placed.area.topLeft(), placed.area.width(), head, style);
  // The air above the highest number of an axis.
  const double above = headHeight(head, placed.area.width(), style) + (placed.part == ConflictPart::index ? 0 : style.px(2));
  const QRectF below = placed.area.adjusted(0, above, 0, 0);
  if (placed.part == ConflictPart::heaps) paintHeaps(painter, below, facts, style);
  if (placed.part == ConflictPart::loads && facts.sets() > 0) paintLoads(painter, below, facts, set, style);
  if (placed.part == ConflictPart::index) paintIndex(painter, below, facts, style);
}

namespace {

QString addressOf(const ConflictFacts& facts, std::size_t place) {
  const QString address = QStringLiteral("0x") + QString::number(facts.places[place], 16);
  if (facts.sets() == 0) return address;
  const QString& name = facts.names[facts.set_of(place)];
  return name.isEmpty() ? address : tr("%1, set %2").arg(address, name);
}

double shareOf(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

QStringList pairWords(const ConflictFacts& facts, const ConflictPair& pair) {
  const auto percent = [](double share) { return QString::number(share * kPercent, 'f', 0); };
  if (pair.row == pair.column) {
    const std::size_t number = facts.numbers[pair.row];
    const std::uint64_t in = facts.table->times_in(number);
    return {addressOf(facts, pair.row), tr("in %1 of %2 trials").arg(counted(in), counted(facts.trials)),
            tr("misses in %1 % of them").arg(percent(shareOf(facts.table->times_missed(number), in)))};
  }
  const experiment::PairCount count = facts.counts(pair.row, pair.column);
  const double with = shareOf(count.missed_with, count.with), without = shareOf(count.missed_without, count.without);
  const double z = static_cast<double>(facts.at(pair.row, pair.column));
  QStringList words{tr("Z = %1 standard errors").arg(signedNumber(z, 1)), tr("i: %1").arg(addressOf(facts, pair.row)),
                    tr("j: %1").arg(addressOf(facts, pair.column)),
                    tr("i misses: %1 % with j, %2 % without").arg(percent(with), percent(without)),
                    tr("D(i, j) = %1").arg(signedNumber(with - without, 2))};
  if (facts.together(pair.row, pair.column))
    words << tr("they share a set");
  else
    words << (z > facts.limit ? tr("no chance: above %1").arg(signedNumber(facts.limit, 1))
                              : tr("may be chance: up to %1").arg(signedNumber(facts.limit, 1)));
  return words;
}

QStringList setWords(const ConflictFacts& facts, std::size_t set) {
  QStringList words{facts.names[set].isEmpty() ? tr("A set") : tr("Set %1").arg(facts.names[set]),
                    tr("%1 lines shown").arg(facts.begins[set + 1] - facts.begins[set])};
  const std::uint32_t ways = waysOf(facts, set);
  if (ways == 0) return words;
  words << tr("%1 ways").arg(ways);
  if (ways + 1 < facts.set_loads[set].size() && facts.set_loads[set][ways + 1].trials > 0)
    words << tr("with %1 lines in, %2 % miss").arg(ways + 1).arg(facts.set_loads[set][ways + 1].missed * kPercent, 0, 'f', 0);
  return words;
}

}  // namespace chasescope
