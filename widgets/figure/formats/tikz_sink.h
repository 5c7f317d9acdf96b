// A drawing as TikZ: paths as they were painted, and words as nodes, which the document sets in its own fonts. Those are wider or
// narrower than the ones that the drawing was laid out in, so each word hangs where it was aligned: at its left, its middle or its
// right (text_anchors.h).
#pragma once

#include <QByteArray>
#include <QHash>
#include <QSize>
#include <vector>

#include "widgets/figure/formats/shape_sink.h"
#include "widgets/style/fonts.h"

namespace chasescope {

class TikzSink final : public ShapeSink {
 public:
  /// `size`: of the page, in tenths of a point.
  explicit TikzSink(QSize size) : size_(size) {}
  void clip(const QPainterPath& area) override;
  void fill(const QPainterPath& area, const QColor& colour) override;
  void stroke(const QPainterPath& line, const QPen& pen) override;
  void text(const PlacedText& text) override;
  /// The file; `about` is a comment at its head.
  QByteArray file(const QString& about, Face face) const;
  /// Points of paths, and words, so far: what takes room in LaTeX's memory.
  std::size_t steps() const { return steps_; }

 private:
  QByteArray colour(const QColor& colour);
  void path(const QPainterPath& path);
  void end();

  QSize size_;
  QByteArray body_, colours_;
  QByteArray open_;  // the options of the path that is not closed yet: what looks the same goes on in it
  QHash<QRgb, QByteArray> names_;
  std::vector<PlacedText> texts_;
  std::vector<qsizetype> places_;  // of the texts, in the body
  std::vector<QByteArray> nodes_;  // their words
  std::vector<QByteArray> looks_;  // and their options
  bool clipped_ = false, clockwise_ = false;
  std::size_t steps_ = 0;
  std::vector<double> edges_x_, edges_y_;  // where lines and areas begin and end
};

}  // namespace chasescope
