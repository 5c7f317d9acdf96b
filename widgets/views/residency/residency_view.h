// Which lines the L2 keeps: effective size, eviction priorities, persisting lines, what a miss brings.
#pragma once

#include "widgets/views/measured_view.h"
#include "widgets/views/view_entry.h"

namespace chasescope {

class ResidencyPlot;

class ResidencyView : public MeasuredView {
  Q_OBJECT
 public:
  ResidencyView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  ResidencyPlot* plot() const { return plot_; }
  /// "nearly all of 28 MiB stays · evict_last keeps 11.2 MiB · a miss brings 64 B", or the chosen point.
  QString facts() const override;
  QString figure() const override;
  QString chosenRun() const override;

 protected:
  void gather() override;
  bool hasContent() const override;
  QString whyNothingShown() const override;

 private:
  ResidencyPlot* plot_;
};

/// In the list of views.
const ViewEntry& residencyViewEntry();

}  // namespace chasescope
