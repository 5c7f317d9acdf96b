// The view of footprint and stride: curves, level ends, cursors, its states, and what mouse and keys do.
#include "widgets/views/sweeps/sweep_view.h"
#include "engine/findings/vocabulary.h"
#include "tests/widgets/views/view_fixture.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/views/sweeps/footprint_plot.h"
#include "widgets/views/sweeps/stride_plot.h"

namespace chasescope {
namespace {

class SweepViewTest : public ViewFixture {};

TEST_F(SweepViewTest, footprints_go_through_their_states) { goesThroughItsStates<SweepView>(sample::footprints()); }

TEST_F(SweepViewTest, a_footprint_sweep_has_named_plateaus_and_ends) {
  add(sample::footprints());
  std::vector<RunPtr> runs;
  for (const auto& run : store.runs()) runs.push_back(run->run);
  const SweepCurves curves = SweepGatherer().gather(runs, store.findings());
  ASSERT_EQ(curves.footprints.size(), 1U);
  const FootprintCurve& curve = curves.footprints.front();
  ASSERT_EQ(curve.plateaus.size(), 2U);
  ASSERT_EQ(curve.ends.size(), 1U);
  EXPECT_EQ(endText(curve.ends.front()), "L1 data ends at 16 KiB");
  ASSERT_TRUE(curve.ends.front().test);
  EXPECT_EQ(words_of(curve.ends.front().test->change), "D = 1.00, p = 0.000028");
  EXPECT_TRUE(testText(curve.ends.front()).contains(QStringLiteral("p\u00a0=\u00a00.000028"))) << "no line ends within a number";
  EXPECT_TRUE(curve.ends.front().agrees);
  // Points are in order of footprint, whatever the order of the runs, and the curve is flat below the end.
  for (std::size_t i = 1; i < curve.points.size(); ++i) EXPECT_LT(curve.points[i - 1].bytes, curve.points[i].bytes);
  for (const SweepPoint& point : curve.points) {
    if (point.bytes <= 16384) {
      EXPECT_EQ(point.cycles, 116) << point.bytes;
    } else {
      EXPECT_GT(point.cycles, 116) << point.bytes;
    }
  }
}

TEST_F(SweepViewTest, the_change_point_test_is_made_again_from_its_evidence) {
  add(sample::footprints());
  std::vector<RunPtr> runs;
  for (const auto& run : store.runs()) runs.push_back(run->run);
  const SweepCurves curves = SweepGatherer().gather(runs, store.findings());
  const auto test = curves.footprints.front().ends.front().test;
  ASSERT_TRUE(test);
  EXPECT_EQ(test->footprints.size(), 25U);  // the sweep alone, without the two footprints before it
  EXPECT_EQ(test->step, 128U);
  ASSERT_TRUE(test->change.found());
  EXPECT_EQ(test->footprints[test->change.index - 1], 16384U);
  EXPECT_EQ(test->change.distance, 1);
  EXPECT_EQ(test->distances[test->change.index - 1], 0);
  EXPECT_GT(test->distances[test->change.index], 0);
  // Without one of the finding's runs no test is made, and then nothing claims to agree.
  std::erase_if(runs, [](const RunPtr& run) { return run->id == "n-15872"; });
  const LevelEnd without = SweepGatherer().gather(runs, store.findings()).footprints.front().ends.front();
  EXPECT_FALSE(without.test || without.agrees);
}

/// A run of a sweep as probes make it, which records the average of its footprint alone.
RunPtr average(std::uint64_t bytes, double cycles) {
  Run run;
  run.id = "n-" + std::to_string(bytes);
  run.probe = kFootprintProbe;
  ChaseRequest request;
  request.space = MemorySpace::global_ca;
  request.record = Record::mean;
  request.pattern = UniformPattern{bytes, 128};
  ChaseResult result;
  result.mean_cycles = cycles;
  run.exchange = Exchange<ChaseRequest>{request, result};
  return std::make_shared<const Run>(std::move(run));
}

Finding plateau(const char* subject, double from, double to, double cycles) {
  Finding finding;
  finding.subject = subject;
  finding.quantity = quantity::plateau_cycles;
  finding.status = FindingStatus::measured;
  finding.value = cycles;
  finding.conditions = {{"space", "global.ca"}, {"from_bytes", from}, {"to_bytes", to}};
  return finding;
}

// No finding tells the end of the L2, but the curve is flat between the L1 and memory. The plateau of memory comes in two findings.
TEST_F(SweepViewTest, the_l2_has_its_name_where_its_end_is_not_known) {
  std::vector<RunPtr> runs;
  for (std::uint64_t kib = 1; kib <= 16; kib *= 2) runs.push_back(average(kib << 10U, 116));
  for (const unsigned kib : {20U, 24U}) runs.push_back(average(kib << 10U, 200 + kib));
  for (std::uint64_t kib = 64; kib <= 512; kib *= 2) runs.push_back(average(kib << 10U, 377));
  for (std::uint64_t kib = 1024; kib <= 4096; kib *= 2) runs.push_back(average(kib << 10U, 655));
  const std::vector<Finding> findings{plateau("l1_data", 1 << 10, 16 << 10, 116), plateau("dram", 1 << 20, 2 << 20, 655),
                                      plateau("device", (2 << 20) + 1, 4 << 20, 655)};
  const std::vector<NamedPlateau> named = SweepGatherer().gather(runs, findings).footprints.front().plateaus;
  ASSERT_EQ(named.size(), 3U);
  EXPECT_EQ(named[1].subject, "l2");
  EXPECT_EQ(named[1].from_bytes, 64 << 10);
  EXPECT_EQ(named[1].to_bytes, 512 << 10);
  EXPECT_EQ(named[2].subject, "dram");
  EXPECT_EQ(named[2].to_bytes, 4 << 20);
  // Without a nearer cache, the plateau has no name.
  EXPECT_EQ(SweepGatherer().gather(runs, std::vector{findings[1]}).footprints.front().plateaus.size(), 1U);
}

// A finding tells the end of the L1, but none tells plateaus. Their names and cycles come from the curve.
TEST_F(SweepViewTest, a_plateau_that_only_the_curve_shows_has_its_latency) {
  std::vector<RunPtr> runs;
  for (std::uint64_t kib = 1; kib <= 16; kib *= 2) runs.push_back(average(kib << 10U, 116));
  for (std::uint64_t kib = 32; kib <= 256; kib *= 2) runs.push_back(average(kib << 10U, 377));
  Finding end;
  end.subject = "l1_data";
  end.quantity = quantity::contiguous_bytes;
  end.status = FindingStatus::measured;
  end.value = 16 << 10;
  end.low = end.high = 16 << 10;
  end.reference = "topology thesis, 3.3";
  end.conditions = {{"space", "global.ca"}};
  const std::vector<NamedPlateau> named = SweepGatherer().gather(runs, std::vector{end}).footprints.front().plateaus;
  ASSERT_EQ(named.size(), 2U);
  EXPECT_EQ(named[0].told, 116);
  EXPECT_EQ(named[1].told, 377);
}

TEST_F(SweepViewTest, an_end_that_is_only_bracketed_says_so) {
  LevelEnd end;
  end.subject = "l2";
  end.fits = 512 << 10;
  end.misses = 768 << 10;
  EXPECT_EQ(endText(end), "L2 ends between 512 and 768 KiB");
}

TEST_F(SweepViewTest, cursors_on_the_curve_read_levels_and_show_their_difference) {
  add(sample::footprints());
  SweepView view(store, selection, theme);
  show(view);
  FootprintPlot& plot = *view.footprintPlot();
  QTest::keyClick(&plot, Qt::Key_A);
  EXPECT_FALSE(plot.cursor(0));  // no footprint is chosen, and the mouse is elsewhere
  QTest::keyClick(&plot, Qt::Key_Home);
  QTest::keyClick(&plot, Qt::Key_A);
  EXPECT_TRUE(plot.cursorText().isEmpty());  // one alone has no difference
  QTest::keyClick(&plot, Qt::Key_End);
  QTest::keyClick(&plot, Qt::Key_B);
  EXPECT_EQ(plot.cursor(0), std::optional(512.0));
  EXPECT_EQ(plot.cursor(1), std::optional(229376.0));
  const SweepPoint& last = plot.curve().points.back();
  EXPECT_EQ(cursorPointOf(plot.curve().points.front(), plot.curve().plateaus).place, "L1 data");
  const QStringList difference = plot.cursorText();
  ASSERT_GE(difference.size(), 2);
  EXPECT_EQ(difference[0], QString::fromUtf8("B − A  +223.5 KiB  (512 B → 224 KiB)"));
  const QString reads = cyclesText(cursorPointOf(last, plot.curve().plateaus).reads);
  EXPECT_TRUE(difference[1].contains(QString::fromUtf8("(116 → ") + reads + ")")) << difference[1].toStdString();
  EXPECT_TRUE(plot.accessibleDescription().contains(difference[0])) << plot.accessibleDescription().toStdString();
  QTest::keyClick(&plot, Qt::Key_Escape);
  EXPECT_FALSE(plot.cursor(0) || plot.cursor(1));
}

TEST_F(SweepViewTest, a_cursor_reads_the_plateau_only_where_its_point_lies_on_it) {
  const std::vector<NamedPlateau> plateaus{{"l1_data", 512, 1500, 100}, {"l2", 1500, 8192, 300}};
  CursorCurve curve{{CursorSeries{}}, sizeText, [](double cycles) { return cyclesText(cycles); }, "cycles"};
  for (const SweepPoint& point :
       {SweepPoint{1024, 128, 100.9, "a"}, SweepPoint{2048, 128, 140, "b"}, SweepPoint{4096, 128, 299, "c"}})
    curve.series.front().points.push_back(cursorPointOf(point, plateaus));
  CurveCursors cursors;
  cursors.set(0, 1024);
  cursors.set(1, 4096);
  EXPECT_EQ(cursors.difference(curve), (QStringList{QString::fromUtf8("B − A  +3 KiB  (1 KiB → 4 KiB)"),
                                                    QString::fromUtf8("+200 cycles  (100 → 300)"), "from L1 data to L2"}));
  cursors.set(1, 2048);  // in the ramp
  EXPECT_EQ(cursors.difference(curve),
            (QStringList{QString::fromUtf8("B − A  +1 KiB  (1 KiB → 2 KiB)"), QString::fromUtf8("+40 cycles  (100 → 140)")}));
  cursors.set(1, 3000);  // no point is there
  EXPECT_FALSE(cursors.reading(1, curve.series.front()));
  EXPECT_TRUE(cursors.difference(curve).isEmpty());
}

TEST_F(SweepViewTest, keys_go_along_the_footprints_and_from_level_to_level) {
  add(sample::footprints());
  SweepView view(store, selection, theme);
  show(view);
  ASSERT_NE(view.footprintPlot()->end(), nullptr);  // the first test is shown by itself
  EXPECT_EQ(view.footprintPlot()->end()->subject, "l1_data");
  QTest::keyClick(view.footprintPlot(), Qt::Key_Home);
  EXPECT_EQ(view.chosenRun(), "n-512");
  EXPECT_EQ(selection.currentRun(), "n-512");
  EXPECT_EQ(view.facts(), "N = 512 B: 116 cycles on average.");
  QTest::keyClick(view.footprintPlot(), Qt::Key_Right);
  EXPECT_EQ(view.chosenRun(), "n-640");
  QTest::keyClick(view.footprintPlot(), Qt::Key_End);
  EXPECT_EQ(view.chosenRun(), "n-229376");
  selection.setCurrentRun("n-16384");
  EXPECT_EQ(view.footprintPlot()->point()->bytes, 16384U);
  QTest::mouseClick(view.footprintPlot(), Qt::LeftButton, {}, QPoint(80, 120));
  EXPECT_LT(view.footprintPlot()->point()->bytes, 1024U);
}

TEST_F(SweepViewTest, strides_have_a_page_a_line_for_each_size_and_a_corner) {
  add(sample::strides());
  SweepView view(store, selection, theme);
  show(view);
  EXPECT_EQ(view.page(), SweepView::Page::stride);  // the page that has something
  EXPECT_EQ(view.facts(), "L1 data fetches 128 B at a time");
  EXPECT_GT(coloured(view), 200);
  std::vector<RunPtr> runs;
  for (const auto& run : store.runs()) runs.push_back(run->run);
  const SweepCurves curves = SweepGatherer().gather(runs, store.findings());
  ASSERT_EQ(curves.strides.size(), 1U);
  EXPECT_EQ(curves.strides[0].lines.size(), 5U);
  EXPECT_EQ(curves.strides[0].lines[0].points.size(), 9U);  // 4 to 1,024 B
  ASSERT_EQ(curves.strides[0].corners.size(), 1U);
  EXPECT_EQ(curves.strides[0].corners[0].line.points.size(), 7U);
  QTest::keyClick(view.stridePlot(), Qt::Key_Up);
  QTest::keyClick(view.stridePlot(), Qt::Key_End);
  EXPECT_EQ(view.stridePlot()->point()->stride, view.stridePlot()->point()->bytes / 4);
  EXPECT_EQ(selection.currentRun(), view.chosenRun());
  view.setPage(SweepView::Page::footprint);
  EXPECT_TRUE(view.isEmpty());
  EXPECT_TRUE(view.findChild<EmptyState*>()->sentence().contains("footprint sweep"));
}

TEST_F(SweepViewTest, both_pages_are_drawn_in_the_dark_and_in_little_room) {
  theme.setMode(Theme::Mode::dark);
  add(sample::footprints());
  add(sample::strides());
  for (const SweepView::Page page : {SweepView::Page::footprint, SweepView::Page::stride}) {
    SweepView view(store, selection, theme);
    view.setPage(page);
    for (const QSize size : {QSize(900, 600), QSize(420, 620), QSize(300, 300)}) {
      isDark(view, size);
      EXPECT_GT(coloured(view), 50) << size.width();
    }
  }
}

}  // namespace
}  // namespace chasescope
