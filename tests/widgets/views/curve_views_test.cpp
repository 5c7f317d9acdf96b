// The views of TLBs, of footprint and stride, and of the spectrum: empty, filling, full and failed, and what mouse and keys do.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "tests/widgets/sample_curves.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/shell/empty_state.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/views/spectrum/spectrum_plot.h"
#include "widgets/views/spectrum/spectrum_view.h"
#include "widgets/views/sweeps/footprint_plot.h"
#include "widgets/views/sweeps/stride_plot.h"
#include "widgets/views/sweeps/sweep_view.h"
#include "widgets/views/tlb/tlb_plot.h"
#include "widgets/views/tlb/tlb_view.h"

namespace chasescope {
namespace {

class CurveViewsTest : public testing::Test {
 protected:
  void add(const sample::Measured& all) {
    for (const RunPtr& run : all.runs) store.finishRun(run);
    for (const Finding& finding : all.findings) store.addFinding(finding);
  }
  template <typename View>
  void show(View& view, QSize size = {900, 600}) {
    view.resize(size);
    view.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&view));
    view.refresh();
  }
  static QString emptyTitle(const QWidget& view) { return view.findChild<EmptyState*>()->title(); }
  static bool says(const QWidget& view, const QString& sentence) {
    for (const QLabel* label : view.findChildren<QLabel*>())
      if (label->isVisible() && label->text() == sentence) return true;
    return false;
  }
  static int coloured(QWidget& widget) {
    const QImage image = widget.grab().toImage();
    int count = 0;
    for (int x = 0; x < image.width(); x += 2)
      for (int y = 0; y < image.height(); y += 2) count += QColor(image.pixel(x, y)).saturation() > 100 ? 1 : 0;
    return count;
  }
  /// The states that all three go through.
  template <typename View>
  void goesThroughItsStates(const sample::Measured& all) {
    View view(store, selection, theme);
    show(view);
    EXPECT_TRUE(view.isEmpty());
    EXPECT_EQ(view.state(), MeasuredView::State::empty);
    EXPECT_EQ(view.facts(), QString());
    const QString probe = view.probes().first();

    // It offers the probe that fills it.
    QSignalSpy requested(&view, &MeasuredView::probeRequested);
    QPushButton* offer = view.template findChild<QPushButton*>();
    ASSERT_NE(offer, nullptr);
    EXPECT_TRUE(offer->isVisible());
    QTest::mouseClick(offer, Qt::LeftButton);
    ASSERT_EQ(requested.size(), 1);
    EXPECT_EQ(requested.first().first().toString(), probe);

    store.beginProbe("banks");  // none of its business
    EXPECT_EQ(view.state(), MeasuredView::State::empty);
    store.beginProbe(probe);
    EXPECT_EQ(view.state(), MeasuredView::State::filling);
    EXPECT_EQ(emptyTitle(view), "Measuring …");
    EXPECT_FALSE(offer->isVisible());

    store.endProbe(probe, ProbeEnd::failed, "The card was lost.");
    EXPECT_EQ(view.state(), MeasuredView::State::failed);
    EXPECT_EQ(emptyTitle(view), "Nothing was measured");
    EXPECT_TRUE(says(view, "The card was lost."));
    EXPECT_TRUE(offer->isVisible());

    // What landed before it failed stays to be seen.
    add(all);
    view.refresh();
    EXPECT_FALSE(view.isEmpty());
    EXPECT_TRUE(says(view, "The card was lost."));
    store.beginProbe(probe);
    store.endProbe(probe, ProbeEnd::done);
    EXPECT_EQ(view.state(), MeasuredView::State::full);
    EXPECT_FALSE(says(view, "The card was lost."));
    EXPECT_NE(view.facts(), QString());
    EXPECT_GT(coloured(view), 200);
    store.clear();
    EXPECT_TRUE(view.isEmpty());
    EXPECT_EQ(view.state(), MeasuredView::State::empty);
  }

  Theme theme;
  RunStore store;
  Selection selection;
};

