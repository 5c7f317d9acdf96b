// The drawing of copies with and without a flush (request study, figure 2).
#pragma once

#include <QWidget>
#include <memory>

#include "widgets/plot/plot_style.h"
#include "widgets/plot/thread_curves.h"

namespace chasescope {

class CopyPlot : public QWidget {
  Q_OBJECT
 public:
  explicit CopyPlot(QWidget* parent = nullptr);
  void setPlotStyle(const PlotStyle& style);
  void setCopies(std::shared_ptr<const CopyCurve> copies);
  QSize minimumSizeHint() const override { return {240, 160}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  PlotStyle style_;
  std::shared_ptr<const CopyCurve> copies_;
};

}  // namespace chasescope
