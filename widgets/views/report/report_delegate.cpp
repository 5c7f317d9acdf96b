#include "widgets/views/report/report_delegate.h"

#include <QApplication>
#include <QPainter>
#include <QPolygonF>

#include "widgets/style/status_dot.h"
#include "widgets/style/theme.h"
#include "widgets/views/report/report_model.h"

namespace chasescope {

namespace {

/// Paints the mark of a part's state: an arrow if it is running, three dots if it waits, a cross if it was not reached.
void paintPartMark(QPainter& painter, const QPointF& centre, double size, ReportPart::State state, const QColor& colour) {
  const double r = size / 2;
  painter.setPen(QPen(colour, size * 0.2, Qt::SolidLine, Qt::RoundCap));
  painter.setBrush(colour);
  switch (state) {
    case ReportPart::State::running:
      painter.drawPolygon(
          QPolygonF{centre + QPointF(-0.6 * r, -0.8 * r), centre + QPointF(0.8 * r, 0), centre + QPointF(-0.6 * r, 0.8 * r)});
      break;
    case ReportPart::State::waiting:
      for (const double x : {-0.8, 0.0, 0.8}) painter.drawPoint(centre + QPointF(x * r, 0));
      break;
    case ReportPart::State::stopped:
      painter.drawLine(centre - QPointF(0.6 * r, 0.6 * r), centre + QPointF(0.6 * r, 0.6 * r));
      painter.drawLine(centre + QPointF(-0.6 * r, 0.6 * r), centre + QPointF(0.6 * r, -0.6 * r));
      break;
  }
}

}  // namespace

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
  } else if (index.column() == ReportModel::PublishedColumn) {
    option->font = theme_.number(13);
    ink = palette.quietInk;
  } else if (index.column() == ReportModel::IntervalColumn) {
    option->font = theme_.small();
    ink = palette.quietInk;
  } else if (index.column() == ReportModel::EvidenceColumn) {
    option->font = theme_.small();
    option->font.setUnderline(true);
    ink = palette.accent;
  }
  // The style sheet's colours would override those of the option, so paint() draws the text itself.
  option->palette.setColor(QPalette::Text, ink);
  option->fontMetrics = QFontMetrics(option->font);
}

void ReportDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem item = option;
  initStyleOption(&item, index);
  const QString text = item.text;
  item.text.clear();
  const QStyle* style = item.widget != nullptr ? item.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);  // background, selection and focus
  painter->save();
  QRect rect = option.rect.adjusted(theme_.scaled(6), 0, -theme_.scaled(6), 0);
  QColor ink = item.palette.color(QPalette::Text);
  if (const QVariant part = index.data(ReportModel::PartRole); index.column() == ReportModel::StatusColumn && part.isValid()) {
    const auto state = static_cast<ReportPart::State>(part.toInt());
    ink = state == ReportPart::State::stopped ? theme_.colours().danger : theme_.colours().quietInk;
    if (state == ReportPart::State::running) ink = theme_.colours().accent;
    const double mark = theme_.scaled(9);
    painter->setRenderHint(QPainter::Antialiasing, true);
    paintPartMark(*painter, {rect.left() + mark / 2, rect.center().y() + 0.5}, mark, state, ink);
    rect.adjust(static_cast<int>(mark) + theme_.scaled(7), 0, 0, 0);
    item.font = theme_.small();
  } else if (index.column() == ReportModel::StatusColumn && index.parent().isValid()) {
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

#include "moc_report_delegate.cpp"
