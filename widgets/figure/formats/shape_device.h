// A paper that a QPainter paints on, and that hands on what is painted to a sink, in the units of the page. Patterns become clipped
// lines and gradients become stripes, for the sinks know areas of one colour alone.
#pragma once

#include <QPaintDevice>
#include <QSize>
#include <memory>

#include "widgets/figure/formats/shape_sink.h"

namespace chasescope {

class ShapeEngine;

class ShapeDevice : public QPaintDevice {
 public:
  /// `size`: of the page in tenths of a point. The sink must outlive the device.
  ShapeDevice(QSize size, ShapeSink& sink);
  ~ShapeDevice() override;
  QPaintEngine* paintEngine() const override;

 protected:
  int metric(PaintDeviceMetric metric) const override;

 private:
  QSize size_;
  std::unique_ptr<ShapeEngine> engine_;
};

}  // namespace chasescope
