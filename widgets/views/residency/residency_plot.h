// What stays in the L2, in a window: up to four charts.
#pragma once

#include <memory>

#include "widgets/views/residency/residency_charts.h"
#include "widgets/views/run_charts_plot.h"

namespace chasescope {

class ResidencyPlot : public RunChartsPlot {
  Q_OBJECT
 public:
  explicit ResidencyPlot(QWidget* parent = nullptr);

  void setCharts(std::shared_ptr<const ResidencyCharts> charts);
  const ResidencyCharts& charts() const { return *charts_; }

 protected:
  std::span<const RunChart> runCharts() const override { return *charts_; }
  QStringList wordsOf(const ChartMark& mark) const override { return residencyWords(*charts_, mark); }
  Chart dressed(const RunChart& chart) const override { return dressedResidency(chart, plotStyle()); }

 private:
  std::shared_ptr<const ResidencyCharts> charts_ = std::make_shared<const ResidencyCharts>();
};

}  // namespace chasescope
