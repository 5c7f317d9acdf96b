#include "widgets/figure/chart_figure.h"

#include <algorithm>

#include "widgets/figure/figure_run.h"
#include "widgets/figure/panel_letter.h"
#include "widgets/plot/plot_canvas.h"

namespace chasescope {
namespace {

class Charts final : public FigureContent {
 public:
  Charts(const Session& session, ChartFigure figure, int panel) : session_(session), figure_(std::move(figure)), panel_(panel) {}

  QString title() const override { return figure_.title; }
  QString caption() const override {
    const QString device = deviceText(session_);
    return (device.isEmpty() ? QString() : device + QStringLiteral(". ")) + figure_.caption;
  }
  FigureTraits traits() const override {
    FigureTraits traits;
    if (figure_.charts.size() > 1)
      for (const Chart& chart : figure_.charts) traits.panels << chart.panel.title;
    const auto has_name = [](const DataSeries& series) { return !series.name.isEmpty(); };
    for (const Chart& chart : figure_.charts)
      if (std::any_of(chart.panel.series.begin(), chart.panel.series.end(), has_name)) traits.legends = {LegendPlace::none};
    return traits;
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [&](double width, const PlotStyle& style) {
      double height = 0;
      for (const Chart& chart : shown(style)) height += naturalChartHeight(chart, width, style, figure_.share) + above(style);
      return height + gaps(style);
    });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      const std::vector<Chart> charts = shown(style);
      std::vector<double> heights;
      double sum = 0;
      for (const Chart& chart : charts) {
        heights.push_back(naturalChartHeight(chart, area.width(), style, figure_.share) + above(style));
        sum += heights.back();
      }
      const double more = (area.height() - gaps(style) - sum) / static_cast<double>(charts.size());
      double y = area.top();
      for (std::size_t i = 0; i < charts.size(); ++i) {
        QRectF part(area.left(), y, area.width(), heights[i] + more);
        y = part.bottom() + style.em(kGap);
        if (lettered()) part = belowLetter(painter, part, static_cast<int>(i), style);
        paintChart(painter, part, charts[i], style);
      }
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override { figure_.csv(write); }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    std::vector<SeriesPanel> panels;
    for (Chart& chart : shown(style)) panels.push_back(std::move(chart.panel));
    if (panels.size() == 1) panels.front().title.clear();
    return panels;
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, figure_.name);
    for (const std::string& run : figure_.runs) addRun(json, session_, run);
    return json;
  }

 private:
  static constexpr double kGap = 8;  // px at the ordinary size of type, between two charts

  bool lettered() const { return figure_.charts.size() > 1 && panel_ < 0; }
  double above(const PlotStyle& style) const { return lettered() ? letterHeight(style) : 0; }
  double gaps(const PlotStyle& style) const {
    return lettered() ? static_cast<double>(figure_.charts.size() - 1) * style.em(kGap) : 0;
  }
  std::vector<Chart> shown(const PlotStyle& style) const {
    std::vector<Chart> charts;
    for (std::size_t i = 0; i < figure_.charts.size(); ++i) {
      if (panel_ >= 0 && panel_ != static_cast<int>(i)) continue;
      charts.push_back(figure_.charts[i]);
      auto& series = charts.back().panel.series;
      for (std::size_t k = 0; k < series.size(); ++k)
        series[k].colour = figure_.colours ? figure_.colours(i, k, style) : levelColour(k, style.palette);
    }
    return charts;
  }

  Session session_;
  ChartFigure figure_;
  int panel_;
};

}  // namespace

FigurePtr chartFigure(const Session& session, ChartFigure figure, int panel) {
  const bool known = panel < static_cast<int>(figure.charts.size()) && figure.charts.size() > 1;
  return std::make_shared<Charts>(session, std::move(figure), known ? panel : -1);
}

}  // namespace chasescope
