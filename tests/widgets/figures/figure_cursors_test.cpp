// The cursors of a view in its figure: they stand on the nearest point, and every format has their readings.
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "tests/widgets/figures/device_sessions.h"
#include "tests/widgets/figures/drawn_figure.h"
#include "widgets/figure/figure_cursors.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_faults.h"
#include "widgets/figure/figure_fit.h"
#include "widgets/figure/figure_page.h"
#include "widgets/registry/figure_list.h"

namespace chasescope {
namespace {

FigureChoice cursorsAt(std::optional<double> a, std::optional<double> b = {}) {
  FigureChoice choice;
  choice.sight.cursors = {a, b};
  return choice;
}

FigurePtr figure(const char* name, const char* device, const FigureChoice& choice) {
  const FigureOutcome made = makeFigure(QString::fromLatin1(name), wholeSession(device), choice);
  EXPECT_TRUE(made) << name << ": " << made.error.toStdString();
  return made.figure;
}

/// Places at two points of the figure's curve: its first and its last but one.
std::pair<double, double> placesOn(const FigureContent& figure) {
  const CursorCurve curve = figure.cursorCurve();
  if (curve.empty()) return {0, std::floor(*figure.traits().x_data.to * 0.6)};  // the scope keeps no curve until it is asked
  const std::vector<CursorPoint>& points = curve.series.front().points;
  return {points.front().x, points[points.size() - 2].x};
}

// An array of 8 KiB fits into the L1, and one of 64 KiB into the L2.
TEST(FigureCursors, stand_on_the_nearest_point_and_read_the_plateau) {
  const FigurePtr curve = figure("footprint-latency", "model:gtx560ti", cursorsAt(8300, 65000));
  EXPECT_EQ(choiceProblem(*curve, cursorsAt(8300, 65000)), QString());
  const CurveCursors cursors = curve->cursors();
  ASSERT_TRUE(cursors.at(0) && cursors.at(1));
  for (const int which : {0, 1}) {
    const auto& points = curve->cursorCurve().series.front().points;
    EXPECT_TRUE(std::any_of(points.begin(), points.end(), [&](const CursorPoint& point) { return point.x == *cursors.at(which); }));
  }
  EXPECT_NEAR(*cursors.at(0), 8300, 1000);
  const QString line = cursorLine(*curve);
  EXPECT_TRUE(line.startsWith("B − A  +")) << line.toStdString();
  EXPECT_TRUE(line.contains(" cycles  (") && line.contains("KiB → ")) << line.toStdString();
  const QString alone = cursorLine(*figure("footprint-latency", "model:gtx560ti", cursorsAt({}, 8300)));
  EXPECT_TRUE(alone.startsWith("B  8") && alone.endsWith("cycles, L1 data")) << alone.toStdString();
  EXPECT_EQ(cursorLine(*figure("footprint-latency", "model:gtx560ti", {})), QString());
}

// In every figure of a curve with cursors, both letters and the line of readings are drawn, and nothing is cut or covered.
TEST(FigureCursors, are_drawn_in_each_figure_of_a_curve) {
  for (const auto& [name, device] : {std::pair{"footprint-latency", "model:gtx560ti"},
                                     {"stride-latency", "model:gtx560ti"},
                                     {"tlb", "model:gtx560ti"},
                                     {"miss-rate", "model:gtx560ti"},
                                     {"scope", "model:gtx560ti"},
                                     {"bank-latency", "model:gtx780"},
                                     {"thread-latency", "recording:h100"},
                                     {"l2-copy", "recording:h100"}}) {
    const FigurePtr plain = figure(name, device, {});
    if (!plain) continue;
    EXPECT_TRUE(plain->traits().cursors) << name;
    EXPECT_FALSE(plain->cursors().any()) << name;
    const auto [a, b] = placesOn(*plain);
    const FigurePtr read = figure(name, device, cursorsAt(a, b));
    ASSERT_NE(read, nullptr) << name;
    EXPECT_EQ(choiceProblem(*read, cursorsAt(a, b)), QString()) << name;
    EXPECT_EQ(faultsOfFit(*read, {}), faultsOfFit(*plain, {})) << name;
    QStringList words;
    for (const DrawnText& text : drawFigure(*read, {}).texts) words << text.words;
    EXPECT_TRUE(words.contains("A") && words.contains("B")) << name << ": " << words.join('|').toStdString();
    EXPECT_TRUE(words.join(' ').contains("B − A")) << name << ": " << words.join('|').toStdString();
    EXPECT_GT(layOutPage(*read, {}).size.height(), layOutPage(*plain, {}).size.height()) << name << ": no room for the line";
    const nlohmann::json told = cursorsAsJson(*read);
    ASSERT_EQ(told.size(), 2U) << name;
    EXPECT_EQ(told[1]["name"], "B");
    EXPECT_EQ(told[0]["x"], a) << name;
    EXPECT_FALSE(told[0]["reads"].empty()) << name;
  }
}

TEST(FigureCursors, leave_gaps_where_words_stand) {
  QImage image(200, 100, QImage::Format_RGB32);
  image.fill(Qt::white);
  CurveCursors cursors;
  cursors.set(0, 100.0);
  const auto number = [](double value) { return QString::number(value); };
  const CursorCurve curve{{CursorSeries{{}, {{100, 50, 50, {}}}}}, number, number, {}};
  const auto same = [](double value) { return value; };
  const CursorFrame frame{image.rect(), same, same, {QRectF(20, 40, 40, 20), QRectF(90, 70, 20, 15)}};
  QPainter painter(&image);
  constexpr int kWithoutFlags = -2;
  cursors.paintMarks(painter, frame, curve, kWithoutFlags, PlotStyle());
  painter.end();
  const auto inked = [&](const QRect& box) {
    for (int y = box.top(); y <= box.bottom(); ++y)
      for (int x = box.left(); x <= box.right(); ++x)
        if (image.pixelColor(x, y) != QColor(Qt::white)) return true;
    return false;
  };
  EXPECT_FALSE(inked({22, 42, 36, 16})) << "words on the horizontal line";
  EXPECT_FALSE(inked({92, 72, 16, 11})) << "words on the upright line";
  EXPECT_TRUE(inked({0, 42, 18, 16}) && inked({62, 42, 30, 16}) && inked({92, 0, 16, 30}) && inked({92, 87, 16, 12}));
}

TEST(FigureCursors, reach_the_programs_that_draw_the_curve_anew) {
  const FigurePtr curve = figure("footprint-latency", "model:gtx560ti", cursorsAt(8192, 65536));
  const QByteArray tex = figureBytes(*curve, {}, FigureFormat::tex);
  EXPECT_TRUE(tex.contains("extra x ticks={8192,65536}")) << tex.left(2000).toStdString();
  EXPECT_TRUE(tex.contains("mark=o") && tex.contains("$-$")) << "rings, and the line with the difference";
  const QByteArray script = figureBytes(*curve, {}, FigureFormat::py);
  EXPECT_TRUE(script.contains("\"cursors\"") && script.contains("READINGS = \"B"));
  const QByteArray without = figureBytes(*figure("footprint-latency", "model:gtx560ti", {}), {}, FigureFormat::tex);
  EXPECT_FALSE(without.contains("extra x ticks"));
}

TEST(FigureCursors, are_refused_where_no_curve_is_and_beside_the_data) {
  EXPECT_TRUE(choiceProblem(*figure("memory-diagram", "model:gtx560ti", {}), cursorsAt(1)).contains("no curve"));
  const FigurePtr curve = figure("footprint-latency", "model:gtx560ti", cursorsAt(8192, 1e15));
  const QString beside = choiceProblem(*curve, cursorsAt(8192, 1e15));
  EXPECT_TRUE(beside.contains("Cursor B") && beside.contains("between")) << beside.toStdString();
  // Where a part of the axis is drawn, a cursor beyond it is refused, and so is a cursor whose nearest point lies beyond it.
  FigureChoice part = cursorsAt(8192, 65536);
  part.sight.x = {4096, 32768};
  const FigurePtr cut = figure("footprint-latency", "model:gtx560ti", part);
  EXPECT_EQ(choiceProblem(*cut, part),
            "Cursor B stands at 64 KiB, and the part of the axis that is drawn leaves it out; place it there, or draw more.");
  part.sight.cursors = {8192, 32768};
  EXPECT_EQ(choiceProblem(*figure("footprint-latency", "model:gtx560ti", part), part), QString());
  part.sight.x.from = 8193;
  EXPECT_TRUE(choiceProblem(*figure("footprint-latency", "model:gtx560ti", part), part).startsWith("Cursor A stands at 8 KiB"));
  FigureChoice sized = cursorsAt(4);
  sized.sight.sized = true;
  EXPECT_EQ(
      choiceProblem(*figure("scope", "model:gtx560ti", sized), sized),
      "The horizontal axis of Latency by access is in accesses, and a place on it was given as a size; write numbers of accesses.");
  FigureChoice variance = cursorsAt(100);
  variance.panel = 1;
  EXPECT_TRUE(choiceProblem(*figure("thread-latency", "recording:h100", variance), variance).contains("no curve"));
}

}  // namespace
}  // namespace chasescope
