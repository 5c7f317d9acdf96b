#include "widgets/figure/panel_letter.h"

#include <QFontMetricsF>

namespace chasescope {

double letterHeight(const PlotStyle& style) {
  return style.letters ? QFontMetricsF(style.text(Weight::semiBold)).height() + style.px(2) : 0;
}

QRectF belowLetter(QPainter& painter, const QRectF& panel, int index, const PlotStyle& style) {
  if (!style.letters) return panel;
  painter.setFont(style.text(Weight::semiBold));
  painter.setPen(style.palette.ink);
  painter.drawText(QRectF(panel.topLeft(), QSizeF(panel.width(), letterHeight(style))), Qt::AlignLeft | Qt::AlignTop,
                   QLatin1Char('(') + QChar(u'a' + index) + QLatin1Char(')'));
  return panel.adjusted(0, letterHeight(style), 0, 0);
}

}  // namespace chasescope
