#include "widgets/plot/part_head.h"

#include <cmath>

#include "widgets/plot/text_room.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

QString wordsOf(const PartHead& head, double width, const PlotStyle& style) {
  return head.words.isEmpty() ? QString() : fittingWords(style.small(), head.words, width);
}

}  // namespace

double headHeight(const PartHead& head, double width, const PlotStyle& style) {
  return wrappedHeight(style.text(Weight::semiBold), head.title, width) +
         wrappedHeight(style.small(), wordsOf(head, width, style), width) + style.px(6);
}

void paintHead(QPainter& painter, const QPointF& corner, double width, const PartHead& head, const PlotStyle& style) {
  painter.setFont(style.text(Weight::semiBold));
  painter.setPen(style.palette.ink);
  const double title = paintWrapped(painter, corner, width, head.title);
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  paintWrapped(painter, corner + QPointF(0, title), width, wordsOf(head, width, style));
}

QString signedNumber(double value, int decimals) {
  const QString digits = QString::number(std::abs(value), 'f', decimals);
  return value < 0 && digits.toDouble() != 0 ? QChar(0x2212) + digits : digits;
}

}  // namespace chasescope
