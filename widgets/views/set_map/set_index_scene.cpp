#include "widgets/views/set_map/set_index_scene.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using inference::SetIndex;

std::uint64_t setMask(const SetIndex& index) {
  std::uint64_t mask = 0;
  for (const std::uint64_t row : index.rows) mask |= row;
  return mask;
}

unsigned lineBits(const FoundSets& cache) {
  return cache.line_bytes && std::has_single_bit(*cache.line_bytes) ? static_cast<unsigned>(std::countr_zero(*cache.line_bytes))
                                                                    : 0;
}

QString bitWord(BitUse use, const FoundSets& cache) {
  switch (use) {
    case BitUse::set: return tr("set");
    case BitUse::unit: return cache.translates() ? tr("byte in the page") : tr("byte in the line");
    case BitUse::tag: return tr("tag");
    case BitUse::unknown: break;
  }
  return QStringLiteral("?");
}

/// Which probe would measure the line size; empty where it is known.
QString unknownSentence(const FoundSets& cache, unsigned lowest) {
  const auto unknown = [&](unsigned bit) { return useOfBit(cache, bit) == BitUse::unknown; };
  unsigned first = 0;
  while (first < lowest && !unknown(first)) ++first;
  if (first == lowest) return {};
  const QString which =
      first + 1 == lowest ? tr("Bit %1 (?) belongs").arg(first) : tr("Bits %1 – %2 (?) belong").arg(first).arg(lowest - 1);
  return cache.translates()
             ? tr("%1 to the byte in the page or to the tag: how large a page is has not been measured (probe tlb tells).")
                   .arg(which)
             : tr("%1 to the byte in the line or to the tag: how long a line is has not been measured (probe line tells).")
                   .arg(which);
}

/// "7 – 11", "7, 9".
QString bitsText(const std::vector<unsigned>& bits) {
  if (bits.size() > 2 && bits.back() - bits.front() + 1 == bits.size())
    return QStringLiteral("%1 – %2").arg(bits.front()).arg(bits.back());
  QStringList parts;
  for (const unsigned bit : bits) parts << QString::number(bit);
  return parts.join(QStringLiteral(", "));
}

/// A cell with a word in it.
void paintCell(QPainter& painter, const QRectF& cell, const QColor& fill, const QString& word, const QFont& font, const QColor& ink,
               const PlotStyle& style) {
  painter.setPen(QPen(style.palette.outline, style.line(0.8)));
  painter.setBrush(fill);
  painter.drawRect(cell);
  painter.setFont(font);
  painter.setPen(ink);
  painter.drawText(cell, Qt::AlignCenter, word);
}

/// A cell of a bit with unknown use.
void paintUnknown(QPainter& painter, const QRectF& cell, const PlotStyle& style) {
  QPainterPath lines;
  addHatching(lines, cell, style.px(7));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(mixed(style.palette.outline, style.palette.card, 0.4), style.line(0.8)));
  painter.drawPath(lines);
}

/// The address as a row of bits, highest at the left, and for XORs a row for each bit of the set's number below it.
class BitRows {
 public:
  BitRows(const FoundSets& cache, double width, const PlotStyle& style) : cache_(cache), style_(style) {
    const std::uint64_t mask = setMask(*cache.index);
    const unsigned highest = mask == 0 ? 0 : 63U - static_cast<unsigned>(std::countl_zero(mask));
    number_ = style.number();
    const QFontMetricsF metrics(number_);
    head_ = cache.index->plain_bits() ? 0 : QFontMetricsF(style.small()).horizontalAdvance(tr("set bit %1").arg(88)) + style.px(6);
    const double least = metrics.horizontalAdvance(QStringLiteral("88")) + style.px(4);
    const double room = width - head_;
    bits_ = std::max(highest + 1, std::min(highest + 4, static_cast<unsigned>(room / least)));
    cell_ = std::min({room / bits_, style.em(30)});
    row_ = metrics.height() + style.px(6);
  }

  double height() const {
    const double braces = QFontMetricsF(style_.small()).height() + style_.px(8);
    const double rows = cache_.index->plain_bits() ? 0 : row_ * 0.9 * static_cast<double>(cache_.index->rows.size()) + style_.px(4);
    return numbersAbove() + row_ + rows + braces;
  }

