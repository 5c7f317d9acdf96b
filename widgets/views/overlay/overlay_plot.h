// Curves of several cards over each other, in a window: zoomed and measured as every curve is (curve_plot.h).
#pragma once

#include "widgets/plot/curve_plot.h"
#include "widgets/views/overlay/overlay_scene.h"

namespace chasescope {

/// What cursors stand on, in the window and in the figure.
CursorCurve cursorCurveOf(const CurveOverlay& overlay);

class OverlayPlot : public CurvePlot {
  Q_OBJECT
 public:
  explicit OverlayPlot(QWidget* parent = nullptr);
  void setOverlay(CurveOverlay overlay);
  const CurveOverlay& overlay() const { return overlay_; }

 protected:
  void paint(QPainter& painter) override;
  std::vector<CurveFrame> frames() const override;
  CursorCurve cursorCurve() const override;

 private:
  QString axis() const;
  CurveOverlay overlay_;
};

}  // namespace chasescope
