#include "app/cards/check_table.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/document/shown_text.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

QString cellOf(const CheckedRow& row, int column) {
  const CheckedWords words = words_of(row);
  switch (column) {
    case CheckTableModel::what: return shownText(words.what + (words.conditions.empty() ? "" : ", " + words.conditions));
    case CheckTableModel::card: return shownText(words.card);
    case CheckTableModel::others: return words.others.empty() ? QStringLiteral("–") : shownText(words.others);
    default: return {};
  }
}

/// How far the value lies outside the range of the others: in doublings for sizes, times and rates. A word, such as a policy, is as
/// far away as any number; of lists nobody can say how far.
double deviationOf(const CheckedRow& row) {
  if (row.standing != Standing::outside && row.standing != Standing::apart) return 0;
  if (!row.card.value.is_number() || !row.low || !row.high) return row.card.value.is_string() ? INFINITY : 0;
  const double value = row.card.value.get<double>();
  if (value >= *row.low && value <= *row.high) return 0;
  const double edge = value < *row.low ? *row.low : *row.high;
  if (value > 0 && edge > 0) return std::abs(std::log2(value / edge));
  return std::abs(value - edge) / std::max(std::abs(value), std::abs(edge));
}

/// The strip in words, for whoever can't see it.
QString stripWords(const CheckedRow& row) { return shownText(std::string(to_string(row.standing)) + ". " + row.how); }

}  // namespace

void CheckTableModel::setCheck(const CardCheck& check, bool all) {
  beginResetModel();
  rows_.clear();
  for (const CheckedRow& row : check.rows)
    if (all || row.standing == Standing::outside || row.standing == Standing::apart) rows_.push_back(row);
  std::stable_sort(rows_.begin(), rows_.end(), [](const CheckedRow& a, const CheckedRow& b) {
    return a.standing != b.standing ? a.standing < b.standing : deviationOf(a) > deviationOf(b);
  });
  endResetModel();
}

int CheckTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
int CheckTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

QVariant CheckTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const CheckedRow& shown = row(index.row());
  switch (role) {
    case Qt::DisplayRole: return cellOf(shown, index.column());
    case Qt::ToolTipRole: return index.column() == strip ? shownText(shown.how) : cellOf(shown, index.column());
    case Qt::AccessibleTextRole: return index.column() == strip ? stripWords(shown) : cellOf(shown, index.column());
    case StandingRole: return static_cast<int>(shown.standing);
    case RowRole: return index.row();
    default: return {};
  }
}

QVariant CheckTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  static const char* const kTitles[] = {QT_TR_NOOP("Quantity"), QT_TR_NOOP("This card"), QT_TR_NOOP("The others"),
                                        QT_TR_NOOP("Among them")};
  if (role == Qt::DisplayRole) return tr(kTitles[section]);
  if (role == Qt::ToolTipRole && section == strip)
    return tr("Grey: the others with their intervals, from the least to the greatest. The mark: this card");
  return {};
}

QSize CheckCellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return QStyledItemDelegate::sizeHint(option, index) + QSize(0, theme_.scaled(12));
}

void CheckStripDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyledItemDelegate::paint(painter, option, index);
  const auto* model = qobject_cast<const CheckTableModel*>(index.model());
  const std::vector<CheckedSpan> spans = model == nullptr ? std::vector<CheckedSpan>() : spans_of(model->row(index.row()));
  if (spans.empty()) return;
  const Palette& colours = theme_.colours();
  const double edge = theme_.scaled(10), high = theme_.scaled(8), mark = theme_.scaled(4.5);
  const QRectF room = QRectF(option.rect).adjusted(edge, 0, -edge, 0);
  const double middle = room.center().y();
  const auto at = [&](double share) { return room.left() + share * room.width(); };
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(colours.line, 1));
  painter->drawLine(QPointF(room.left(), middle), QPointF(room.right(), middle));
  const auto bar = [&](const CheckedSpan& span, const QColor& colour, double thick) {
    const double left = at(span.low), right = std::max(at(span.high), left + theme_.scaled(3));
    painter->setPen(Qt::NoPen);
    painter->setBrush(colour);
    painter->drawRoundedRect(QRectF(left, middle - thick / 2, right - left, thick), 1.5, 1.5);
  };
  for (std::size_t i = 1; i < spans.size(); ++i) bar(spans[i], mixed(colours.quietInk, colours.card, 0.55), high);
  const bool inside = index.data(CheckTableModel::StandingRole).toInt() == static_cast<int>(Standing::inside);
  bar(spans[0], colours.accent, theme_.scaled(3));
  const QPointF centre(at(spans[0].value), middle);
  painter->setPen(QPen(colours.accent, 1.5));
  painter->setBrush(inside ? colours.card : colours.accent);
  painter->drawPolygon(
      QPolygonF({centre + QPointF(0, -mark), centre + QPointF(mark, 0), centre + QPointF(0, mark), centre + QPointF(-mark, 0)}));
  painter->restore();
}

}  // namespace chasescope

#include "moc_check_table.cpp"
