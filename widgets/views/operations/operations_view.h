// Memory operations: atomics by the number of threads, stores, hits under misses, copies to shared memory (topology thesis §6.3.2).
#pragma once

#include "widgets/views/measured_view.h"
#include "widgets/views/view_entry.h"

namespace chasescope {

class OperationsPlot;

class OperationsView : public MeasuredView {
  Q_OBJECT
 public:
  OperationsView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  OperationsPlot* plot() const { return plot_; }
  /// "An atomic takes 62 cycles in shared memory, 330 in global memory", or the chosen measurement.
  QString facts() const override;
  QString figure() const override;
  QString chosenRun() const override;

 protected:
  void gather() override;
  bool hasContent() const override;
  QString whyNothingShown() const override;

 private:
  OperationsPlot* plot_;
};

/// In the list of views.
const ViewEntry& operationsViewEntry();

}  // namespace chasescope
