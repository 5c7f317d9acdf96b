// Curves of several cards over each other: which are comparable, the drawing, the view, the figure and its data.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QImage>
#include <QPainter>
#include <QTest>

#include "tests/widgets/sample_curves.h"
#include "tests/widgets/sample_runs.h"
#include "widgets/document/run_store.h"
#include "widgets/shell/empty_state.h"
#include "widgets/style/theme.h"
#include "widgets/views/overlay/figure_overlay.h"
#include "widgets/views/overlay/overlay_plot.h"
#include "widgets/views/overlay/overlay_view.h"

namespace chasescope {
namespace {

CardData cardOf(const QString& name, const sample::Measured& measured) { return {name, measured.runs, measured.findings}; }

TEST(CurveOverlay, cards_are_drawn_together_where_they_were_asked_the_same) {
  CurveKind kind = *curveKind(QStringLiteral("latency-footprint"));
  kind.read = [](const CardData& card) -> std::vector<CardCurve> {
    if (card.name == QLatin1String("first")) return {{"global.cg", {{1, 5}}}, {"global.ca", {{1, 1}, {2, 2}}}};
    if (card.name == QLatin1String("second")) return {{"global.ca", {{1, 3}, {4, 4}}}};
    return {};
  };
  const std::vector<CardData> cards{{"first", {}, {}}, {"second", {}, {}}, {"third", {}, {}}, {"first", {}, {}}};
  EXPECT_EQ(overlayVariants(cards, kind), QStringList({"global.ca", "global.cg"}));  // the variant that most cards have comes first
  const CurveOverlay overlay = overlayOf(cards, kind);
  EXPECT_EQ(overlay.variant, "global.ca");
  ASSERT_EQ(overlay.curves.size(), 4U);
  EXPECT_EQ(overlay.curves[1].points, (std::vector<QPointF>{{1, 3}, {4, 4}}));
  EXPECT_TRUE(overlay.curves[2].points.empty());  // the card is named, without a curve
  EXPECT_EQ(overlay.curves[3].card, "first (2)");
  EXPECT_TRUE(overlayOf(cards, kind, "global.cg").curves[1].points.empty());
  EXPECT_EQ(overlayOf(cards, kind, "texture").variant, "global.ca");  // no card has it
  EXPECT_TRUE(overlayOf({}, kind).empty());
}

TEST(CurveOverlay, every_kind_reads_what_its_probe_leaves) {
  const auto points = [](const char* id, const sample::Measured& measured) {
    std::vector<std::pair<QString, std::size_t>> held;
    for (const CardCurve& curve : curveKind(QString::fromLatin1(id))->read(cardOf("card", measured)))
      held.emplace_back(curve.variant, curve.points.size());
    return held;
  };
  const auto footprints = points("latency-footprint", sample::footprints());
  ASSERT_EQ(footprints.size(), 1U);
  EXPECT_GT(footprints[0].second, 10U);
  const auto strides = points("latency-stride", sample::strides());
  EXPECT_TRUE(std::any_of(strides.begin(), strides.end(), [](const auto& each) { return each.first.contains("64 KiB"); }));
  const auto rates = points("tlb-miss-rate", sample::tlbs());
  EXPECT_EQ(rates.size(), 2U);
  EXPECT_TRUE(points("miss-rate", sample::footprints()).empty());
  EXPECT_TRUE(points("bank-latency", sample::footprints()).empty());
  EXPECT_EQ(curveKind(QStringLiteral("nonsense")), nullptr);
  for (const CurveKind& kind : curveKinds()) EXPECT_EQ(curveKind(QString::fromLatin1(kind.id)), &kind);
}

TEST(CurveOverlay, each_card_has_a_colour_a_marker_and_a_line_of_its_own) {
  CurveOverlay overlay{curveKind(QStringLiteral("latency-footprint")), "global.ca", {}};
  for (int card = 0; card < 4; ++card)
    overlay.curves.push_back({QString::number(card), {{1024.0, 100.0 * (card + 1)}, {65536.0, 100.0 * (card + 1)}}});
  QImage image(900, 500, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  const PlotStyle style;
  const OverlayAxes axes = overlayAxes(QRectF(0, 0, 900, 500), overlay, style);
  paintOverlay(painter, axes, overlay, style);
  painter.end();
  std::set<QRgb> colours;
  std::set<Qt::PenStyle> lines;
  for (std::size_t card = 0; card < 4; ++card) {
    const QPoint mark = axes.at(*overlay.kind, overlay.curves[card].points.front()).toPoint();
    bool found = card > 0;  // the first marks of the others come a little further on
    for (int x = mark.x() - 2; x <= mark.x() + 2; ++x)
      found = found || image.pixel(x, mark.y()) == levelColour(card, style.palette).rgb();
    EXPECT_TRUE(found) << card;
    colours.insert(levelColour(card, style.palette).rgb());
    lines.insert(cardLine(card));
  }
  EXPECT_EQ(colours.size(), 4U);
  EXPECT_EQ(lines.size(), 4U);
  EXPECT_GT(axes.plain(*overlay.kind).plot.top(), axes.legend.bottom());
}

TEST(OverlayView, offers_what_nobody_measured_and_zooms_what_there_is) {
  Theme theme;
  RunStore store;
  OverlayView view(store, theme);
  view.resize(700, 400);
  view.show();
  view.setCards({{"a", {}, {}}, {"b", {}, {}}});
  ASSERT_TRUE(view.findChild<EmptyState*>()->isVisible());
  view.setCards({cardOf("a", sample::strides()), cardOf("b", {})});
  EXPECT_STREQ(view.kind().id, "latency-stride");  // the first that a card has
  EXPECT_FALSE(view.findChild<EmptyState*>()->isVisible());
  auto* variants = view.findChildren<QComboBox*>().at(1);
  ASSERT_GT(variants->count(), 1);
  variants->setCurrentIndex(1);
  emit variants->activated(1);
  EXPECT_EQ(view.plot()->overlay().variant, variants->itemText(1));
  view.plot()->setFocus();
  QTest::keyClick(view.plot(), Qt::Key_Plus);
  EXPECT_FALSE(view.plot()->isWhole());
  QTest::keyClick(view.plot(), Qt::Key_F);
  EXPECT_TRUE(view.plot()->isWhole());
  view.setCards({cardOf("a", sample::footprints()), cardOf("b", sample::footprints())});
  EXPECT_TRUE(view.turnTo("curves"));
  EXPECT_FALSE(view.turnTo("memory"));
  EXPECT_TRUE(view.turnTo("tlbs"));
  EXPECT_STREQ(view.kind().id, "tlb-miss-rate");
}

TEST(OverlayView, says_what_is_being_measured) {
  Theme theme;
  RunStore store;
  OverlayView view(store, theme);
  view.resize(700, 400);
  view.show();
  view.setCards({cardOf("a", sample::footprints()), cardOf("b", {})});
  ASSERT_STREQ(view.kind().id, "latency-footprint");
  const auto says = [&] { return view.plot()->accessibleDescription(); };
  EXPECT_TRUE(says().endsWith("b: not measured")) << says().toStdString();
  view.setDoing(1, {"footprint-sweep", std::nullopt});  // it waits for its card
  EXPECT_TRUE(says().endsWith("b: being measured")) << says().toStdString();
  view.setDoing(1, {"footprint-sweep", 0.42});
  EXPECT_TRUE(says().endsWith("b: being measured, 42 %")) << says().toStdString();
  view.setDoing(1, {"facts", 0.42});  // this probe leaves no such curve
  EXPECT_TRUE(says().endsWith("b: not measured")) << says().toStdString();
  // Where there is no curve at all, a probe that is under way is not offered.
  view.setCards({{"a", {}, {}, {"footprint-sweep", 0.1}}, {"b", {}, {}, {"footprint-sweep", std::nullopt}}});
  auto* empty = view.findChild<EmptyState*>();
  ASSERT_TRUE(empty->isVisible());
  EXPECT_EQ(empty->sentence(), "a: being measured, 10 %.\nb: being measured.");
}

TEST(OverlayFigure, is_made_of_any_number_of_sessions) {
  std::vector<Session> sessions(3);
  for (std::size_t i = 0; i < 2; ++i) {
    const sample::Measured measured = sample::footprints();
    sessions[i].device.name = i == 0 ? "One, \"quoted\"" : "Two";
    sessions[i].runs = measured.runs;
    sessions[i].findings = measured.findings;
  }
  sessions[2].device.name = "Three";
  const FigureOutcome made = overlayFigure(sessions, "latency-footprint");
  ASSERT_TRUE(made) << made.error.toStdString();
  QByteArray csv;
  made.figure->writeCsv([&](const QByteArray& line) {
    csv += line;
    return true;
  });
  EXPECT_TRUE(csv.startsWith("card,curve,bytes,cycles,low,high,source\n\"One, \"\"quoted\"\"\",global.ca,"))
      << csv.left(80).toStdString();
  EXPECT_TRUE(csv.contains("\nTwo,"));
  EXPECT_FALSE(csv.contains("\nThree,"));  // it has none, and the caption names it all the same
  EXPECT_TRUE(made.figure->caption().contains("Three"));
  EXPECT_EQ(made.figure->provenance()["cards"].size(), 3U);
  EXPECT_TRUE(overlayFigure(sessions, "bank-latency").unmeasured);
  EXPECT_TRUE(overlayFigure(sessions, "nonsense").error.contains("latency-footprint"));
}

TEST(OverlayFigure, refuses_copies_that_are_timed_in_different_units) {
  std::vector<Session> sessions(2);
  sessions[0].device.name = "One";
  sessions[0].runs = sample::copyRuns();
  sessions[1].device.name = "Two";
  for (const RunPtr& run : sessions[0].runs) {
    chasescope::Run timed = *run;
    auto copy = *run->as<CopyRequest>();
    copy.result = {{}, *copy.result.cycles / 1e9};
    timed.exchange = copy;
    sessions[1].runs.push_back(std::make_shared<const chasescope::Run>(std::move(timed)));
  }
  EXPECT_EQ(overlayFigure(sessions, "copy-time").error.toStdString(),
            "One is timed in cycles and Two in µs, so they have no axis in common; choose cards that are timed alike.");
  sessions[1].runs = sessions[0].runs;
  EXPECT_TRUE(overlayFigure(sessions, "copy-time"));
}

}  // namespace
}  // namespace chasescope
