#include "widgets/plot/text_room.h"

#include <QFontMetricsF>
#include <algorithm>

namespace chasescope {
namespace {

constexpr double kEndless = 1e6;
constexpr int kWrapped = Qt::TextWordWrap | Qt::AlignTop;

}  // namespace

double wrappedHeight(const QFont& font, const QString& words, double width) {
  if (words.isEmpty()) return 0;
  return QFontMetricsF(font).boundingRect(QRectF(0, 0, std::max(width, 1.0), kEndless), kWrapped, words).height();
}

double paintWrapped(QPainter& painter, const QPointF& corner, double width, const QString& words, Qt::Alignment alignment) {
  const double height = wrappedHeight(painter.font(), words, width);
  painter.drawText(QRectF(corner, QSizeF(width, height)), kWrapped | static_cast<int>(alignment) | Qt::TextDontClip, words);
  return height;
}

QString fittingWords(const QFont& font, const QStringList& wordings, double width) {
  const QFontMetricsF metrics(font);
  for (const QString& words : wordings)
    if (metrics.horizontalAdvance(words) <= width) return words;
  return wordings.isEmpty() ? QString() : wordings.back();
}

bool TakenRoom::isFree(const QRectF& room) const {
  return std::none_of(rooms_.begin(), rooms_.end(), [&](const QRectF& other) { return other.intersects(room); });
}

QRectF TakenRoom::takeFirst(const std::vector<QRectF>& places, const QRectF& within) {
  for (const QRectF& place : places)
    if (within.contains(place) && isFree(place)) {
      take(place);
      return place;
    }
  return {};
}

}  // namespace chasescope
