#include "widgets/views/residency/residency_plot.h"

namespace chasescope {

ResidencyPlot::ResidencyPlot(QWidget* parent) : RunChartsPlot(parent) { setAccessibleName(tr("Which lines stay in the L2")); }

void ResidencyPlot::setCharts(std::shared_ptr<const ResidencyCharts> charts) {
  charts_ = std::move(charts);
  refreshCharts();
}

}  // namespace chasescope

#include "moc_residency_plot.cpp"
