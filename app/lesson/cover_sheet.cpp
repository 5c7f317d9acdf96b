#include "app/lesson/cover_sheet.h"

#include <QEvent>
#include <QPainter>

#include "widgets/style/theme.h"

namespace chasescope {

CoverSheet::CoverSheet(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setAccessibleName(tr("Covered until there is a guess"));
  setFocusPolicy(Qt::NoFocus);
  setAttribute(Qt::WA_NoMousePropagation);
  connect(&theme_, &Theme::themeChanged, this, qOverload<>(&QWidget::update));
}

OverWidget::OverWidget(QWidget& upper, QWidget& lower) : QObject(&upper), upper_(upper), lower_(lower) {
  lower_.installEventFilter(this);
  place();
}

void OverWidget::place() {
  upper_.setGeometry(QRect(lower_.mapTo(upper_.parentWidget(), QPoint()), lower_.size()));
  upper_.raise();
}

bool OverWidget::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::Move || event->type() == QEvent::Show) place();
  return QObject::eventFilter(watched, event);
}

void CoverSheet::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Palette& colours = theme_.colours();
  const QRectF sheet = QRectF(rect()).adjusted(1, 1, -1, -1);
  painter.setPen(QPen(colours.outline, 1.5));
  painter.setBrush(colours.sunken);
  painter.drawRoundedRect(sheet, 8, 8);
  painter.save();
  painter.setClipRect(sheet.adjusted(2, 2, -2, -2));
  painter.setPen(QPen(mixed(colours.line, colours.sunken, 0.8), 5));
  constexpr int kStripe = 22;
  for (int x = -height(); x < width(); x += kStripe) painter.drawLine(x, height(), x + height(), 0);
  painter.restore();
  painter.setFont(theme_.text(18, Weight::semiBold));
  const QString words = tr("Covered until there is a guess");
  const QRectF plate = [&] {
    QRectF box = painter.fontMetrics().boundingRect(words);
    box.adjust(-24, -12, 24, 12);
    box.moveCenter(sheet.center());
    return box;
  }();
  painter.setPen(QPen(colours.outline, 1.5));
  painter.setBrush(colours.card);
  painter.drawRoundedRect(plate, plate.height() / 2, plate.height() / 2);
  painter.setPen(colours.ink);
  painter.drawText(plate, Qt::AlignCenter, words);
}

}  // namespace chasescope

#include "moc_cover_sheet.cpp"
