// L2 map: the latency from every SM to every part of the L2, and the two sides into which SMs and lines divide.
#pragma once

#include "widgets/views/measured_view.h"
#include "widgets/views/view_entry.h"

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
  QString figure() const override;
  QString chosenRun() const override;

 protected:
  void gather() override;
  bool hasContent() const override;
  QString whyNothingShown() const override;

 private:
  QComboBox* order_;
  DistancePlot* plot_;
};

/// In the list of views.
const ViewEntry& distanceViewEntry();

}  // namespace chasescope
