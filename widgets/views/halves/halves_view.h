// The view of the memory halves: which half of the chip owns an address, from the walks of the probe `memory`.
#pragma once

#include "widgets/views/measured_view.h"
#include "widgets/views/view_entry.h"

namespace chasescope {

class HalvesPlot;

class HalvesView : public MeasuredView {
  Q_OBJECT
 public:
  HalvesView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  HalvesPlot* plot() const { return plot_; }
  QString facts() const override;
  QString figure() const override;
  QString chosenRun() const override;

 protected:
  void gather() override;
  bool hasContent() const override;
  QString whyNothingShown() const override;

 private:
  HalvesPlot* plot_;
};

/// In the list of views.
const ViewEntry& halvesViewEntry();

}  // namespace chasescope
