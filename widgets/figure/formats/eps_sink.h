// A drawing as Encapsulated PostScript (level 2). Letters are outlines, so that the file needs no font. PostScript has no
// transparency: transparent colours are blended with the white of the page.
#pragma once

#include <QByteArray>
#include <QSize>

#include "widgets/figure/formats/shape_sink.h"

namespace chasescope {

class EpsSink final : public ShapeSink {
 public:
  /// `size` of the page, in tenths of a point.
  explicit EpsSink(QSize size) : size_(size) {}
  void clip(const QPainterPath& area) override;
  void fill(const QPainterPath& area, const QColor& colour) override;
  void stroke(const QPainterPath& line, const QPen& pen) override;
  void text(const PlacedText& text) override;
  /// The file. `stamp`: fourteen digits, year to second.
  QByteArray file(const QString& title, const QString& stamp) const;

 private:
  void paint(const QColor& colour);
  void path(const QPainterPath& path);
  QSize size_;
  QByteArray body_, pen_;
  QColor colour_;
  bool clipped_ = false;
};

}  // namespace chasescope
