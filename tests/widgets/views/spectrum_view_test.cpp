// The view of the spectrum: the path of each class, its states, and what mouse and keys do.
#include <QComboBox>

#include "tests/widgets/views/view_fixture.h"
#include "widgets/views/spectrum/spectrum_plot.h"
#include "widgets/views/spectrum/spectrum_view.h"

namespace chasescope {
namespace {

class SpectrumViewTest : public ViewFixture {};

TEST_F(SpectrumViewTest, the_spectrum_goes_through_its_states) { goesThroughItsStates<SpectrumView>(sample::spectrum()); }

TEST_F(SpectrumViewTest, of_two_paths_that_take_as_long_the_papers_one_is_marked) {
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

TEST_F(SpectrumViewTest, each_class_is_the_path_that_it_takes) {
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

TEST_F(SpectrumViewTest, a_class_is_chosen_by_click_and_keys_and_told_in_words) {
  add(sample::spectrum());
  SpectrumView view(store, selection, theme);
  show(view);
  EXPECT_EQ(view.facts(), "6 classes of accesses, 5 of them with a known path");
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

TEST_F(SpectrumViewTest, a_spectrum_that_is_measured_again_replaces_the_old_one) {
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

TEST_F(SpectrumViewTest, spaces_are_chosen_from_what_was_measured) {
  sample::Measured other = sample::spectrum();
  other.findings.resize(4);
  for (Finding& finding : other.findings) finding.conditions["space"] = "global.cg";
  add(other);
  add(sample::spectrum());  // measured last, but listed first, for this space goes through the L1
  SpectrumView view(store, selection, theme);
  show(view);
  auto* spaces = view.findChild<QComboBox*>();
  ASSERT_TRUE(spaces->isVisible());
  ASSERT_EQ(spaces->count(), 2);
  EXPECT_EQ(view.space(), "global.ca");
  spaces->setFocus();
  QTest::keyClick(spaces, Qt::Key_Down);
  EXPECT_EQ(view.space(), "global.cg");
  EXPECT_EQ(view.facts(), "2 classes of accesses, 2 of them with a known path");
}

TEST_F(SpectrumViewTest, is_drawn_in_the_dark_and_in_little_room) {
  theme.setMode(Theme::Mode::dark);
  add(sample::spectrum());
  SpectrumView view(store, selection, theme);
  for (const QSize size : {QSize(900, 600), QSize(420, 620), QSize(300, 300)}) {
    isDark(view, size);
    EXPECT_GT(coloured(view), 50) << size.width();
  }
}

}  // namespace
}  // namespace chasescope
