// TLBs: the reach of each, its sets at their true heights, the cost of a miss and the miss rate over N (2014 paper §4.2, figures 10
// and 11).
#pragma once

#include <memory>

#include "widgets/views/measured_view.h"
#include "widgets/views/tlb/tlb_levels.h"
#include "widgets/views/view_entry.h"

namespace chasescope {

class Selection;
class TlbPlot;

class TlbView : public MeasuredView {
  Q_OBJECT
 public:
  TlbView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  TlbPlot* plot() const { return plot_; }
  /// "L1 TLB 16 entries, reach 32 MiB · L2 TLB …".
  QString facts() const override;
  QString figure() const override;
  FigureChoice choice(const QString& figure) const override;
  QString chosenRun() const override;

 protected:
  void gather() override;
  bool hasContent() const override { return !tlbs_->empty(); }
  QString whyNothingShown() const override { return tlbs_->why_nothing; }

 private:
  void follow();

  std::shared_ptr<const TlbLevels> tlbs_ = std::make_shared<const TlbLevels>();
  TlbPlot* plot_;
};

/// In the list of views.
const ViewEntry& tlbViewEntry();

}  // namespace chasescope
