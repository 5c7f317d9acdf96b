// Replacement: the verdict, shares and curves that follow from findings, their pictures, and the view with its states.

#include <QImage>
#include <QPainter>

#include "engine/findings/found_sets.h"
#include "tests/widgets/sample_runs.h"
#include "tests/widgets/views/view_fixture.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/registry/figure_list.h"
#include "widgets/views/replacement/replacement_scene.h"
#include "widgets/views/replacement/replacement_view.h"

namespace chasescope {
namespace {

ReplacementFacts factsOf(const std::string& subject, const std::vector<Finding>& findings = sample::setFindings()) {
  for (const FoundSets& cache : found_sets(findings))
    if (cache.subject == subject) return gatherReplacement(cache, findings);
  ADD_FAILURE() << "no " << subject;
  return {};
}

TEST(Replacement, SharesStandInOrderWithTheirIntervals) {
  const ReplacementFacts facts = factsOf("l1_data");
  ASSERT_EQ(facts.ways.size(), 4U);
  EXPECT_DOUBLE_EQ(facts.ways[0].value, 0.158);
  EXPECT_DOUBLE_EQ(facts.ways[0].low, 0.147);
  EXPECT_DOUBLE_EQ(facts.ways[3].value, 0.509);
  EXPECT_DOUBLE_EQ(facts.ways[3].high, 0.524);
  EXPECT_TRUE(facts.intervals());
  EXPECT_EQ(facts.verdict, "Not LRU: the ways differ");
  EXPECT_TRUE(facts.evidence.contains("4,096 replacements"));
}

TEST(Replacement, TheCurveHasTheWarmChasesOfThisCacheAndNoOthers) {
  std::vector<Finding> findings = sample::setFindings();
  const std::size_t points = factsOf("l1_data", findings).points.size();
  EXPECT_EQ(points, 17U);
  const Finding good = findings.back();
  const auto with = [&](const char* key, nlohmann::json value) {
    std::vector<Finding> more = findings;
    more.push_back(good);
    more.back().conditions["bytes"] = 65536;
    more.back().conditions["warmup"] = 512;
    more.back().conditions[key] = std::move(value);
    return factsOf("l1_data", more).points.size();
  };
  EXPECT_EQ(with("stride", 128), points + 1);
  EXPECT_EQ(with("space", "texture"), points);
  EXPECT_EQ(with("carveout_percent", 50), points);
  EXPECT_EQ(with("warmup", 100), points);  // not warm: its first pass was timed
  EXPECT_EQ(with("stride", 256), points);  // another curve
  EXPECT_EQ(with("seed", 3), points);
  EXPECT_TRUE(factsOf("texture", findings).points.empty());
}

TEST(Replacement, a_curve_is_drawn_only_where_it_was_seen) {
  Session session;
  session.findings = sample::setFindings();
  const auto parts = [&] {
    const FigureOutcome made = makeFigure("miss-rate", session);
    EXPECT_TRUE(made) << made.error.toStdString();
    std::vector<DataSeries> measured;
    const std::vector<SeriesPanel> panels = made ? made.figure->series(PlotStyle()) : std::vector<SeriesPanel>(1);
    for (const DataSeries& one : panels.front().series)
      if (one.mark == DataSeries::Mark::cross) measured.push_back(one);
    return measured;
  };
  ASSERT_EQ(parts().size(), 1U);
  EXPECT_EQ(parts().front().points.size(), 17U);
  session.findings.push_back(session.findings.back());
  session.findings.back().conditions["bytes"] = 65536;  // far from the other points of a cache of 16 KiB in 4 ways
  session.findings.back().conditions["warmup"] = 512;
  ASSERT_EQ(parts().size(), 2U);
  EXPECT_EQ(parts()[0].name, "measured");
  EXPECT_EQ(parts()[1].name, "");  // the legend names the curve once
  EXPECT_EQ(parts()[1].points.size(), 1U);
}

TEST(Replacement, LruIsPredictedFromTheSetsThatWereFound) {
  const ReplacementFacts facts = factsOf("l1_data");
  ASSERT_FALSE(facts.lru.empty());
  EXPECT_EQ(facts.lru.front().rate, 0);
  // With one line more, set 0 has five lines and misses all of them.
  EXPECT_DOUBLE_EQ(facts.lru[1].rate, 5.0 / 129);
  EXPECT_EQ(facts.lru[32].rate, 1);
  std::vector<Finding> findings = sample::setFindings();
  std::erase_if(findings, [](const Finding& finding) { return finding.quantity == "line_bytes"; });
  const ReplacementFacts unknown = factsOf("l1_data", findings);
  EXPECT_TRUE(unknown.lru.empty());
  EXPECT_FALSE(unknown.whyNoLru.isEmpty());
}

TEST(Replacement, EveryVerdictIsToldInWords) {
  for (const char* policy : {"lru", "fifo", "plru", "nmru", "random", "weighted_way", "other"}) {
    std::vector<Finding> findings = sample::setFindings();
    for (Finding& finding : findings)
      if (finding.quantity == "replacement_policy") finding.value = policy;
    const ReplacementFacts facts = factsOf("l1_data", findings);
    EXPECT_NE(facts.verdict.toStdString(), policy);
    EXPECT_FALSE(facts.explanation.isEmpty()) << policy;
  }
  std::vector<Finding> findings = sample::setFindings();
  for (Finding& finding : findings)
    if (finding.quantity == "replacement_policy") finding.status = FindingStatus::not_measurable;
  EXPECT_EQ(factsOf("texture", findings).verdict, "The policy can’t be told");
  EXPECT_EQ(factsOf("texture", findings).explanation, "Set of 96 ways; every access came as predicted.");
}

TEST(Replacement, BarsAreAsHighAsTheirShares) {
  const PlotStyle style;
  const ReplacementFacts facts = factsOf("l1_data");
  QImage image(400, 300, QImage::Format_RGB32);
  image.fill(style.palette.card);
  QPainter painter(&image);
  const PlainAxes axes = wayAxes(QRectF(image.rect()), facts, style);
  paintWays(painter, axes, facts, style);
  painter.end();
  const auto heightOf = [&](std::size_t way, std::size_t level) {
    const int x = qRound(axes.toX(static_cast<double>(way) + 0.5)) + 9;  // beside the whisker
    int count = 0;
    for (int y = 0; y < image.height(); ++y) count += image.pixelColor(x, y) == levelColour(level, style.palette) ? 1 : 0;
    return count;
  };
  const double perPercent = axes.plot.height() / axes.y1;
  EXPECT_NEAR(heightOf(0, 1), 15.8 * perPercent, 3);
  EXPECT_NEAR(heightOf(3, 4), 50.9 * perPercent, 6);  // the line of equal shares crosses the bar
}

class ReplacementViewTest : public ViewFixture {
 protected:
  void fill(const std::string& without = {}) {
    for (const Finding& finding : sample::setFindings())
      if (finding.quantity != without) store.addFinding(finding);
  }
};

TEST_F(ReplacementViewTest, empty_it_offers_the_probe_and_filling_it_says_so) {
  ReplacementView view(store, selection, theme);
  show(view);
  EXPECT_TRUE(view.isEmpty());
  EXPECT_EQ(buttons(view), QStringList{"Run Replacement"});
  store.beginProbe("replacement");
  EXPECT_TRUE(QTest::qWaitFor([&] { return says(view, "Measuring"); }, 5000));
  store.endProbe("replacement", ProbeEnd::failed, "The card was lost.");
  EXPECT_TRUE(says(view, "The card was lost."));
  fill();
  EXPECT_TRUE(QTest::qWaitFor([&] { return !view.isEmpty(); }, 5000));
  EXPECT_TRUE(says(view, "Not LRU"));
  EXPECT_EQ(view.facts(), "L1 data · 32 sets × 4 ways · 17 footprints chased");
}

TEST_F(ReplacementViewTest, a_policy_without_shares_offers_the_curve) {
  fill("miss_rate");
  ReplacementView view(store, selection, theme);
  show(view);
  ASSERT_TRUE(view.showSubject("texture"));
  EXPECT_FALSE(view.isEmpty());
  EXPECT_TRUE(says(view, "LRU"));
  EXPECT_EQ(buttons(view), QStringList{"Run Miss pattern over N"});
  QSignalSpy asked(&view, &ReplacementView::probeRequested);
  for (QPushButton* button : view.findChildren<QPushButton*>())
    if (button->isVisible()) QTest::mouseClick(button, Qt::LeftButton);
  ASSERT_EQ(asked.size(), 1);
  const auto values = asked.front().at(1).value<ParameterValues>();
  EXPECT_EQ(values.at("space"), "texture");
  EXPECT_EQ(values.at("from"), "12288");
  EXPECT_EQ(values.at("stride"), "32");
}

TEST_F(ReplacementViewTest, a_click_or_a_key_on_the_curve_chooses_its_run) {
  fill();
  for (int line = 0; line <= 64; line += 4)
    store.finishRun(sample::chase("over-" + std::to_string(line), {}, 16384 + static_cast<std::uint64_t>(line) * 128, 128, 0, 16));
  ReplacementView view(store, selection, theme);
  show(view);
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, view.plot()->placeOf(3).toPoint());
  EXPECT_EQ(selection.currentRun(), "over-12");
  EXPECT_TRUE(says(view, "N = 17.5 KiB: 12 % of the accesses missed"));
  QTest::keyClick(view.plot(), Qt::Key_Right);
  EXPECT_EQ(selection.currentRun(), "over-16");
  QTest::keyClick(view.plot(), Qt::Key_Home);
  EXPECT_EQ(selection.currentRun(), "over-0");
  selection.setCurrentRun("over-64");  // as another view does
  EXPECT_EQ(view.plot()->point(), 16U);
}

TEST_F(ReplacementViewTest, follows_the_part_that_is_selected) {
  fill();
  ReplacementView view(store, selection, theme);
  show(view);
  EXPECT_EQ(view.subject(), "l1_data");
  selection.setSubject("texture");
  EXPECT_EQ(view.subject(), "texture");
  selection.setSubject("l2_tlb");  // its policy was not measured
  EXPECT_EQ(view.subject(), "texture");
}

}  // namespace
}  // namespace chasescope
