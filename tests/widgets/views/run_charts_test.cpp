// Charts of runs: which point a run, a position or an arrow key means, and where pictures lie.
#include "widgets/views/run_charts.h"

#include <gtest/gtest.h>

#include <QImage>

namespace chasescope {
namespace {

RunChart chartOf(const std::vector<std::vector<std::string>>& runs) {
  RunChart chart{.runs = runs};
  for (std::size_t s = 0; s < runs.size(); ++s) {
    DataSeries series{.name = QString::number(s)};
    for (std::size_t p = 0; p < runs[s].size(); ++p)
      series.points.push_back({.x = static_cast<double>(p), .y = 10.0 * static_cast<double>(s + 1)});
    chart.chart.panel.series.push_back(series);
  }
  chart.chart.panel.y.from = 0;
  return chart;
}

const std::vector<RunChart> kCharts{chartOf({{"a", "b", "c"}, {"a", "d"}}), chartOf({{"e", "f"}})};

TEST(RunCharts, findTheFirstPointOfARunAndTheRunOfAPoint) {
  EXPECT_EQ(markOf(kCharts, "a"), (ChartMark{0, 0, 0}));
  EXPECT_EQ(markOf(kCharts, "d"), (ChartMark{0, 1, 1}));
  EXPECT_EQ(markOf(kCharts, "f"), (ChartMark{1, 0, 1}));
  EXPECT_EQ(markOf(kCharts, "g"), std::nullopt);
  EXPECT_EQ(runOf(kCharts, {0, 1, 0}), "a");
  for (const ChartMark& nowhere : {ChartMark{2, 0, 0}, ChartMark{1, 1, 0}, ChartMark{0, 1, 2}})
    EXPECT_EQ(runOf(kCharts, nowhere), "");
}

TEST(RunCharts, goAlongACurveAndFromCurveToCurve) {
  EXPECT_EQ(movedMark(kCharts, std::nullopt, Qt::Key_Down), ChartMark{});
  EXPECT_EQ(movedMark(kCharts, ChartMark{0, 0, 0}, Qt::Key_Left), ChartMark{}) << "the curve begins here";
  EXPECT_EQ(movedMark(kCharts, ChartMark{0, 0, 1}, Qt::Key_Right), (ChartMark{0, 0, 2}));
  EXPECT_EQ(movedMark(kCharts, ChartMark{0, 0, 2}, Qt::Key_Right), (ChartMark{0, 0, 2})) << "and ends here";
  EXPECT_EQ(movedMark(kCharts, ChartMark{0, 0, 2}, Qt::Key_Down), (ChartMark{0, 1, 1})) << "that curve is shorter";
  EXPECT_EQ(movedMark(kCharts, ChartMark{0, 1, 1}, Qt::Key_Down), (ChartMark{1, 0, 1})) << "of the next chart";
  EXPECT_EQ(movedMark(kCharts, ChartMark{1, 0, 1}, Qt::Key_Down), (ChartMark{1, 0, 1}));
  EXPECT_EQ(movedMark(kCharts, ChartMark{1, 0, 0}, Qt::Key_Up), (ChartMark{0, 1, 0}));
  EXPECT_EQ(movedMark(kCharts, ChartMark{0, 1, 0}, Qt::Key_Up), ChartMark{});
  EXPECT_EQ(movedMark(kCharts, ChartMark{}, Qt::Key_A), std::nullopt);
  EXPECT_EQ(movedMark({}, std::nullopt, Qt::Key_Down), std::nullopt);
}

TEST(RunCharts, aPositionMeansTheNearestPointWithinReach) {
  const PlotStyle style;
  QImage image(800, 300, QImage::Format_ARGB32_Premultiplied);
  QPainter painter(&image);
  std::vector<CurveAxes> axes;
  const std::vector<QRectF> places = pictureGrid({0, 0, 800, 300}, kCharts.size(), 10);
  for (std::size_t c = 0; c < kCharts.size(); ++c) axes.push_back(paintChart(painter, places[c], kCharts[c].chart, style));
  for (std::size_t c = 0; c < kCharts.size(); ++c)
    for (std::size_t s = 0; s < kCharts[c].runs.size(); ++s)
      for (std::size_t p = 0; p < kCharts[c].runs[s].size(); ++p) {
        const QPointF place = placeOf(kCharts[c].chart, axes[c], kCharts[c].chart.panel.series[s].points[p]);
        EXPECT_TRUE(places[c].contains(place));
        EXPECT_EQ(nearestMark(kCharts, axes, place + QPointF(3, -2), 24), (ChartMark{c, s, p}));
        EXPECT_EQ(nearestMark(kCharts, axes, place + QPointF(3, -2), 3), std::nullopt) << "too far away";
      }
  EXPECT_EQ(nearestMark(kCharts, {}, {100, 100}, 1e6), std::nullopt) << "nothing was painted yet";
}

TEST(RunCharts, lieTwoInARowWithoutTouching) {
  EXPECT_TRUE(pictureGrid({0, 0, 100, 100}, 0, 10).empty());
  EXPECT_EQ(pictureGrid({5, 5, 100, 80}, 1, 10), std::vector<QRectF>{QRectF(5, 5, 100, 80)});
  const std::vector<QRectF> three = pictureGrid({0, 0, 110, 210}, 3, 10);
  EXPECT_EQ(three, (std::vector<QRectF>{{0, 0, 50, 100}, {60, 0, 50, 100}, {0, 110, 50, 100}}));
}

}  // namespace
}  // namespace chasescope
