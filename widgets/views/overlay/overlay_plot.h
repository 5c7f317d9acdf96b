// Curves of several cards on common axes, in a window. They are zoomed and measured like all curves (curve_plot.h).
#pragma once

#include "widgets/plot/curve_plot.h"
#include "widgets/views/overlay/overlay_scene.h"

namespace chasescope {

/// The curves that cursors read, in the window and in the figure.
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
