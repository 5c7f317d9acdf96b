// Figures of parts that no view draws, made of samples whose numbers are known.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/widgets/sample_curves.h"
#include "tests/widgets/sample_parts.h"
#include "tests/widgets/sample_runs.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/registry/figure_list.h"
#include "widgets/views/disturbance/sharing_pairs.h"

namespace chasescope {
namespace {

Session with(std::initializer_list<sample::Measured> parts, std::vector<Finding> findings = {}) {
  Session session;
  session.device.name = "Sample";
  session.findings = std::move(findings);
  for (const sample::Measured& part : parts) {
    session.runs.insert(session.runs.end(), part.runs.begin(), part.runs.end());
    session.findings.insert(session.findings.end(), part.findings.begin(), part.findings.end());
  }
  return session;
}

FigurePtr made(const char* name, const Session& session, const FigureChoice& choice = {}) {
  const FigureOutcome outcome = makeFigure(QString::fromLatin1(name), session, choice);
  EXPECT_TRUE(outcome) << name << ": " << outcome.error.toStdString();
  return outcome.figure;
}

QList<QByteArray> rowsOf(const FigureContent& figure) {
  QByteArray csv;
  figure.writeCsv([&](const QByteArray& line) { return csv += line, true; });
  return csv.trimmed().split('\n');
}

double meanOf(const DataSeries& series, double from, double to) {
  double sum = 0, count = 0;
  for (const SeriesPoint& point : series.points)
    if (point.x >= from && point.x <= to) sum += point.y, ++count;
  return sum / count;
}

TEST(Staircase, rises_by_a_way_and_says_how_large_that_is) {
  const FigurePtr figure =
      made("staircase", with({sample::staircase()}, sample::setFindings()), {.cache = QStringLiteral("l1_data")});
  ASSERT_NE(figure, nullptr);
  EXPECT_TRUE(figure->caption().contains("32 × 128 B = 4 KiB")) << figure->caption().toStdString();
  const DataSeries curve = figure->series(paperStyle()).front().series.front();
  ASSERT_EQ(curve.points.size(), 17U);
  EXPECT_DOUBLE_EQ(curve.points.front().y, 116);
  EXPECT_DOUBLE_EQ(meanOf(curve, 20, 24), 300);  // from one way more on, all accesses miss
  for (std::size_t i = 1; i < curve.points.size(); ++i) EXPECT_GE(curve.points[i].y, curve.points[i - 1].y);
  EXPECT_EQ(rowsOf(*figure).front(), "space,footprint_bytes,stride_bytes,average_cycles,run");
  EXPECT_FALSE(makeFigure(QStringLiteral("staircase"), with({})));
}

// The sets of a cache that is divided otherwise say nothing of the cache of the chases.
TEST(Staircase, takes_sets_of_the_same_carve_out_only) {
  Session session = with({sample::staircase()});
  for (Finding finding : sample::setFindings()) {
    finding.conditions["carveout_percent"] = 0;
    session.findings.push_back(std::move(finding));
  }
  const FigurePtr figure = made("staircase", session, {.cache = QStringLiteral("l1_data")});
  ASSERT_NE(figure, nullptr);
  EXPECT_TRUE(figure->caption().contains("L1 data")) << figure->caption().toStdString();
  EXPECT_FALSE(figure->caption().contains("a way is")) << figure->caption().toStdString();
}

// The arrays grow by 4 KiB, which is the size of a way. So the whole ramp lies between two of them.
TEST(Staircase, without_points_in_its_ramp_is_refused_with_what_would_show_it) {
  const FigureOutcome outcome = makeFigure(QStringLiteral("staircase"), with({sample::staircase(4096)}, sample::setFindings()),
                                           {.cache = QStringLiteral("l1_data")});
  EXPECT_FALSE(outcome);
  EXPECT_TRUE(outcome.error.contains("a way of the cache has 4 KiB")) << outcome.error.toStdString();
}

TEST(InstructionCaches, has_a_curve_for_each_cache) {
  const FigurePtr figure = made("instruction-caches", with({sample::instructions()}));
  ASSERT_NE(figure, nullptr);
  const SeriesPanel panel = figure->series(paperStyle()).front();
  ASSERT_EQ(panel.series.size(), 2U);
  EXPECT_EQ(panel.series[0].points.size(), 5U);  // 1, 2, 4, 8, 16 KiB
  EXPECT_EQ(panel.series[1].points.size(), 2U);
  EXPECT_EQ(rowsOf(*figure)[1], "1024,1,code-1");
}

TEST(InstructionPrefetch, has_a_curve_for_each_order_of_blocks) {
  const FigurePtr figure = made("instruction-prefetch", with({sample::instructions()}));
  ASSERT_NE(figure, nullptr);
  const SeriesPanel panel = figure->series(paperStyle()).front();
  ASSERT_EQ(panel.series.size(), 2U);
  EXPECT_EQ(panel.series[0].points.back().y, 9 * 16) << "scattered, 16 instructions a block";
  EXPECT_EQ(panel.series[1].points.back().y, 3 * 16);
  EXPECT_EQ(rowsOf(*figure)[1], "8192,in_order,48,blocks-in_order-8");
}

TEST(NearFarMemory, tells_two_kinds_of_lines_and_their_turns) {
  const FigurePtr figure = made("near-far-memory", with({sample::nearAndFar()}));
  ASSERT_NE(figure, nullptr);
  const std::vector<SeriesPanel> panels = figure->series(paperStyle());
  ASSERT_EQ(panels.size(), 2U);
  EXPECT_DOUBLE_EQ(meanOf(panels[0].series[0], 500, 505), 50);  // % of the lines
  EXPECT_DOUBLE_EQ(meanOf(panels[0].series[0], 700, 705), 50);
  EXPECT_EQ(panels[1].series[0].points.size(), 128U);  // of 256 lines half are near
  EXPECT_EQ(panels[1].series[1].points.size(), 128U);
  EXPECT_EQ(rowsOf(*figure)[65], "64,8192,704");
  EXPECT_EQ(made("near-far-memory", with({sample::nearAndFar()}), {.panel = 0})->series(paperStyle()).size(), 1U);
  EXPECT_TRUE(makeFigure(QStringLiteral("near-far-memory"), with({})).error.contains("near memory"));
}

TEST(ClusterLatencies, stand_by_rank_for_each_size) {
  const FigurePtr figure = made("cluster-latencies", with({sample::clusters()}));
  ASSERT_NE(figure, nullptr);
  const std::vector<SeriesPanel> panels = figure->series(paperStyle());
  ASSERT_EQ(panels.size(), 2U);
  EXPECT_EQ(panels[0].series[0].points.size(), 1U);  // a cluster of one block
  ASSERT_EQ(panels[0].series[1].points.size(), 4U);
  EXPECT_DOUBLE_EQ(panels[0].series[1].points[3].y, 200);
  EXPECT_DOUBLE_EQ(panels[1].series[1].points[3].y, 150);
  EXPECT_EQ(figure->traits().panels.size(), 2);
}

TEST(CarveoutSizes, has_a_bar_for_each_carve_out) {
  const FigurePtr figure = made("carveout-sizes", with({sample::carveouts()}));
  ASSERT_NE(figure, nullptr);
  const SeriesPanel panel = figure->series(paperStyle()).front();
  EXPECT_EQ(panel.x.names, (std::vector<QString>{"0 %", "50 %", "100 %"}));
  ASSERT_EQ(panel.series[0].points.size(), 3U);
  EXPECT_DOUBLE_EQ(panel.series[0].points[1].y, 40);
  EXPECT_DOUBLE_EQ(*panel.series[0].points[1].low, 39.5);
}

TEST(CacheSharing, says_whose_lines_are_lost) {
  const FigurePtr figure = made("cache-sharing", with({sample::sharing()}));
  ASSERT_NE(figure, nullptr);
  const QList<QByteArray> rows = rowsOf(*figure);
  EXPECT_TRUE(rows.contains("global.ca,texture,35,300,1,pair-7")) << rows.join('\n').toStdString();
  EXPECT_TRUE(rows.contains("constant,global.ca,30,30,0,pair-9"));
  EXPECT_FALSE(rows.join('\n').contains("global.ca,constant"));  // no run measured this pair
}

// Fermi's caches do not replace by age, so some accesses miss even beside an idle agent.
TEST(CacheSharing, takes_no_own_miss_for_a_line_that_stayed) {
  const QList<QByteArray> rows = rowsOf(*made("cache-sharing", with({sample::sharing(8)})));
  const auto lost = std::count_if(rows.begin(), rows.end(), [](const QByteArray& row) { return row.contains(",300,1,pair-"); });
  EXPECT_EQ(lost, 4) << rows.join('\n').toStdString();
}

inference::EvictionVerdict verdictOf(const Session& session, MemorySpace a, MemorySpace b) {
  return sharingPairs(session.runs, session.findings).looks.at({a, b}).verdict;
}

// Hardly half of the lines may be lost in one array. The finding has compared both directions.
TEST(CacheSharing, takes_the_colour_of_a_pair_from_its_finding) {
  using inference::EvictionVerdict;
  Session session = with({sample::sharing(0, 29)});
  EXPECT_EQ(verdictOf(session, MemorySpace::texture, MemorySpace::global_ca), EvictionVerdict::evicted);
  for (Finding& finding : session.findings) finding.value = nlohmann::json::array();
  EXPECT_EQ(verdictOf(session, MemorySpace::texture, MemorySpace::global_ca), EvictionVerdict::kept);
  EXPECT_EQ(verdictOf(session, MemorySpace::texture, MemorySpace::texture), EvictionVerdict::evicted)
      << "two agents of one space share its cache";
  session.findings[0].value = {"texture"};
  EXPECT_EQ(verdictOf(session, MemorySpace::texture, MemorySpace::global_ca), EvictionVerdict::evicted) << "said of the L1 alone";
}

TEST(CacheSharing, judges_a_pair_without_a_finding_as_the_inference_does) {
  using inference::EvictionVerdict;
  for (const auto& [lost, verdict] :
       {std::pair{29, EvictionVerdict::evicted}, {7, EvictionVerdict::unclear}, {1, EvictionVerdict::kept}}) {
    Session session = with({sample::sharing(0, static_cast<std::size_t>(lost))});
    session.findings.clear();
    EXPECT_EQ(verdictOf(session, MemorySpace::texture, MemorySpace::global_ca), verdict) << lost;
  }
}

// A model's chase costs nothing but its accesses; a card's loop does.
TEST(StrideLatency, says_that_averages_of_a_card_have_the_loop_in_them) {
  Session session = with({sample::strides()});
  session.device.origin = Origin::hardware;
  EXPECT_TRUE(made("stride-latency", session)->caption().contains("what its loop costs"));
  session.device.origin = Origin::model;
  EXPECT_FALSE(made("stride-latency", session)->caption().contains("what its loop costs"));
}

}  // namespace
}  // namespace chasescope