TEST_F(CurveViewsTest, tlbs_go_through_their_states) { goesThroughItsStates<TlbView>(sample::tlbs()); }
TEST_F(CurveViewsTest, footprints_go_through_their_states) { goesThroughItsStates<SweepView>(sample::footprints()); }
TEST_F(CurveViewsTest, the_spectrum_goes_through_its_states) { goesThroughItsStates<SpectrumView>(sample::spectrum()); }

TEST_F(CurveViewsTest, tlbs_are_told_with_their_sets_reach_and_penalty) {
  add(sample::tlbs());
  const TlbLevels tlbs = gatherTlbs(store.findings());
  ASSERT_EQ(tlbs.levels.size(), 2U);
  EXPECT_EQ(tlbFacts(tlbs.levels[0]),
            "16 entries · pages of 2 MiB · reach 32 MiB · a miss costs 288 cycles with data from L1 data");
  EXPECT_EQ(tlbSets(tlbs.levels[0]), "one set: any page may sit in any entry");
  EXPECT_EQ(tlbSets(tlbs.levels[1]), "7 sets, not all alike: 1 of 17, 6 of 8 ways");
  EXPECT_EQ(tlbs.levels[1].reach_bytes, 130U << 20);
}

TEST_F(CurveViewsTest, a_miss_rate_that_can_not_be_told_has_the_reason_of_its_probe) {
  sample::Measured all = sample::tlbs();
  for (Finding& finding : all.findings)
    if (finding.quantity == "miss_rate") {
      finding.status = FindingStatus::not_measurable;
      finding.value = nullptr;
      finding.reason = "Some lines are nearer than others.";
    }
  add(all);
  const TlbLevels tlbs = gatherTlbs(store.findings());
  for (const TlbLevel& level : tlbs.levels) EXPECT_EQ(level.why_no_rates, "Some lines are nearer than others.");
  EXPECT_EQ(rateReason(tlbs.levels[0]), "Its miss rate over N can’t be told. Some lines are nearer than others.");
  TlbLevel level = tlbs.levels[0];
  level.why_no_rates.clear();
  EXPECT_EQ(rateReason(level), "Its miss rate over N was not measured.") << "its pages and sets are known";
  level.ways.clear();
  EXPECT_EQ(rateReason(level), "Its miss rate over N was not recorded: that takes its pages and its sets.");
}

TEST_F(CurveViewsTest, unequal_sets_stand_at_their_true_heights) {
  add(sample::tlbs());
  const TlbLevels tlbs = gatherTlbs(store.findings());
  const PlotStyle style = theme.plotStyle();
  const TlbLayout layout = layOutTlbs(QRectF(0, 0, 900, 600), tlbs, style);
  const QRectF tall = setBar(layout.rows[1].sets, tlbs.levels[1], 0, style),
               low = setBar(layout.rows[1].sets, tlbs.levels[1], 3, style);
  EXPECT_NEAR(tall.height() / low.height(), 17.0 / 8, 1e-6);
  EXPECT_EQ(tall.bottom(), low.bottom());
  EXPECT_LT(tall.right(), low.left());
}

TEST_F(CurveViewsTest, the_miss_rate_rises_in_steps_as_high_as_the_sets) {
  add(sample::tlbs());
  const TlbLevels tlbs = gatherTlbs(store.findings());
  const auto& rates = tlbs.levels[1].rates;
  ASSERT_EQ(rates.size(), 16U);
  EXPECT_EQ(rates[4].bytes, 130U << 20);
  EXPECT_EQ(rates[4].rate, 0);
  EXPECT_EQ(rates[5].bytes, 132U << 20);
  EXPECT_NEAR(rates[5].rate, 18.0 / 66, 1e-9);
  EXPECT_EQ(rates[5].run, "l2_tlb-66");
  const RateAxes axes = rateAxes(QRectF(0, 0, 500, 200), tlbs.levels[1], theme.plotStyle());
  EXPECT_EQ(axes.unit, 1048576);
  EXPECT_GT(axes.at(rates[4]).y(), axes.at(rates[5]).y() + 10);
  EXPECT_NEAR(axes.axes.fromX(axes.at(rates[5]).x()), 132, 1e-6);
}

