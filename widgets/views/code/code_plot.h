// Times of instructions over the size of their code, in a window: up to two charts.
#pragma once

#include <memory>

#include "widgets/views/code/code_charts.h"
#include "widgets/views/run_charts_plot.h"

namespace chasescope {

class CodePlot : public RunChartsPlot {
  Q_OBJECT
 public:
  explicit CodePlot(QWidget* parent = nullptr);

  void setCharts(std::shared_ptr<const CodeCharts> charts);
  const CodeCharts& charts() const { return *charts_; }

 protected:
  std::span<const RunChart> runCharts() const override { return *charts_; }
  QStringList wordsOf(const ChartMark& mark) const override { return codeWords(*charts_, mark); }
  Chart dressed(const RunChart& chart) const override { return dressedCode(chart, plotStyle()); }

 private:
  std::shared_ptr<const CodeCharts> charts_ = std::make_shared<const CodeCharts>();
};

}  // namespace chasescope
