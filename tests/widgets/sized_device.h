// A paint device of a given size, for tests that look at the calls to its paint engine.
#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QSize>

namespace chasescope {

class SizedDevice : public QPaintDevice {
 public:
  /// `dots`: per inch.
  SizedDevice(QSize size, int dots) : size_(size), dots_(dots) {}

 protected:
  int metric(PaintDeviceMetric metric) const override {
    switch (metric) {
      case PdmWidth: return size_.width();
      case PdmHeight: return size_.height();
      case PdmDpiX:
      case PdmDpiY:
      case PdmPhysicalDpiX:
      case PdmPhysicalDpiY: return dots_;
      case PdmNumColors: return 1 << 24;
      case PdmDepth: return 32;
      case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
      default: return 1;
    }
  }

 private:
  QSize size_;
  int dots_;
};

}  // namespace chasescope