  void paint(QPainter& painter, const QPointF& page) const {
    const QPointF corner = page + QPointF(0, numbersAbove());
    if (!labelled()) paintNumbers(painter, page);
    const QColor chosen = mixed(style_.palette.accent, style_.palette.card, 0.85);
    for (unsigned bit = 0; bit < bits_; ++bit) {
      const BitUse use = useOfBit(cache_, bit);
      const bool set = use == BitUse::set;
      const QColor fill = set                   ? chosen
                          : use == BitUse::unit ? mixed(style_.palette.outline, style_.palette.card, 0.25)
                                                : style_.palette.card;
      const QRectF cell = cellOf(bit, corner.y(), row_, corner.x());
      paintCell(painter, cell, fill, labelled() ? QString::number(bit) : QString(), set ? style_.number(Weight::bold) : number_,
                set ? style_.palette.accentInk : style_.palette.quietInk, style_);
      if (use == BitUse::unknown) paintUnknown(painter, cell, style_);
    }
    double y = corner.y() + row_;
    if (!cache_.index->plain_bits()) {
      y += style_.px(4);
      for (std::size_t row = 0; row < cache_.index->rows.size(); ++row, y += row_ * 0.9) paintRow(painter, row, corner.x(), y);
    }
    paintBraces(painter, corner.x(), y + style_.px(3));
  }

 private:
  /// Where cells are too narrow for their numbers, some numbers stand above the cells.
  double numbersAbove() const { return labelled() ? 0 : QFontMetricsF(number_).height() + style_.px(1); }
  void paintNumbers(QPainter& painter, const QPointF& corner) const {
    const double widest = QFontMetricsF(number_).horizontalAdvance(QString::number(bits_ - 1)) + style_.px(4);
    unsigned each = 2;
    while (cell_ * each < widest) each *= 2;
    painter.setFont(number_);
    painter.setPen(style_.palette.quietInk);
    for (unsigned bit = 0; bit < bits_; bit += each)
      painter.drawText(cellOf(bit, corner.y(), numbersAbove(), corner.x()).adjusted(-widest, 0, widest, 0), Qt::AlignCenter,
                       QString::number(bit));
  }
  bool labelled() const { return cell_ >= QFontMetricsF(number_).horizontalAdvance(QStringLiteral("88")) + style_.px(2.5); }
  QRectF cellOf(unsigned bit, double y, double height, double left) const {
    return {left + head_ + cell_ * static_cast<double>(bits_ - 1 - bit), y, cell_, height};
  }

  /// One bit of the set's number: a filled square at each address bit that is XORed into it.
  void paintRow(QPainter& painter, std::size_t row, double left, double y) const {
    const double height = row_ * 0.9;
    painter.setFont(style_.small());
    painter.setPen(style_.palette.quietInk);
    painter.drawText(QRectF(left, y, head_ - style_.px(6), height), Qt::AlignRight | Qt::AlignVCenter, tr("set bit %1").arg(row));
    painter.setPen(QPen(style_.palette.line, style_.line(1)));
    const QRectF last = cellOf(0, y, height, left);
    painter.drawLine(QPointF(left + head_, last.center().y()), QPointF(last.right(), last.center().y()));
    const double side = std::min(cell_ * 0.62, height * 0.62);
    for (unsigned bit = 0; bit < bits_; ++bit) {
      if ((cache_.index->rows[row] >> bit & 1U) == 0) continue;
      const QPointF centre = cellOf(bit, y, height, left).center();
      painter.fillRect(QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side), style_.palette.accent);
    }
  }

  void paintBraces(QPainter& painter, double left, double y) const {
    // Draw neighbouring bits of one use together, with one label.
    painter.setFont(style_.small());
    const QFontMetricsF metrics(style_.small());
    for (unsigned low = 0; low < bits_;) {
      unsigned high = low;
      const BitUse use = useOfBit(cache_, low);
      while (high + 1 < bits_ && useOfBit(cache_, high + 1) == use) ++high;
      const QRectF span = cellOf(high, y, metrics.height(), left).united(cellOf(low, y, metrics.height(), left));
      QString word = bitWord(use, cache_);
      const QColor colour = use == BitUse::set ? style_.palette.accent : style_.palette.quietInk;
      painter.setPen(QPen(colour, style_.line(1.2)));
      painter.drawLine(QPointF(span.left() + style_.px(2), y), QPointF(span.right() - style_.px(2), y));
      painter.setPen(colour);
      const bool fits = metrics.horizontalAdvance(word) <= span.width();
      if (fits || use == BitUse::set)
        painter.drawText(span.adjusted(fits ? 0 : -style_.em(20), style_.px(2), fits ? 0 : style_.em(20), style_.px(4)),
                         Qt::AlignCenter, word);
      low = high + 1;
    }
  }

  const FoundSets& cache_;
  const PlotStyle& style_;
  QFont number_;
  unsigned bits_ = 0;
  double head_ = 0, cell_ = 0, row_ = 0;
};

