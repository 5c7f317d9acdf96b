// What instructions take: the instruction caches in straight code, and prefetch in code in blocks.
#pragma once

#include "widgets/views/measured_view.h"
#include "widgets/views/view_entry.h"

namespace chasescope {

class CodePlot;

class CodeView : public MeasuredView {
  Q_OBJECT
 public:
  CodeView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  CodePlot* plot() const { return plot_; }
  /// "Instruction L1: 128 KiB, 2.24 cycles · fetched ahead: 190 of 257 cycles a block", or the chosen point.
  QString facts() const override;
  QString figure() const override;
  QString chosenRun() const override;

 protected:
  void gather() override;
  bool hasContent() const override;
  QString whyNothingShown() const override;

 private:
  CodePlot* plot_;
};

/// In the list of views.
const ViewEntry& codeViewEntry();

}  // namespace chasescope
