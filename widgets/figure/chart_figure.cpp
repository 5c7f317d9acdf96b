#include "widgets/figure/chart_figure.h"

#include <algorithm>
#include <numeric>

#include "engine/trace/number_text.h"
#include "widgets/figure/figure_cursors.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/figure/panel_letter.h"
#include "widgets/plot/byte_axis.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

class Charts final : public FigureContent {
 public:
  Charts(const Session& session, ChartFigure figure, FigureSight sight, int panel)
      : session_(session), figure_(std::move(figure)), sight_(std::move(sight)), panel_(panel) {}

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
      if (std::any_of(chart.panel.series.begin(), chart.panel.series.end(), has_name))
        traits.legends = {LegendPlace::above, LegendPlace::below, LegendPlace::none};
    const std::vector<const Chart*> charts = seen();
    const Chart& first = *charts.front();
    const bool alike = std::all_of(charts.begin(), charts.end(), [&](const Chart* chart) {
      return chart->x_unit == first.x_unit && chart->y_unit == first.y_unit;
    });
    if (!alike) return traits;
    traits.x_unit = first.x_unit;
    traits.y_unit = first.y_unit;
    traits.log_x = !first.x_unit.isEmpty() && (first.canLogX() || isOfSizes(first));
    traits.log_y = !first.y_unit.isEmpty() && first.canLogY();
    traits.cursors = charts.size() == 1 && !first.x_unit.isEmpty() && !first.hasBars();
    std::vector<SeriesPanel> panels;
    for (const Chart* chart : charts) panels.push_back(chart->panel);
    return withEnds(std::move(traits), panels, first.x_step);
  }
  CursorCurve cursorCurve() const override {
    if (!traits().cursors) return {};
    const Chart& chart = *seen().front();
    const bool sizes = chart.x_unit == tr("bytes");
    CursorCurve curve{{},
                      [sizes](double x) { return sizes ? sizeText(x) : QString::fromStdString(number_text(x)); },
                      [](double y) { return QString::fromStdString(number_text(y)); },
                      chart.y_unit};
    for (const DataSeries& series : chart.panel.series) {
      CursorSeries& one = curve.series.emplace_back(CursorSeries{series.name, {}});
      for (const SeriesPoint& point : series.points) one.points.push_back({point.x * chart.x_step, point.y, point.y, {}});
    }
    return curve;
  }
  CurveCursors cursors() const override { return placedOn(cursorCurve(), sight_); }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [&](double width, const PlotStyle& style) {
      const Grid grid = gridOf(shown(style), width, style);
      return std::accumulate(grid.heights.begin(), grid.heights.end(), grid.gaps);
    });
  }
  int panelsBeside(double width_mm, const PlotStyle& paper) const override {
    std::size_t columns = 1;
    heightOfDrawing(width_mm, paper, [&](double width, const PlotStyle& style) {
      columns = gridOf(shown(style), width, style).columns;
      return 0.0;
    });
    return static_cast<int>(columns);
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      const std::vector<Chart> charts = shown(style);
      const Grid grid = gridOf(charts, area.width(), style, area.height());
      const double natural = std::accumulate(grid.heights.begin(), grid.heights.end(), grid.gaps);
      const double more = (area.height() - natural) / static_cast<double>(grid.heights.size());
      double y = area.top();
      for (std::size_t i = 0; i < charts.size(); ++i) {
        const std::size_t row = i / grid.columns, column = i % grid.columns;
        QRectF part(area.left() + static_cast<double>(column) * (grid.width + style.em(kBeside)), y, grid.width,
                    grid.heights[row] + more);
        if (column + 1 == grid.columns) y = part.bottom() + style.em(kGap);
        if (lettered()) part = belowLetter(painter, part, static_cast<int>(i), style);
        const CurveAxes axes = paintChart(painter, part, charts[i], style);
        if (isOfSizes(charts[i]))
          paintCursorsOf(painter, *this, axes, style);
        else
          paintCursorsOf(painter, *this, axes.y, style, charts[i].x_step);
      }
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override { figure_.csv(write); }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    std::vector<SeriesPanel> panels;
    for (Chart& chart : shown(style)) {
      panels.push_back(std::move(chart.panel));
      if (traits().cursors) markCursors(panels.back(), *this, chart.x_step);
    }
    if (panels.size() == 1) panels.front().title.clear();
    return panels;
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, figure_.name);
    for (const std::string& run : figure_.runs) addRun(json, session_, run);
    return json;
  }

 private:
  static constexpr double kGap = 8,
                          kBeside = 16;  // px at the ordinary size of type, between two charts: below and beside each other
  static constexpr double kTwoColumns =
      640;  // px at the ordinary size of type: the width from which four charts lie in two columns
  static constexpr double kPressed = 1.15, kTwoPressed = 480;  // the same for charts that a given height would press flat
  static constexpr double kShareBeside = 0.42;  // the least height of a plot in two columns, as a share of its chart's width

  /// The charts row by row.
  struct Grid {
    std::size_t columns = 1;
    double width = 0;             ///< of a column
    std::vector<double> heights;  ///< of the rows
    double gaps = 0;              ///< the height of all gaps between rows
  };
  /// \param height where it is given and one column of charts would be pressed flat in it, charts lie beside each other
  Grid gridOf(const std::vector<Chart>& charts, double width, const PlotStyle& style, double height = 0) const {
    constexpr std::size_t kMany = 4;
    const bool two = charts.size() >= kMany && width >= style.em(kTwoColumns);
    const Grid grid = gridOfColumns(two ? 2 : 1, charts, width, style);
    const double natural = std::accumulate(grid.heights.begin(), grid.heights.end(), grid.gaps);
    if (two || charts.size() < 2 || height <= 0 || natural <= kPressed * height || width < style.em(kTwoPressed)) return grid;
    return gridOfColumns(2, charts, width, style);
  }
  Grid gridOfColumns(std::size_t count, const std::vector<Chart>& charts, double width, const PlotStyle& style) const {
    Grid grid;
    grid.columns = count;
    const auto columns = static_cast<double>(grid.columns);
    grid.width = (width - (columns - 1) * style.em(kBeside)) / columns;
    const double share = grid.columns > 1 ? std::max(figure_.share, kShareBeside) : figure_.share;
    for (std::size_t i = 0; i < charts.size(); ++i) {
      const double height = naturalChartHeight(charts[i], grid.width, style, share) + above(style);
      if (i % grid.columns == 0)
        grid.heights.push_back(height);
      else
        grid.heights.back() = std::max(grid.heights.back(), height);
    }
    grid.gaps = static_cast<double>(std::max<std::size_t>(grid.heights.size(), 1) - 1) * style.em(kGap);
    return grid;
  }

  bool lettered() const { return figure_.charts.size() > 1 && panel_ < 0; }
  double above(const PlotStyle& style) const { return lettered() ? letterHeight(style) : 0; }
  std::vector<const Chart*> seen() const {
    std::vector<const Chart*> charts;
    for (std::size_t i = 0; i < figure_.charts.size(); ++i)
      if (panel_ < 0 || panel_ == static_cast<int>(i)) charts.push_back(&figure_.charts[i]);
    return charts;
  }
  /// The chart with its axes limited to the part that the person chose.
  Chart looked(Chart chart) const {
    // An axis that is logarithmic in the chart itself stays logarithmic.
    const bool log_x = chart.sight.log_x || sight_.log_x, log_y = chart.sight.log_y || sight_.log_y;
    chart.sight = sight_;
    chart.sight.log_x = log_x;
    chart.sight.log_y = log_y;
    const auto put = [](SeriesAxis& axis, const AxisLimits& part, double step) {
      if (part.from) axis.from = *part.from / step;
      if (part.to) axis.to = *part.to / step;
    };
    put(chart.panel.x, sight_.x, chart.x_step);
    put(chart.panel.y, sight_.y, 1);
    if (log_x && chart.canLogX()) chart.panel.x.scale = SeriesAxis::Scale::decades;
    if (log_y && chart.canLogY()) {
      chart.panel.y.scale = SeriesAxis::Scale::decades;
      chart.panel.y.from = sight_.y.from;  // no lower end of 0 on a logarithmic axis
    }
    std::erase_if(chart.places, [&](const ChartPlace& place) {
      return place.at < chart.panel.x.from.value_or(place.at) || place.at > chart.panel.x.to.value_or(place.at);
    });
    return chart;
  }
  std::vector<Chart> shown(const PlotStyle& style) const {
    std::vector<Chart> charts;
    for (std::size_t i = 0; i < figure_.charts.size(); ++i) {
      if (panel_ >= 0 && panel_ != static_cast<int>(i)) continue;
      charts.push_back(looked(figure_.charts[i]));
      auto& series = charts.back().panel.series;
      for (std::size_t k = 0; k < series.size(); ++k)
        series[k].colour = figure_.colours ? figure_.colours(i, k, style) : levelColour(k, style.palette);
    }
    return charts;
  }

  Session session_;
  ChartFigure figure_;
  FigureSight sight_;
  int panel_;
};

}  // namespace

FigurePtr chartFigure(const Session& session, ChartFigure figure, const FigureChoice& choice) {
  const bool known = choice.panel < static_cast<int>(figure.charts.size()) && figure.charts.size() > 1;
  return std::make_shared<Charts>(session, std::move(figure), choice.sight, known ? choice.panel : -1);
}

}  // namespace chasescope
