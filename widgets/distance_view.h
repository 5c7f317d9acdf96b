// L2 map: what every SM waits for every part of the L2, and the two sides that SMs and lines fall into.
#pragma once

#include "widgets/measured_view.h"

class QComboBox;

namespace chasescope {

class DistancePlot;
class Selection;

class DistanceView : public MeasuredView {
  Q_OBJECT
 public:
  DistanceView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  DistancePlot* plot() const { return plot_; }
  void setBySide(bool bySide);
  QString facts() const override;
  QString chosenRun() const override;

 protected:
  void gather() override;
  bool hasContent() const override;
  QString whyNothingShown() const override;

 private:
  Selection& selection_;
  QComboBox* order_;
  DistancePlot* plot_;
};

}  // namespace chasescope
