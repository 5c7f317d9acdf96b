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

bool crosses(const QLineF& line, const QRectF& box) {
  // The part of the line within each pair of edges, as a range of 0 (begin of the line) to 1 (its end).
  double from = 0, to = 1;
  const auto between = [&](double start, double step, double low, double high) {
    if (step == 0) return start > low && start < high;
    const double a = (low - start) / step, b = (high - start) / step;
    from = std::max(from, std::min(a, b));
    to = std::min(to, std::max(a, b));
    return from < to;
  };
  return between(line.x1(), line.dx(), box.left(), box.right()) && between(line.y1(), line.dy(), box.top(), box.bottom());
}

std::vector<double> spreadApart(std::vector<double> wanted, double height, double from, double to) {
  // Labels that would overlap form a group, which is centred on the mean of their wanted places.
  struct Group {
    double middle;
    std::size_t labels;
  };
  std::vector<Group> groups;
  const auto half = [&](const Group& group) { return height * static_cast<double>(group.labels) / 2; };
  const auto within = [&](Group& group) {
    group.middle = std::max(std::min(group.middle, to - half(group)), from + half(group));
  };
  for (const double middle : wanted) {
    groups.push_back({middle, 1});
    within(groups.back());
    while (groups.size() > 1 && groups.back().middle - half(groups.back()) < groups[groups.size() - 2].middle + half(groups[groups.size() - 2])) {
      const Group last = groups.back();
      groups.pop_back();
      Group& joined = groups.back();
      const auto a = static_cast<double>(joined.labels), b = static_cast<double>(last.labels);
      joined = {(joined.middle * a + last.middle * b) / (a + b), joined.labels + last.labels};
      within(joined);
    }
  }
  std::size_t next = 0;
  for (const Group& group : groups)
    for (std::size_t i = 0; i < group.labels; ++i)
      wanted[next++] = group.middle + height * (static_cast<double>(i) - static_cast<double>(group.labels - 1) / 2);
  return wanted;
}

bool TakenRoom::isFree(const QRectF& room) const {
  return std::none_of(rooms_.begin(), rooms_.end(), [&](const QRectF& other) { return other.intersects(room); }) &&
         std::none_of(lines_.begin(), lines_.end(), [&](const QLineF& line) { return crosses(line, room); });
}

void TakenRoom::take(const QPainterPath& path) {
  for (const QPolygonF& polygon : path.toSubpathPolygons())
    for (qsizetype i = 1; i < polygon.size(); ++i) lines_.emplace_back(polygon[i - 1], polygon[i]);
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
