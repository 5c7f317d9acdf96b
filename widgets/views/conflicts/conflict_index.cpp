#include "widgets/views/conflicts/conflict_index.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using inference::SetIndex;

constexpr std::uint64_t kMostBlocks = 256;  // columns, however wide the plot is

bool isLinear(const FoundSets& cache) { return cache.index->kind == SetIndex::Kind::linear; }

std::uint64_t bitsOf(const SetIndex& index) {
  std::uint64_t mask = 0;
  for (const std::uint64_t row : index.rows) mask |= row;
  return mask;
}

/// "7 to 11", "7, 9".
QString bitsInWords(std::uint64_t mask) {
  const std::vector<unsigned> bits = inference::bit_positions(mask);
  if (bits.size() > 2 && bits.back() - bits.front() + 1 == bits.size()) return tr("%1 to %2").arg(bits.front()).arg(bits.back());
  QStringList parts;
  for (const unsigned bit : bits) parts << QString::number(bit);
  return parts.join(QStringLiteral(", "));
}

/// The number of consecutive bytes that share a set.
std::uint64_t blockOf(const SetIndex& index) {
  return index.kind == SetIndex::Kind::modulo ? index.granule_bytes : index.unit_bytes;
}

/// The number of blocks after which the sets repeat, or the number of known blocks. For a remainder twice its period, so that the
/// picture shows the repetition.
std::uint64_t blocksOf(const SetIndex& index) {
  if (index.kind == SetIndex::Kind::modulo) return 2 * index.modulus;
  return index.listed_period > 0 ? index.listed_period : index.listed.size();
}

IndexBits ofBits(const SetIndex& index) {
  const std::uint64_t mask = bitsOf(index);
  const auto low = static_cast<unsigned>(std::countr_zero(mask)), high = 63U - static_cast<unsigned>(std::countl_zero(mask));
  return {
      .rows = index.rows.size(),
      .columns = high - low + 1,
      .marked = [&index, high](std::uint64_t row, std::uint64_t column) { return (index.rows[row] >> (high - column) & 1U) != 0; },
      .name = [](std::uint64_t row) { return tr("set bit %1").arg(row); },
      .number = [high](std::uint64_t column) { return high - column; },
      .over = {tr("address bit"), tr("bit")}};
}

IndexBits ofBlocks(const SetIndex& index, std::uint64_t mostSets, std::uint64_t mostBlocks) {
  return {.rows = std::min(index.sets(), mostSets),
          .columns = std::min(blocksOf(index), mostBlocks),
          .marked = [&index](std::uint64_t row, std::uint64_t column) { return index.set_of(column * blockOf(index)) == row; },
          .name = [](std::uint64_t row) { return tr("set %1").arg(row); },
          .number = [](std::uint64_t column) { return column; },
          .over = {tr("block"), QString()}};
}

double rowHeight(const PlotStyle& style) { return QFontMetricsF(style.number()).height() + style.px(1); }

double namesWidth(const IndexBits& matrix, const PlotStyle& style) {
  const QFontMetricsF words(style.small());
  return std::max(words.horizontalAdvance(matrix.over.back()), words.horizontalAdvance(matrix.name(matrix.rows - 1))) +
         style.px(10);
}

/// The number of sets in the picture: a few in a window, which show the rule and leave room for the parts below.
std::uint64_t setsShown(const PlotStyle& style) { return style.print ? 16 : 6; }

/// The matrix with as many blocks as the width has room for.
IndexBits matrixIn(double width, const FoundSets& cache, const PlotStyle& style) {
  const double cells = width * 0.8 / style.em(4);
  return indexMatrix(cache, setsShown(style), std::min(static_cast<std::uint64_t>(std::max(cells, 8.0)), kMostBlocks));
}

