#include "widgets/views/code/code_plot.h"

namespace chasescope {

CodePlot::CodePlot(QWidget* parent) : RunChartsPlot(parent) {
  setAccessibleName(tr("Times of instructions over the size of their code"));
}

void CodePlot::setCharts(std::shared_ptr<const CodeCharts> charts) {
  charts_ = std::move(charts);
  refreshCharts();
}

}  // namespace chasescope

#include "moc_code_plot.cpp"
