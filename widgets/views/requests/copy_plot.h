// The plot of copy times with and without a flush of the L2 (request study, figure 2).
#pragma once

#include <memory>

#include "widgets/plot/curve_plot.h"
#include "widgets/views/requests/copy_scene.h"

namespace chasescope {

/// The curves that cursors read, in the window and in the figure.
CursorCurve cursorCurveOf(const CopyCurve& copies, const PlotStyle& style);

class CopyPlot : public CurvePlot {
  Q_OBJECT
 public:
  explicit CopyPlot(QWidget* parent = nullptr);
  void setCopies(std::shared_ptr<const CopyCurve> copies);
  QSize minimumSizeHint() const override { return {240, 160}; }

 protected:
  void paint(QPainter& painter) override;
  std::vector<CurveFrame> frames() const override;
  CursorCurve cursorCurve() const override;

 private:
  std::shared_ptr<const CopyCurve> copies_;
};

}  // namespace chasescope
