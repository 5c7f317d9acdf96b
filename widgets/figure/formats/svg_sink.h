// A drawing as SVG. Its words are outlines, which look the same without the fonts installed, or text that can be edited.
#pragma once

#include <QByteArray>
#include <QSize>

#include "widgets/figure/formats/shape_sink.h"

namespace chasescope {

class SvgSink final : public ShapeSink {
 public:
  enum class Words { outlines, text };
  /// `size` of the page, in tenths of a point.
  SvgSink(QSize size, Words words) : size_(size), words_(words) {}
  void clip(const QPainterPath& area) override;
  void fill(const QPainterPath& area, const QColor& colour) override;
  void stroke(const QPainterPath& line, const QPen& pen) override;
  void text(const PlacedText& text) override;
  QByteArray file(const QString& title, const QString& description) const;

 private:
  /// Writes an element; neighbouring elements of the same look share a group.
  void put(const QByteArray& look, const QByteArray& element);
  void endGroup();

  QSize size_;
  Words words_;
  QByteArray body_, look_;
  int clips_ = 0;
  bool clipped_ = false;
};

}  // namespace chasescope
