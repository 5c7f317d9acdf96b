#include "widgets/document/findings_delegate.h"

#include <QAbstractItemView>
#include <QPainter>

#include "engine/findings/finding.h"
#include "widgets/document/findings_model.h"
#include "widgets/style/status_dot.h"
#include "widgets/style/theme.h"

namespace chasescope {

FindingsDelegate::FindingsDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

void FindingsDelegate::setOpen(const QModelIndex& index) {
  const QModelIndex before = open_;
  open_ = index;
  for (const QModelIndex& changed : {before, index})
    if (changed.isValid()) emit sizeHintChanged(changed);
}

int FindingsDelegate::lineHeight(const QModelIndex& index) const {
  return theme_.scaled(index.data(FindingsModel::ApartRole).toString().isEmpty() ? 34 : 42);
}

QRect FindingsDelegate::detailsRect(const QRect& rect, const QModelIndex& index) const {
  return rect.adjusted(theme_.scaled(12), lineHeight(index) - theme_.scaled(2), -theme_.scaled(12), -theme_.scaled(10));
}

int FindingsDelegate::detailsHeight(int width, const QModelIndex& index) const {
  const QFontMetrics metrics(theme_.small());
  int height = 0;
  for (const QString& line : index.data(FindingsModel::DetailsRole).toStringList())
    height += metrics.boundingRect(QRect(0, 0, std::max(80, width), 10000), Qt::TextWordWrap, line).height() + theme_.scaled(3);
  return height;
}

QSize FindingsDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
  const int width = view != nullptr ? view->viewport()->width() : option.rect.width();
  int height = index.data(FindingsModel::HeadingRole).toBool() ? theme_.scaled(index.row() == 0 ? 26 : 36) : lineHeight(index);
  if (index == open_) height += detailsHeight(detailsRect(QRect(0, 0, width, 1000), index).width(), index) + theme_.scaled(8);
  return {width, height};
}

void FindingsDelegate::paintHeading(QPainter& painter, const QRect& rect, const QModelIndex& index) const {
  painter.setFont(theme_.small(Weight::semiBold));
  painter.setPen(theme_.colours().quietInk);
  painter.drawText(rect.adjusted(theme_.scaled(12), 0, -12, -theme_.scaled(5)), Qt::AlignLeft | Qt::AlignBottom,
                   index.data().toString());
}

