// What a drawing consists of once a painter has laid it out: areas, lines and words in the units of its page. Each format that is
// written by ourselves is a sink of these, so that none has to know a painter.
#pragma once

#include <QColor>
#include <QFont>
#include <QPainterPath>
#include <QPen>
#include <QPointF>
#include <QString>

namespace chasescope {

/// Words on one line. Lengths are units of the page (tenths of a point), y downwards.
struct PlacedText {
  QString words;
  QPointF at;        ///< where the line begins, on its base line
  double width = 0;  ///< in the font that it was laid out in
  double angle = 0;  ///< degrees, anticlockwise
  double size = 0;   ///< of its type
  QFont font;        ///< its size is that before what scales the drawing
  QColor colour;
  /// Its letters as one area.
  QPainterPath outlines() const;
};

class ShapeSink {
 public:
  virtual ~ShapeSink() = default;
  /// All that follows is seen within that area alone; an empty path: everywhere.
  virtual void clip(const QPainterPath& area) = 0;
  virtual void fill(const QPainterPath& area, const QColor& colour) = 0;
  /// `pen` has its width in units of the page, and one colour.
  virtual void stroke(const QPainterPath& line, const QPen& pen) = 0;
  virtual void text(const PlacedText& text) = 0;
};

/// "12.5", with a point and no more digits than tell a hundredth.
QByteArray unitsText(double value);

/// The lengths of a pen's dashes and gaps in units of the page; empty for a line without.
QList<double> dashesOf(const QPen& pen);

}  // namespace chasescope