/// The first lines of an array with the set of each; below, the sets that a traditional index would choose.
class LineStrip {
 public:
  LineStrip(const FoundSets& cache, double width, const PlotStyle& style) : cache_(cache), style_(style) {
    const QFontMetricsF small(style.small());
    const QString widest = cache.translates() ? tr("pages in a row") : tr("traditional");
    head_ =
        std::max(small.horizontalAdvance(widest), small.horizontalAdvance(cache.translates() ? tr("page") : tr("lines in a row"))) +
        style.px(8);
    const double least =
        std::max(style.em(15), QFontMetricsF(style.number()).horizontalAdvance(counted(cache.index->sets() - 1)) + style.px(4));
    count_ = static_cast<std::size_t>(std::clamp((width - head_) / least, 1.0, 48.0));
    cell_ = std::min((width - head_) / static_cast<double>(count_), style.em(40));
    row_ = QFontMetricsF(style.number()).height() + style.px(4);
    traditional_ = traditionalBits(cache);
  }
  double height() const { return style_.em(8) + row_ * (traditional_.empty() ? 2 : 3) + style_.px(4); }

  void paint(QPainter& painter, const QPointF& corner, const IndexPointing& pointing) const {
    double y = corner.y() + style_.em(8);
    head(painter, corner.x(), y, cache_.translates() ? tr("pages in a row") : tr("lines in a row"));
    painter.setFont(style_.number());
    painter.setPen(style_.palette.quietInk);
    const double widest = QFontMetricsF(style_.number()).horizontalAdvance(counted(count_ - 1)) + style_.px(3);
    const auto each = static_cast<std::size_t>(std::ceil(widest / cell_));
    for (std::size_t line = 0; line < count_; line += each)
      painter.drawText(cell(line, corner.x(), y).adjusted(-style_.em(20), 0, style_.em(20), 0), Qt::AlignCenter, counted(line));
    y += row_;
    head(painter, corner.x(), y, tr("set"));
    for (std::size_t line = 0; line < count_; ++line) {
      const auto set = cache_.set_of(line * *cache_.line_bytes);
      paintSet(painter, cell(line, corner.x(), y), set, set && pointing.set == static_cast<std::size_t>(*set));
    }
    if (traditional_.empty()) return;
    y += row_;
    head(painter, corner.x(), y + style_.px(2), tr("traditional"));
    for (std::size_t line = 0; line < count_; ++line)
      paintSet(painter, cell(line, corner.x(), y + style_.px(2)), line % cache_.index->sets(), false);
  }

 private:
  void head(QPainter& painter, double left, double y, const QString& word) const {
    painter.setFont(style_.small());
    painter.setPen(style_.palette.quietInk);
    painter.drawText(QRectF(left, y, head_ - style_.px(8), row_), Qt::AlignRight | Qt::AlignVCenter, word);
  }
  QRectF cell(std::size_t line, double left, double y) const {
    return {left + head_ + cell_ * static_cast<double>(line), y, cell_, row_};
  }
  void paintSet(QPainter& painter, const QRectF& cell, std::optional<std::uint64_t> set, bool chosen) const {
    constexpr double kStrength[] = {0.12, 0.26, 0.4, 0.54};  // neighbouring sets differ in grey print, too
    const QColor fill =
        set ? mixed(style_.palette.accent, style_.palette.card, kStrength[*set % std::size(kStrength)]) : style_.palette.card;
    paintCell(painter, cell, fill, set ? counted(*set) : QStringLiteral("?"),
              style_.number(chosen ? Weight::bold : Weight::regular), style_.palette.ink, style_);
    if (!chosen) return;
    painter.setPen(QPen(style_.palette.ink, style_.line(2)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cell.adjusted(1, 1, -1, -1));
  }

  const FoundSets& cache_;
  const PlotStyle& style_;
  std::vector<unsigned> traditional_;
  std::size_t count_ = 0;
  double head_ = 0, cell_ = 0, row_ = 0;
};

// Which strides a hash is good for: those by which no two lines share a set before all sets have one.
QString spreadSentence(const FoundSets& cache) {
  if (lineBits(cache) == 0) return {};
  const std::optional<std::uint64_t> largest = inference::largest_spread_stride(*cache.index, *cache.line_bytes);
  if (!largest) return {};
  const QString first =
      cache.translates() ? tr(" The first %1 pages at a stride of %2") : tr(" The first %1 lines at a stride of %2");
  const QString to = *largest > *cache.line_bytes ? tr(", or of any power of two up to %1,").arg(sized(*largest)) : QString();
  return first.arg(counted(cache.index->sets()), sized(*cache.line_bytes)) + to +
         tr(" go to a set each; at larger strides some may share one.");
}

}  // namespace

