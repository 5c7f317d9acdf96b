#include "widgets/builder/bit_matrix.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kSide = 23, kHead = 22;  // px at the ordinary size of type
constexpr unsigned kFewest = 6, kMost = 24;

}  // namespace

BitMatrix::BitMatrix(QWidget* parent) : DrawnPlot(parent) {
  setAccessibleName(tr("Address bits that choose the set"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void BitMatrix::setGroups(const Groups& groups, unsigned lowest, bool single) {
  const std::size_t rows = groups_.size();
  groups_ = groups;
  lowest_ = lowest;
  single_ = single;
  row_ = std::min(row_, std::max<std::size_t>(groups_.size(), 1) - 1);
  column_ = std::min(column_, columns() - 1);
  if (rows != groups_.size()) updateGeometry();
  describe();
  update();
}

unsigned BitMatrix::columns() const {
  unsigned end = lowest_ + std::max(kFewest, static_cast<unsigned>(2 * groups_.size()));
  for (const auto& group : groups_)
    for (const unsigned bit : group) end = std::max(end, bit + 1);
  return std::min(end - lowest_, kMost);
}

double BitMatrix::labelWidth() const {
  return QFontMetricsF(plotStyle().small())
             .horizontalAdvance(tr("bit %1 of the set").arg(std::max<std::size_t>(groups_.size(), 1) - 1)) +
         plotStyle().em(8);
}

double BitMatrix::side() const { return std::min(plotStyle().em(kSide), (area().width() - labelWidth()) / columns()); }

QSize BitMatrix::sizeHint() const {
  const PlotStyle& style = plotStyle();
  return {static_cast<int>(style.em(280)),
          static_cast<int>(style.em(kHead) + style.em(kSide) * static_cast<double>(std::max<std::size_t>(groups_.size(), 1)) + 6)};
}

QRectF BitMatrix::cell(std::size_t row, unsigned bit) const {
  if (row >= groups_.size() || bit < lowest_ || bit >= lowest_ + columns()) return {};
  const double each = side(), gap = std::min(1.5, each * 0.08);
  // The highest set bit is the top row, and the highest address bit the leftmost column, as in a written number.
  const double left = area().right() - each * (bit - lowest_ + 1);
  const double top = area().top() + plotStyle().em(kHead) + plotStyle().em(kSide) * static_cast<double>(groups_.size() - 1 - row);
  return QRectF(left, top, each, std::min(plotStyle().em(kSide), std::max(each, plotStyle().em(14))))
      .adjusted(gap, gap, -gap, -gap);
}

bool BitMatrix::has(std::size_t row, unsigned bit) const {
  return row < groups_.size() && std::find(groups_[row].begin(), groups_[row].end(), bit) != groups_[row].end();
}

void BitMatrix::turn(std::size_t row, unsigned bit) {
  if (row >= groups_.size()) return;
  Groups changed = groups_;
  auto& group = changed[row];
  if (single_)
    group = {bit};
  else if (has(row, bit))
    std::erase(group, bit);
  else
    group.insert(std::upper_bound(group.begin(), group.end(), bit), bit);
  if (changed == groups_) return;
  groups_ = changed;
  describe();
  update();
  emit groupsChanged(groups_);
}

void BitMatrix::describe() {
  const unsigned bit = lowest_ + column_;
  setAccessibleDescription(groups_.empty() ? tr("There is one set, so no bit chooses it.")
                                           : (has(row_, bit) ? tr("Address bit %1 takes part in bit %2 of the set.")
                                                             : tr("Address bit %1 takes no part in bit %2 of the set."))
                                                 .arg(bit)
                                                 .arg(row_));
}

void BitMatrix::paint(QPainter& painter) {
  const PlotStyle& style = plotStyle();
  const Palette& palette = style.palette;
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setFont(style.small());
  painter.setPen(palette.quietInk);
  if (groups_.empty()) {
    painter.drawText(area(), Qt::AlignLeft | Qt::AlignTop, tr("There is one set, so no bit chooses it."));
    return;
  }
  const double label = labelWidth() - style.em(8), each = side();
  const unsigned count = columns();
  const double left = area().right() - each * count;
  const QRectF head(area().left(), area().top(), left - area().left() - style.em(8), style.em(kHead));
  painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, tr("address bit"));
  painter.setFont(style.number());
  const bool all = QFontMetricsF(painter.font()).horizontalAdvance(QStringLiteral("88")) + 2 <= each;
  for (unsigned column = 0; column < count; ++column) {
    if (!all && column % 2 == 1) continue;
    const QRectF room(area().right() - each * (column + 1) - each / 2, area().top(), 2 * each, style.em(kHead));
    painter.drawText(room, Qt::AlignCenter, QString::number(lowest_ + column));
  }
  for (std::size_t row = 0; row < groups_.size(); ++row) {
    painter.setFont(style.small());
    painter.setPen(palette.ink);
    const QRectF first = cell(row, lowest_);
    painter.drawText(QRectF(left - style.em(8) - label, first.top(), label, first.height()), Qt::AlignRight | Qt::AlignVCenter,
                     tr("bit %1 of the set").arg(row));
    for (unsigned bit = lowest_; bit < lowest_ + count; ++bit) {
      const QRectF box = cell(row, bit);
      const bool on = has(row, bit), under = mouse() && box.contains(*mouse());
      painter.setPen(QPen(under ? palette.accent : on ? palette.ink : palette.outline, style.line(under ? 2 : 1.2)));
      painter.setBrush(on ? palette.ink : under ? palette.hover : palette.card);
      painter.drawRoundedRect(box, style.px(3), style.px(3));
    }
  }
  if (showsFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette.focus, style.line(2.4)));
    painter.drawRoundedRect(cell(row_, lowest_ + column_).adjusted(-2, -2, 2, 2), style.px(4), style.px(4));
  }
}

void BitMatrix::mousePressEvent(QMouseEvent* event) {
  DrawnPlot::mousePressEvent(event);
  if (event->button() != Qt::LeftButton) return;
  for (std::size_t row = 0; row < groups_.size(); ++row)
    for (unsigned column = 0; column < columns(); ++column)
      if (cell(row, lowest_ + column).contains(event->position())) {
        row_ = row;
        column_ = column;
        turn(row, lowest_ + column);
        return;
      }
}

bool BitMatrix::keyed(int key) {
  if (groups_.empty()) return false;
  switch (key) {
    case Qt::Key_Left: column_ = std::min(column_ + 1, columns() - 1); break;
    case Qt::Key_Right: column_ -= column_ > 0 ? 1 : 0; break;
    case Qt::Key_Up: row_ = std::min(row_ + 1, groups_.size() - 1); break;
    case Qt::Key_Down: row_ -= row_ > 0 ? 1 : 0; break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter: turn(row_, lowest_ + column_); break;
    default: return false;
  }
  describe();
  update();
  return true;
}

}  // namespace chasescope

#include "moc_bit_matrix.cpp"
