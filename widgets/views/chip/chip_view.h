// The view of the chip map: which SMs share the way to the L2, and on which side of the chip each SM lies.
#pragma once

#include "widgets/views/measured_view.h"
#include "widgets/views/view_entry.h"

namespace chasescope {

class ChipPlot;

class ChipView : public MeasuredView {
  Q_OBJECT
 public:
  ChipView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  ChipPlot* plot() const { return plot_; }
  QString facts() const override;
  QString figure() const override;
  QString chosenRun() const override;

 protected:
  void gather() override;
  bool hasContent() const override;
  QString whyNothingShown() const override;

 private:
  ChipPlot* plot_;
};

/// In the list of views.
const ViewEntry& chipViewEntry();

}  // namespace chasescope
