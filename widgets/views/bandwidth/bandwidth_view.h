// Bandwidth: the rate of each level when the whole card reads, writes and copies, and the rate of each setting (topology thesis
// §6.1).
#pragma once

#include <memory>

#include "widgets/views/bandwidth/bandwidth_scene.h"
#include "widgets/views/measured_view.h"
#include "widgets/views/view_entry.h"

class QButtonGroup;

namespace chasescope {

class BandwidthPlot;

class BandwidthView : public MeasuredView {
  Q_OBJECT
 public:
  BandwidthView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  BandwidthPlot* plot() const { return plot_; }
  void setScale(BandwidthScale scale);
  /// "L2 5.63 TB/s · Memory 3.12 TB/s", or the chosen setting.
  QString facts() const override;
  QString figure() const override;
  /// The run of the chosen setting.
  QString chosenRun() const override;

 protected:
  void gather() override;
  bool hasContent() const override;
  QString whyNothingShown() const override;

 private:
  BandwidthPlot* plot_;
  QButtonGroup* scales_;
};

/// In the list of views.
const ViewEntry& bandwidthViewEntry();

}  // namespace chasescope