BitUse useOfBit(const FoundSets& cache, unsigned bit) {
  const std::uint64_t mask = setMask(*cache.index);
  if ((mask >> bit & 1U) != 0) return BitUse::set;
  if (mask != 0 && bit > static_cast<unsigned>(std::countr_zero(mask))) return BitUse::tag;
  if (lineBits(cache) != 0) return bit < lineBits(cache) ? BitUse::unit : BitUse::tag;
  // A line is at least as long as the bytes that one miss loads.
  const std::uint64_t fetched = cache.fetch_bytes.value_or(1);
  return bit < static_cast<unsigned>(std::bit_width(fetched)) - 1 ? BitUse::unit : BitUse::unknown;
}

std::vector<unsigned> traditionalBits(const FoundSets& cache) {
  if (!cache.index || !cache.index->plain_bits() || lineBits(cache) == 0) return {};
  std::uint64_t traditional = 0;
  for (std::size_t i = 0; i < cache.index->rows.size(); ++i) traditional |= std::uint64_t{1} << (lineBits(cache) + i);
  if (traditional == setMask(*cache.index)) return {};
  return inference::bit_positions(traditional);
}

QString indexSentence(const FoundSets& cache) {
  if (!cache.index) {
    const Finding* function = cache.find(quantity::set_index_function);
    if (function == nullptr) return tr("Which lines share a set has not been measured.");
    if (function->status == FindingStatus::measured)
      return tr("A table gives each block its set; it is too long for a finding to tell.");
    return tr("Which lines share a set can’t be told: %1").arg(QString::fromStdString(one_line(function->reason)));
  }
  const SetIndex& index = *cache.index;
  switch (index.kind) {
    case SetIndex::Kind::one_set:
      return cache.translates() ? tr("One set: any page may take any of its ways (fully associative).")
                                : tr("One set: any line may take any of its ways (fully associative).");
    case SetIndex::Kind::modulo:
      return tr("Set = (address ÷ %1) mod %2: a remainder, so the number of sets need be no power of two (C2070 poster).")
          .arg(sized(index.granule_bytes), counted(index.modulus));
    case SetIndex::Kind::listed:
      return index.listed_period == 0
                 ? tr("No choice of address bits gives the set: a table of blocks of %1 does.").arg(sized(index.unit_bytes))
                 : tr("No choice of address bits gives the set: a table of %1 blocks of %2 does, again and again.")
                       .arg(counted(index.listed_period), sized(index.unit_bytes));
    case SetIndex::Kind::linear: break;
  }
  const QString bits = bitsText(inference::bit_positions(setMask(index)));
  const unsigned lowest = static_cast<unsigned>(std::countr_zero(setMask(index)));
  QString told = unknownSentence(cache, lowest);
  if (!told.isEmpty()) told.prepend(QLatin1Char(' '));
  if (!index.plain_bits())
    return tr("Each bit of the set’s number is the XOR of address bits, out of %1.").arg(bits) + spreadSentence(cache) + told;
  QString sentence = tr("Address bits %1 choose one of %2 sets.").arg(bits, counted(index.sets()));
  if (const auto traditional = traditionalBits(cache); !traditional.empty())
    sentence += QLatin1Char(' ') +
                tr("%1 in a row share a set, where bits %2 right above the line would part them (2014 paper §4.3, figure 12).")
                    .arg(sized(std::uint64_t{1} << lowest), bitsText(traditional));
  return sentence + told;
}

double paintSetIndex(QPainter* painter, const QRectF& area, const FoundSets& cache, const PlotStyle& style,
                     const IndexPointing& pointing) {
  if (!cache.index) return 0;
  double height = 0;
  if (painter != nullptr) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, true);
  }
  if (cache.index->kind == SetIndex::Kind::linear) {
    const BitRows bits(cache, area.width(), style);
    if (painter != nullptr) bits.paint(*painter, area.topLeft());
    height += bits.height();
  }
  if (cache.line_bytes && cache.index->kind != SetIndex::Kind::one_set) {
    const LineStrip strip(cache, area.width(), style);
    if (painter != nullptr) strip.paint(*painter, area.topLeft() + QPointF(0, height), pointing);
    height += strip.height();
  }
  if (painter != nullptr) painter->restore();
  return height;
}

}  // namespace chasescope