void paintBits(QPainter& painter, const QRectF& area, const IndexBits& matrix, const PlotStyle& style) {
  const QFontMetricsF words(style.small()), numbers(style.number());
  const QString over = fittingWords(style.small(), matrix.over, area.width() / 4);
  const double head = std::max(namesWidth(matrix, style), words.horizontalAdvance(over) + style.px(10));
  const double row = std::min(rowHeight(style), area.height() / static_cast<double>(matrix.rows + 1));
  const double cell = std::min((area.width() - head) / static_cast<double>(matrix.columns), style.em(style.print ? 64 : 24));
  const auto left = [&](std::uint64_t column) { return area.left() + head + cell * static_cast<double>(column); };
  const auto nameRow = [&](double y, const QString& name) {
    painter.setFont(style.small());
    painter.setPen(style.palette.quietInk);
    painter.drawText(QRectF(area.left(), y, head - style.px(6), row), Qt::AlignRight | Qt::AlignVCenter, name);
  };
  nameRow(area.top(), over);
  painter.setFont(style.number());
  const QString widest = QString::number(std::max(matrix.number(0), matrix.number(matrix.columns - 1)));
  const auto least = static_cast<std::uint64_t>(std::ceil((numbers.horizontalAdvance(widest) + style.px(3)) / cell));
  const std::uint64_t each = least > 2 ? (least + 3) / 4 * 4 : least;  // a number over every fourth column, or every eighth, …
  for (std::uint64_t column = 0; column < matrix.columns; ++column)
    if (matrix.number(column) % each == 0)
      painter.drawText(QRectF(left(column) - style.em(20), area.top(), cell + style.em(40), row), Qt::AlignCenter,
                       QString::number(matrix.number(column)));
  painter.setRenderHint(QPainter::Antialiasing, false);
  const double air = std::min(style.px(1), cell / 8);
  for (std::uint64_t i = 0; i < matrix.rows; ++i) {
    const double y = area.top() + row * static_cast<double>(i + 1);
    nameRow(y, matrix.name(i));
    for (std::uint64_t column = 0; column < matrix.columns; ++column)
      painter.fillRect(QRectF(left(column), y, cell, row).adjusted(air, style.px(1), -air, -style.px(1)),
                       matrix.marked(i, column) ? style.palette.ink : mixed(style.palette.outline, style.palette.card, 0.18));
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
}

}  // namespace

bool drawsIndex(const FoundSets& cache) {
  if (!cache.index || cache.index->sets() < 2) return false;
  return isLinear(cache) ? !cache.index->rows.empty() : blockOf(*cache.index) > 0 && blocksOf(*cache.index) > 0;
}

IndexBits indexMatrix(const FoundSets& cache, std::uint64_t mostSets, std::uint64_t mostBlocks) {
  return isLinear(cache) ? ofBits(*cache.index) : ofBlocks(*cache.index, mostSets, mostBlocks);
}

PartHead indexHead(const FoundSets& cache, const PlotStyle& style) {
  const SetIndex& index = *cache.index;
  const QString title = tr("%1 sets").arg(counted(index.sets()));
  if (isLinear(cache)) {
    if (index.plain_bits()) return {title, {tr("chosen by address bits %1").arg(bitsInWords(bitsOf(index)))}};
    return {title, {tr("each bit of the set’s number is the XOR of the marked address bits")}};
  }
  const QString block = QString::fromStdString(format_bytes(blockOf(index))), sets = counted(index.sets());
  const std::uint64_t shown = setsShown(style);
  const QString some = index.sets() > shown ? tr("; the first %1 sets are shown").arg(shown) : QString();
  if (index.kind == SetIndex::Kind::modulo)
    return {title,
            {tr("the number of a block of %1, divided by %2: the remainder is the set").arg(block, sets) + some,
             tr("number of a block of %1 modulo %2").arg(block, sets) + some}};
  return {title, {tr("a table tells the set of each block of %1").arg(block) + some}};
}

double indexHeight(double width, const FoundSets& cache, const PlotStyle& style) {
  return rowHeight(style) * static_cast<double>(matrixIn(width, cache, style).rows + 1) + style.px(2);
}

void paintIndex(QPainter& painter, const QRectF& area, const FoundSets& cache, const PlotStyle& style) {
  paintBits(painter, area, matrixIn(area.width(), cache, style), style);
}

}  // namespace chasescope