void FindingsDelegate::paintLine(QPainter& painter, const QRect& line, const QModelIndex& index) const {
  const Palette& palette = theme_.colours();
  const auto status = static_cast<FindingStatus>(index.data(FindingsModel::StatusRole).toInt());
  const QFont words = theme_.text(), small = theme_.small(), numbers = theme_.number(13, Weight::bold);
  const int pad = theme_.scaled(12);
  // In a panel that is narrow for the size of type, name and value take the place of the status word: the status mark's shape says
  // the same.
  const bool brief = line.width() - 2 * pad < theme_.scaled(250);
  const int statusWidth = brief ? theme_.scaled(10) : QFontMetrics(small).horizontalAdvance(tr("measured")) + theme_.scaled(22);
  const int unitWidth = QFontMetrics(small).horizontalAdvance(QStringLiteral("accesses")) + theme_.scaled(4);
  const QRect inner = line.adjusted(pad, 0, -pad, 0);
  const QRect statusRect(inner.right() - statusWidth, inner.top(), statusWidth + 1, inner.height());
  const QRect unitRect(statusRect.left() - unitWidth - theme_.scaled(6), inner.top(), unitWidth, inner.height());

  const QColor colour = statusColour(status, palette);
  const double dot = theme_.scaled(9);
  paintStatusDot(painter, {statusRect.left() + dot / 2, statusRect.center().y() + 0.5}, dot, status, colour);
  painter.setFont(small);
  painter.setPen(colour);
  if (!brief)
    painter.drawText(statusRect.adjusted(static_cast<int>(dot) + theme_.scaled(7), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     index.data(FindingsModel::StatusTextRole).toString());

  painter.setPen(palette.quietInk);
  painter.drawText(unitRect, Qt::AlignLeft | Qt::AlignVCenter, index.data(FindingsModel::UnitRole).toString());

  // The value gets the width that the name leaves, and at least 45 % of the row; a long name is cut with an ellipsis.
  const QString value = index.data(FindingsModel::ValueRole).toString();
  // Lists and words have no unit, so they take the unit's column too; plain numbers keep to their column.
  const bool wide = index.data(FindingsModel::UnitRole).toString().isEmpty() && value.size() > 6;
  const int valueRight = wide ? unitRect.right() - theme_.scaled(6) : unitRect.left() - theme_.scaled(6);
  const int room = valueRight - inner.left();
  const QString name = index.data().toString();
  const int nameWidth = QFontMetrics(words).horizontalAdvance(name) + theme_.scaled(12);
  const int valueRoom = std::max(room - nameWidth, room * 45 / 100);
  const QString shown = QFontMetrics(numbers).elidedText(value, Qt::ElideRight, valueRoom);
  const int valueWidth = QFontMetrics(numbers).horizontalAdvance(shown);
  painter.setFont(numbers);
  painter.setPen(status == FindingStatus::measured || status == FindingStatus::reported ? palette.ink : palette.quietInk);
  painter.drawText(QRect(valueRight - valueWidth - 2, inner.top(), valueWidth + 4, inner.height()),
                   Qt::AlignRight | Qt::AlignVCenter, shown);
  QRect nameRect(inner.left(), inner.top(), room - valueWidth - theme_.scaled(8), inner.height());
  if (const QString apart = index.data(FindingsModel::ApartRole).toString(); !apart.isEmpty()) {
    const QFont smallest = theme_.small();
    const int below = QFontMetrics(smallest).height();
    painter.setFont(smallest);
    painter.setPen(palette.quietInk);
    nameRect.adjust(0, theme_.scaled(3), 0, -theme_.scaled(3));
    painter.drawText(QRect(nameRect.left(), nameRect.bottom() - below, nameRect.width(), below), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(smallest).elidedText(apart, Qt::ElideRight, nameRect.width()));
    nameRect.setBottom(nameRect.bottom() - below + theme_.scaled(2));
  }
  painter.setFont(words);
  painter.setPen(palette.ink);
  painter.drawText(nameRect, Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetrics(words).elidedText(name, Qt::ElideRight, nameRect.width()));
}

void FindingsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing, true);
  const Palette& palette = theme_.colours();
  if (index.data(FindingsModel::HeadingRole).toBool()) {
    paintHeading(*painter, option.rect, index);
    painter->restore();
    return;
  }
  const QRect rect = option.rect.adjusted(2, 1, -2, -1);
  const bool selected = (option.state & QStyle::State_Selected) != 0, hovered = (option.state & QStyle::State_MouseOver) != 0;
  if (selected || hovered) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(selected ? palette.accentSoft : palette.hover);
    painter->drawRoundedRect(rect, 6, 6);
  } else {
    painter->setPen(palette.line);
    painter->drawLine(option.rect.bottomLeft() + QPoint(theme_.scaled(12), 0),
                      option.rect.bottomRight() - QPoint(theme_.scaled(12), 0));
  }
  if ((option.state & QStyle::State_HasFocus) != 0 && selected) {
    painter->setPen(QPen(palette.focus, 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 6, 6);
  }
  paintLine(*painter, QRect(option.rect.left(), option.rect.top(), option.rect.width(), lineHeight(index)), index);
  if (index == open_) {
    const QFontMetrics metrics(theme_.small());
    painter->setFont(theme_.small());
    painter->setPen(palette.quietInk);
    QRect at = detailsRect(option.rect, index);
    for (const QString& line : index.data(FindingsModel::DetailsRole).toStringList()) {
      const int height = metrics.boundingRect(QRect(0, 0, at.width(), 10000), Qt::TextWordWrap, line).height();
      painter->drawText(QRect(at.left(), at.top(), at.width(), height), Qt::TextWordWrap, line);
      at.setTop(at.top() + height + theme_.scaled(3));
    }
  }
  painter->restore();
}

}  // namespace chasescope

#include "moc_findings_delegate.cpp"
