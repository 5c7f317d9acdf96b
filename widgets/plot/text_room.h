// Text in limited room: wrapped into lines, in the wording that fits, and without overlaps.
#pragma once

#include <QPainter>
#include <QPainterPath>
#include <QRectF>
#include <QStringList>
#include <vector>

namespace chasescope {

/// The height of words that are wrapped at `width`.
double wrappedHeight(const QFont& font, const QString& words, double width);

/// Draws wrapped words from a corner, in the painter's font and pen. \return their height.
double paintWrapped(QPainter& painter, const QPointF& corner, double width, const QString& words,
                    Qt::Alignment alignment = Qt::AlignLeft);

/// The first of several wordings, longest first, that is no wider than `width`; the last one where none is.
QString fittingWords(const QFont& font, const QStringList& wordings, double width);

/// Whether a part of the line lies in the box.
bool crosses(const QLineF& line, const QRectF& box);

/// Places for labels of that height, pushed apart as little as it takes, between `from` and `to`. \param wanted their middles, ascending.
std::vector<double> spreadApart(std::vector<double> wanted, double height, double from, double to);

/// The room that labels of a picture must not cover: curves, lines, marks and other labels.
class TakenRoom {
 public:
  bool isFree(const QRectF& room) const;
  void take(const QRectF& room) { rooms_.push_back(room); }
  /// A curve, a line or the outlines of marks.
  void take(const QPainterPath& path);
  /// Takes the first place within `within` that touches nothing and returns it; null where there is none.
  QRectF takeFirst(const std::vector<QRectF>& places, const QRectF& within);

 private:
  std::vector<QRectF> rooms_;
  std::vector<QLineF> lines_;
};

}  // namespace chasescope
