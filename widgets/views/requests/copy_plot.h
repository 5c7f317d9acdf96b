// The drawing of copies with and without a flush (request study, figure 2).
#pragma once

#include <memory>

#include "widgets/plot/curve_plot.h"
#include "widgets/views/requests/request_scene.h"

namespace chasescope {

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
