// The parts of a drawing after a painter has laid it out: areas, lines and words in the units of its page. Each file format that
// this program writes itself is a sink for these parts, so that no format has to know QPainter.
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
  QPointF at;        ///< the left end of the base line
  double width = 0;  ///< the width of the words in the font of the layout
  double angle = 0;  ///< degrees, anticlockwise
  double size = 0;   ///< size of the type
  QFont font;        ///< its own size is the one before the drawing was scaled; see `size`
  QColor colour;
  /// The letters as one area.
  QPainterPath outlines() const;
};

class ShapeSink {
 public:
  virtual ~ShapeSink() = default;
  /// Clips everything that follows to the area. An empty path ends the clip.
  virtual void clip(const QPainterPath& area) = 0;
  virtual void fill(const QPainterPath& area, const QColor& colour) = 0;
  /// `pen` has one colour; its width is in units of the page.
  virtual void stroke(const QPainterPath& line, const QPen& pen) = 0;
  virtual void text(const PlacedText& text) = 0;
};

/// "12.5": a decimal point and at most two decimals.
QByteArray unitsText(double value);

/// The lengths of a pen's dashes and gaps in units of the page; empty for a solid line.
QList<double> dashesOf(const QPen& pen);

}  // namespace chasescope
