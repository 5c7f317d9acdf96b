// A drawing as TikZ: paths as they were painted, and words as nodes, which the document sets in its own fonts. Those fonts are
// wider or narrower than the font of the layout, so each node is anchored at the left, the middle or the right of its words, where
// the layout had aligned them (text_anchors.h).
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
  /// `size` of the page, in tenths of a point.
  explicit TikzSink(QSize size) : size_(size) {}
  void clip(const QPainterPath& area) override;
  void fill(const QPainterPath& area, const QColor& colour) override;
  void stroke(const QPainterPath& line, const QPen& pen) override;
  void text(const PlacedText& text) override;
  /// The file; `about` is a comment at its head.
  QByteArray file(const QString& about, Face face) const;
  /// The number of path points and words so far, which take room in LaTeX's memory.
  std::size_t steps() const { return steps_; }

 private:
  QByteArray colour(const QColor& colour);
  void path(const QPainterPath& path);
  void end();

  QSize size_;
  QByteArray body_, colours_;
  QByteArray open_;  // options of the path that is still open: further parts with the same options continue it
  QHash<QRgb, QByteArray> names_;
  std::vector<PlacedText> texts_;
  std::vector<qsizetype> places_;  // positions of the texts in body_
  std::vector<QByteArray> nodes_;  // words of the texts in LaTeX
  std::vector<QByteArray> looks_;  // options of the texts' nodes
  bool clipped_ = false, clockwise_ = false;
  std::size_t steps_ = 0;
  std::vector<double> edges_x_, edges_y_;  // ends of lines and areas
};

}  // namespace chasescope
