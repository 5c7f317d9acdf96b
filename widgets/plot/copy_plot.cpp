#include "widgets/plot/copy_plot.h"

#include <QPainter>

#include "widgets/plot/request_scene.h"

namespace chasescope {

CopyPlot::CopyPlot(QWidget* parent) : QWidget(parent) { setAccessibleName(tr("Time of copies by size, with and without a flush")); }

void CopyPlot::setPlotStyle(const PlotStyle& style) {
  style_ = style;
  update();
}

void CopyPlot::setCopies(std::shared_ptr<const CopyCurve> copies) {
  copies_ = std::move(copies);
  update();
}

void CopyPlot::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), style_.palette.card);
  if (copies_ && !copies_->empty()) paintCopies(painter, QRectF(rect()).adjusted(1, 1, -1, -1), *copies_, style_);
}

}  // namespace chasescope