TEST_F(CurveViewsTest, keys_and_clicks_choose_a_point_of_a_tlb_and_its_run) {
  add(sample::tlbs());
  TlbView view(store, selection, theme);
  show(view);
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_EQ(selection.subject(), "l1_tlb");
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_EQ(selection.subject(), "l2_tlb");
  QTest::keyClick(view.plot(), Qt::Key_End);
  EXPECT_EQ(selection.currentRun(), "l2_tlb-76");
  EXPECT_TRUE(view.facts().contains("76 pages in turn"));
  QTest::keyClick(view.plot(), Qt::Key_Left);
  EXPECT_EQ(view.chosenRun(), "l2_tlb-75");
  QTest::keyClick(view.plot(), Qt::Key_Up);
  EXPECT_EQ(view.plot()->level()->subject, "l1_tlb");
  // The curve of the second TLB lies in the lower right corner.
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, QPoint(view.plot()->width() - 30, view.plot()->height() - 90));
  EXPECT_EQ(view.plot()->level()->subject, "l2_tlb");
  EXPECT_GE(view.plot()->point()->pages, 74U);
  // Others lead here, too.
  selection.setCurrentRun("l1_tlb-17");
  EXPECT_EQ(view.plot()->point()->pages, 17U);
  selection.setSubject("l1_tlb");
  EXPECT_EQ(view.plot()->point()->pages, 17U);  // it is the one already
  selection.setSubject("l2_tlb");
  EXPECT_EQ(view.plot()->level()->subject, "l2_tlb");
  EXPECT_EQ(view.plot()->point(), nullptr);
}

TEST_F(CurveViewsTest, a_tlb_that_is_not_known_is_a_question_mark_and_none_is_a_sentence) {
  Finding none;
  none.subject = "l1_tlb";
  none.quantity = "entries";
  none.reason = "No access took longer for its page.";
  store.addFinding(none);
  TlbView view(store, selection, theme);
  show(view);
  EXPECT_TRUE(view.isEmpty());
  EXPECT_EQ(emptyTitle(view), "Nothing can be told");
  EXPECT_EQ(view.findChild<EmptyState*>()->sentence(), "No access took longer for its page.");
  Finding penalty = none;
  penalty.quantity = "miss_penalty_cycles";
  penalty.status = FindingStatus::measured;
  penalty.value = 29.0;
  store.addFinding(penalty);
  view.refresh();
  EXPECT_FALSE(view.isEmpty());
  EXPECT_EQ(tlbFacts(gatherTlbs(store.findings()).levels.front()), "? entries · pages of ? · reach ? · a miss costs 29 cycles");
}

TEST_F(CurveViewsTest, a_tlb_without_sets_covers_what_neighbouring_pages_showed) {
  Finding contiguous;
  contiguous.subject = "l2_tlb";
  contiguous.quantity = "contiguous_bytes";
  contiguous.status = FindingStatus::measured;
  contiguous.value = std::uint64_t{63} << 30;
  Finding reach;
  reach.subject = "l2_tlb";
  reach.quantity = "reach_bytes";
  reach.status = FindingStatus::not_measurable;
  reach.reason = "It would take too many pages.";
  const TlbLevel level = gatherTlbs(std::vector{contiguous, reach}).levels.front();
  EXPECT_FALSE(level.reach_bytes);
  EXPECT_EQ(level.covers(), std::uint64_t{63} << 30);
  EXPECT_TRUE(tlbFacts(level).contains("63 GiB contiguous fit")) << tlbFacts(level).toStdString();
  EXPECT_FALSE(tlbFacts(level).contains("reach"));
  reach.status = FindingStatus::measured;
  reach.value = std::uint64_t{64} << 30;
  EXPECT_EQ(gatherTlbs(std::vector{contiguous, reach}).levels.front().covers(), std::uint64_t{64} << 30);
}

TEST_F(CurveViewsTest, a_footprint_sweep_has_named_plateaus_and_ends) {
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
  EXPECT_EQ(words_of(curve.ends.front().test->change), "D = 1.00, p = 2.8e-05");
  EXPECT_TRUE(curve.ends.front().agrees);
  // Points come by footprint, whatever the order of the runs, and flat below the end.
  for (std::size_t i = 1; i < curve.points.size(); ++i) EXPECT_LT(curve.points[i - 1].bytes, curve.points[i].bytes);
  for (const SweepPoint& point : curve.points) {
    if (point.bytes <= 16384) {
      EXPECT_EQ(point.cycles, 116) << point.bytes;
    } else {
      EXPECT_GT(point.cycles, 116) << point.bytes;
    }
  }
}

