#include "widgets/report_delegate.h"

#include <QApplication>
#include <QPainter>

#include "widgets/plot/status_dot.h"
#include "widgets/report_model.h"
#include "widgets/theme.h"

namespace chasescope {

void ReportDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  const Palette& palette = theme_.colours();
  QColor ink = palette.ink;
  option->font = theme_.text();
  option->textElideMode = Qt::ElideRight;
  if (!index.parent().isValid()) {
    option->font = theme_.text(13, Weight::semiBold);
  } else if (index.column() == ReportModel::ValueColumn) {
    option->font = theme_.number(13, Weight::bold);
  } else if (index.column() == ReportModel::IntervalColumn) {
    option->font = theme_.small();
    ink = palette.quietInk;
  } else if (index.column() == ReportModel::EvidenceColumn) {
    option->font = theme_.small();
    option->font.setUnderline(true);
    ink = palette.accent;
  }
  // The style sheet's colours win over those of the option, so the text is drawn by paint().
  option->palette.setColor(QPalette::Text, ink);
  option->fontMetrics = QFontMetrics(option->font);
}

void ReportDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem item = option;
  initStyleOption(&item, index);
  const QString text = item.text;
  item.text.clear();
  const QStyle* style = item.widget != nullptr ? item.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);  // ground, selection and focus
  painter->save();
  QRect rect = option.rect.adjusted(theme_.scaled(6), 0, -theme_.scaled(6), 0);
  QColor ink = item.palette.color(QPalette::Text);
  if (index.column() == ReportModel::StatusColumn && index.parent().isValid()) {
    const auto status = static_cast<FindingStatus>(index.data(ReportModel::StatusRole).toInt());
    ink = statusColour(status, theme_.colours());
    const double dot = theme_.scaled(9);
    painter->setRenderHint(QPainter::Antialiasing, true);
    paintStatusDot(*painter, {rect.left() + dot / 2, rect.center().y() + 0.5}, dot, status, ink);
    rect.adjust(static_cast<int>(dot) + theme_.scaled(7), 0, 0, 0);
    item.font = theme_.small();
  }
  painter->setFont(item.font);
  painter->setPen(ink);
  painter->drawText(rect, static_cast<int>(item.displayAlignment | Qt::AlignVCenter) | Qt::TextSingleLine,
                    QFontMetrics(item.font).elidedText(text, Qt::ElideRight, rect.width()));
  painter->restore();
}

QSize ReportDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return {QStyledItemDelegate::sizeHint(option, index).width(), theme_.scaled(index.parent().isValid() ? 28 : 34)};
}

}  // namespace chasescope
