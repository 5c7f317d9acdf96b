// A paint device that hands everything that a QPainter paints on it to a sink, in the units of the page. A pattern becomes clipped
// lines and a gradient becomes stripes, because sinks know only areas of one colour.
#pragma once

#include <QPaintDevice>
#include <QSize>
#include <memory>

#include "widgets/figure/formats/shape_sink.h"

namespace chasescope {

class ShapeEngine;

class ShapeDevice : public QPaintDevice {
 public:
  /// `size` of the page in tenths of a point. The sink must outlive the device.
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