TEST_F(CurveViewsTest, the_change_point_test_is_made_again_from_its_evidence) {
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
  // No test is made of less than what the finding's was made from, and nothing claims to agree then.
  std::erase_if(runs, [](const RunPtr& run) { return run->id == "n-15872"; });
  const LevelEnd without = SweepGatherer().gather(runs, store.findings()).footprints.front().ends.front();
  EXPECT_FALSE(without.test || without.agrees);
}

TEST_F(CurveViewsTest, an_end_that_is_only_bracketed_says_so) {
  LevelEnd end;
  end.subject = "l2";
  end.fits = 512 << 10;
  end.misses = 768 << 10;
  EXPECT_EQ(endText(end), "L2 ends between 512 and 768 KiB");
}

TEST_F(CurveViewsTest, cursors_on_the_curve_read_levels_and_show_their_difference) {
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

TEST_F(CurveViewsTest, a_cursor_reads_the_plateau_only_where_its_point_lies_on_it) {
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
  cursors.set(1, 3000);  // no longer there
  EXPECT_FALSE(cursors.reading(1, curve.series.front()));
  EXPECT_TRUE(cursors.difference(curve).isEmpty());
}

TEST_F(CurveViewsTest, keys_go_along_the_footprints_and_from_level_to_level) {
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

TEST_F(CurveViewsTest, of_two_paths_that_take_as_long_the_papers_one_is_marked) {
  const std::vector<Finding> findings = sample::spectrum().findings;
  for (const auto& [device, marked] : {std::pair{"GeForce GTX 560 Ti", true}, std::pair{"Another card", false}}) {
    std::size_t seen = 0;
    for (const Spectrum& spectrum : gatherSpectra(findings, device))
      for (const SpectrumClass& one : spectrum.classes) {
        if (one.paths.size() < 2) {
          EXPECT_FALSE(one.published) << one.cycles;
          continue;
        }
        ++seen;
        ASSERT_EQ(one.published.has_value(), marked) << device;
        if (marked) {
          EXPECT_EQ(one.paths[*one.published].data, "l1_data") << "table 3: the L1 holds the line, and its TLB misses";
        }
      }
    EXPECT_EQ(seen, 1U);
  }
}

TEST_F(CurveViewsTest, strides_have_a_page_a_line_for_each_size_and_a_corner) {
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

TEST_F(CurveViewsTest, each_class_is_the_path_that_it_takes) {
  add(sample::spectrum());
  const auto spectra = gatherSpectra(store.findings());
  ASSERT_EQ(spectra.size(), 1U);
  const Spectrum& spectrum = spectra.front();
  EXPECT_EQ(spectrum.translations(), (std::vector<std::string>{"l1_tlb", "l2_tlb", "walk"}));
  EXPECT_EQ(spectrum.data(), (std::vector<std::string>{"l1_data", "l2", "dram"}));
  ASSERT_EQ(spectrum.classes.size(), 6U);
  EXPECT_EQ(spectrum.classes[1].paths.size(), 2U);
  const AccessPath walk = spectrum.classes[4].paths.front();
  EXPECT_EQ(translationLeg(walk, "l1_tlb"), Leg::miss);
  EXPECT_EQ(translationLeg(walk, "l2_tlb"), Leg::miss);
  EXPECT_EQ(translationLeg(walk, "walk"), Leg::hit);
  EXPECT_EQ(dataLeg(walk, "l1_data"), Leg::miss);
  EXPECT_EQ(dataLeg(walk, "dram"), Leg::hit);
  const AccessPath quick = spectrum.classes[0].paths.front();
  EXPECT_EQ(translationLeg(quick, "l2_tlb"), Leg::notAsked);
  EXPECT_EQ(dataLeg(quick, "l2"), Leg::notAsked);
  EXPECT_EQ(dataLeg(quick, "l1_data"), Leg::hit);
  EXPECT_EQ(translationLeg({"l2", "any"}, "l1_tlb"), Leg::noDifference);
  EXPECT_EQ(translationLeg({"dram", "beyond_l1_tlb"}, "l1_tlb"), Leg::miss);
  EXPECT_EQ(translationLeg({"dram", "beyond_l1_tlb"}, "walk"), Leg::unknown);
}

TEST_F(CurveViewsTest, a_class_is_chosen_by_click_and_keys_and_told_in_words) {
  add(sample::spectrum());
  SpectrumView view(store, selection, theme);
  show(view);
  EXPECT_EQ(view.facts(), "6 classes of accesses, 5 of them explained");
  QTest::keyClick(view.plot(), Qt::Key_Home);
  EXPECT_TRUE(view.facts().startsWith("116 cycles · 60 % of the accesses"));
  EXPECT_EQ(selection.currentRun(), "spectrum-1");
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_EQ(view.plot()->chosenClass()->cycles, 404);
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, view.plot()->row(4).center().toPoint());
  EXPECT_EQ(view.plot()->chosenClass()->cycles, 1259);
  EXPECT_TRUE(view.plot()->accessibleDescription().contains("the page table is read"));
  QTest::keyClick(view.plot(), Qt::Key_End);
  EXPECT_TRUE(view.facts().contains("Not explained"));
}

TEST_F(CurveViewsTest, a_spectrum_that_is_measured_again_replaces_the_old_one) {
  sample::Measured first = sample::spectrum();
  add(first);
  sample::Measured second = sample::spectrum();
  second.findings.resize(2);  // one class
  for (Finding& finding : second.findings) finding.evidence = {"spectrum-2"};
  second.runs.clear();
  add(second);
  const auto spectra = gatherSpectra(store.findings());
  ASSERT_EQ(spectra.size(), 1U);
  EXPECT_EQ(spectra.front().classes.size(), 1U);
  EXPECT_EQ(spectra.front().run, "spectrum-2");
}

TEST_F(CurveViewsTest, spaces_are_chosen_from_what_was_measured) {
  sample::Measured other = sample::spectrum();
  other.findings.resize(4);
  for (Finding& finding : other.findings) finding.conditions["space"] = "global.cg";
  add(other);
  add(sample::spectrum());  // measured last, and yet the first: through the L1
  SpectrumView view(store, selection, theme);
  show(view);
  auto* spaces = view.findChild<QComboBox*>();
  ASSERT_TRUE(spaces->isVisible());
  ASSERT_EQ(spaces->count(), 2);
  EXPECT_EQ(view.space(), "global.ca");
  spaces->setFocus();
  QTest::keyClick(spaces, Qt::Key_Down);
  EXPECT_EQ(view.space(), "global.cg");
  EXPECT_EQ(view.facts(), "2 classes of accesses, 2 of them explained");
}

TEST_F(CurveViewsTest, all_are_drawn_in_the_dark_and_in_little_room) {
  theme.setMode(Theme::Mode::dark);
  add(sample::tlbs());
  add(sample::footprints());
  add(sample::strides());
  add(sample::spectrum());
  TlbView tlbs(store, selection, theme);
  SweepView sweeps(store, selection, theme);
  SweepView strides(store, selection, theme);
  SpectrumView spectrum(store, selection, theme);
  strides.setPage(SweepView::Page::stride);
  for (MeasuredView* view : std::initializer_list<MeasuredView*>{&tlbs, &sweeps, &strides, &spectrum})
    for (const QSize size : {QSize(900, 600), QSize(420, 620), QSize(300, 300)}) {
      view->setStyleSheet(themeSheet(theme.plotStyle().palette, 1.0));
      view->resize(size);
      view->show();
      EXPECT_TRUE(QTest::qWaitForWindowExposed(view));
      const QImage image = view->grab().toImage();
      int dark = 0;
      int all = 0;
      for (int x = 10; x < image.width() - 10; x += 2)
        for (int y = 4; y < image.height() - 4; y += 2, ++all) dark += image.pixelColor(x, y).lightness() < 90 ? 1 : 0;
      EXPECT_GT(dark, all * 2 / 3) << view->accessibleName().toStdString() << size.width();
      EXPECT_GT(coloured(*view), 50) << view->accessibleName().toStdString() << size.width();
    }
}

}  // namespace
}  // namespace chasescope
