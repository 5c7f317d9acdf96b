// The drawing of one step: the access, or the timeline of the accesses around it. The plot knows no store and no selection: the
// view gives it the data.
//
// Mouse: a click on the timeline leads to that access. The view handles the keys.
#pragma once

#include <QWidget>
#include <optional>

#include "widgets/style/plot_style.h"
#include "widgets/views/steps/step_layout.h"

namespace chasescope {

class StepPlot : public QWidget {
  Q_OBJECT
 public:
  enum class Part { access, timeline };
  explicit StepPlot(Part part, QWidget* parent = nullptr);

  void setPlotStyle(const PlotStyle& style);
  void setPicture(std::optional<StepPicture> picture);
  const std::optional<StepPicture>& picture() const { return picture_; }
  const StepLayout& geometry() const { return layout_; }

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {280, 0}; }

 signals:
  /// A step of the timeline was clicked.
  void stepChosen(quint64 at);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void layOut();
  StepLayout laidOut(int width) const;
  std::optional<std::uint64_t> stepAt(const QPointF& position) const;
  QString tipAt(const QPointF& position) const;

  Part part_;
  PlotStyle style_;
  std::optional<StepPicture> picture_;
  StepLayout layout_;
};

}  // namespace chasescope
