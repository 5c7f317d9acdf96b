// Disturbance: the cycles that each thread of a block costs thread 0, which show the threads that share a cache with it (topology
// thesis §4.6).
#pragma once

#include "widgets/views/measured_view.h"
#include "widgets/views/view_entry.h"

namespace chasescope {

class DisturbancePlot;

class DisturbanceView : public MeasuredView {
  Q_OBJECT
 public:
  DisturbanceView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  DisturbancePlot* plot() const { return plot_; }
  QString facts() const override;
  QString figure() const override;

 protected:
  void gather() override;
  bool hasContent() const override;
  QString whyNothingShown() const override;

 private:
  DisturbancePlot* plot_;
};

/// In the list of views.
const ViewEntry& disturbanceViewEntry();

}  // namespace chasescope
