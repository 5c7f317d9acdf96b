// Steps in the cache builder: typing sizes, undo and redo, saving under a name, and the one question before unsaved changes are
// lost.
#include <QComboBox>
#include <QLineEdit>
#include <QSlider>
#include <QToolButton>

#include "app/builder/beside_panel.h"
#include "app/builder/build_history.h"
#include "app/builder/footprint_strip.h"
#include "app/builder/like_choice.h"
#include "tests/app/window/builder_fixture.h"
#include "widgets/builder/cache_picture.h"
#include "widgets/builder/policy_picture.h"

namespace chasescope {
namespace {

class BuilderSteps : public BuilderFixture {
 protected:
  BuilderSteps() {
    builder_->setClock([this] { return now_ += 1000; });  // a second between two changes, so that each is a step of its own
  }
  void typeInto(const QString& name, const QString& text) {
    auto& field = named<QLineEdit>(name);
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, text);
    QTest::keyClick(&field, Qt::Key_Return);
  }
  FootprintStrip& strip() { return *builder_->findChild<FootprintStrip*>(); }
  void undo() {
    QTest::keyClick(builder_->focusWidget() != nullptr ? builder_->focusWidget() : builder_, Qt::Key_Z, Qt::ControlModifier);
  }

  std::int64_t now_ = 0;
};

TEST_F(BuilderSteps, n_and_s_are_typed_with_units) {
  typeInto("Footprint N, typed", "4KiB");
  EXPECT_EQ(strip().bytes(), 4096U);
  EXPECT_EQ(builder_->missesText(), "0 of 32 miss");
  typeInto("Footprint N, typed", "16 KiB");  // beyond the slider's end
  EXPECT_EQ(strip().bytes(), 16384U);
  EXPECT_EQ(builder_->pass()->accesses(), 128U);
  EXPECT_EQ(named<QSlider>("Footprint N").value(), 128);
  typeInto("Stride s, typed", "96");  // no power of two
  EXPECT_EQ(strip().stride(), 96U);
  EXPECT_EQ(builder_->pass()->stride, 96U);
  EXPECT_EQ(named<QLineEdit>("Footprint N, typed").text(), "16,320 B");  // rounded down to whole strides
  // A change at another control keeps the typed values.
  QTest::mouseClick(&button("FIFO"), Qt::LeftButton);
  EXPECT_EQ(strip().stride(), 96U);
}

TEST_F(BuilderSteps, what_can_not_be_typed_is_said_and_changes_nothing) {
  for (const auto& [name, text, words] : {std::tuple{"Footprint N, typed", "much", "The footprint is a size, such as 16 KiB."},
                                          std::tuple{"Footprint N, typed", "64", "at least one stride, 128 B."},
                                          std::tuple{"Footprint N, typed", "1GiB", "at most 524,288 accesses, 64 MiB"},
                                          std::tuple{"Stride s, typed", "130", "a multiple of 4 B"},
                                          std::tuple{"Stride s, typed", "0", "The stride is a size, such as 128."}}) {
    typeInto(name, text);
    EXPECT_TRUE(strip().fault().contains(words)) << text << ": " << strip().fault().toStdString();
    EXPECT_EQ(builder_->missesText(), "20 of 36 miss");
  }
  typeInto("Stride s, typed", "128");
  typeInto("Footprint N, typed", "4,608 B");
  EXPECT_EQ(strip().fault(), "");
}

TEST_F(BuilderSteps, changes_are_taken_back_and_done_again) {
  const build::BuiltCache first = builder_->built();
  EXPECT_FALSE(named<QToolButton>("Take back the last change").isEnabled());
  QTest::mouseClick(&button("FIFO"), Qt::LeftButton);
  typeInto("Footprint N, typed", "4KiB");
  QTest::mouseClick(&button("+ a TLB"), Qt::LeftButton);
  EXPECT_TRUE(builder_->built().tlb);
  // Ctrl+Z takes back a change of the cache, even in a text field that has an undo of its own.
  named<QLineEdit>("Name of the cache").setFocus();
  undo();
  EXPECT_FALSE(builder_->built().tlb);
  EXPECT_EQ(strip().bytes(), 4096U);
  undo();
  EXPECT_EQ(strip().bytes(), 4608U);
  EXPECT_EQ(builder_->built().cache.policy.kind, "fifo");
  undo();
  EXPECT_EQ(builder_->built(), first);
  EXPECT_EQ(builder_->missesText(), "20 of 36 miss");
  EXPECT_TRUE(button("LRU").isChecked());
  undo();  // there is no further change to take back
  EXPECT_EQ(builder_->built(), first);
  auto& again = named<QToolButton>("Do it again");
  QTest::mouseClick(&again, Qt::LeftButton);
  EXPECT_EQ(builder_->built().cache.policy.kind, "fifo");
  QTest::keyClick(builder_, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(strip().bytes(), 4096U);
  QTest::keyClick(builder_, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(builder_->built().tlb);
  EXPECT_FALSE(again.isEnabled());
}

TEST_F(BuilderSteps, tlb_and_second_level_have_policies_and_unequal_sets) {
  QTest::mouseClick(&button("+ a TLB"), Qt::LeftButton);
  QTest::mouseClick(&button("+ a level behind"), Qt::LeftButton);
  typeInto("Ways of a TLB", "6, 4, 4, 4");
  EXPECT_EQ(builder_->built().tlb->spec.ways, (std::vector<std::uint32_t>{6, 4, 4, 4}));
  typeInto("Ways of a TLB", "2");
  EXPECT_EQ(builder_->built().tlb->spec.ways, (std::vector<std::uint32_t>{2, 2, 2, 2}));
  auto& policy = named<QComboBox>("Policy of a level behind");
  policy.setCurrentIndex(policy.findText("random"));
  emit policy.activated(policy.currentIndex());
  EXPECT_EQ(builder_->built().behind->spec.policy.kind, "random");
  auto& picture = named<PolicyPicture>("Which entry of a full set of a level behind goes");
  EXPECT_TRUE(picture.sentence().endsWith("each of them goes now and then.")) << picture.sentence().toStdString();
  auto& tlb = named<QComboBox>("Policy of a TLB");
  tlb.setCurrentIndex(tlb.findText("FIFO"));
  emit tlb.activated(tlb.currentIndex());
  EXPECT_TRUE(named<PolicyPicture>("Which entry of a full set of a TLB goes").sentence().endsWith("line 1 goes."));
  // An impossible value is explained beside its part, with the name of that part.
  typeInto("Ways of a TLB", "0");
  EXPECT_TRUE(builder_->findChild<BesidePanel*>()->faultAt(build::Control::tlb).contains("of the TLB"));
}

TEST_F(BuilderSteps, the_picture_shows_every_policy_that_is_chosen) {
  auto& picture = named<PolicyPicture>("Which line of a full set goes");
  QTest::mouseClick(&named<QToolButton>("Take back the last change"), Qt::LeftButton);  // nothing has been changed yet
  EXPECT_TRUE(picture.sentence().endsWith("line 2 goes.")) << picture.sentence().toStdString();
  QTest::mouseClick(&button("FIFO"), Qt::LeftButton);
  EXPECT_TRUE(picture.sentence().endsWith("line 1 goes.")) << picture.sentence().toStdString();
  QTest::mouseClick(&button("random"), Qt::LeftButton);
  EXPECT_TRUE(picture.sentence().endsWith("each of them goes now and then.")) << picture.sentence().toStdString();
}

TEST_F(BuilderSteps, is_saved_again_under_its_name_and_opened_as_it_was) {
  QTest::mouseClick(&button("FIFO"), Qt::LeftButton);
  QTest::mouseClick(&button("+ a TLB"), Qt::LeftButton);
  const QString path = folder_.filePath("mine.json");
  EXPECT_EQ(builder_->save(path), "");
  EXPECT_FALSE(builder_->hasUnsaved());
  QTest::mouseClick(&button("random"), Qt::LeftButton);
  EXPECT_TRUE(builder_->hasUnsaved());
  QTest::mouseClick(&button("Save"), Qt::LeftButton);  // without a question
  EXPECT_FALSE(builder_->hasUnsaved());
  const build::BuiltCache saved = builder_->built();
  QTest::mouseClick(&button("LRU"), Qt::LeftButton);
  EXPECT_EQ(builder_->open(path), "");
  EXPECT_EQ(builder_->built(), saved);
  EXPECT_EQ(builder_->savedAs(), path);
  EXPECT_FALSE(named<QToolButton>("Take back the last change").isEnabled());
  EXPECT_TRUE(builder_->open(folder_.filePath("none.json")).contains("none.json"));
  EXPECT_EQ(builder_->built(), saved);
}

TEST_F(BuilderSteps, asks_once_before_changes_are_lost) {
  EXPECT_TRUE(builder_->close());  // nothing was changed, so no question comes up
  press(window_.actions().newCache);
  QTest::mouseClick(&button("FIFO"), Qt::LeftButton);
  {
    Answer cancel(QMessageBox::Cancel);
    EXPECT_FALSE(builder_->close());
    EXPECT_FALSE(window_.close());  // closing the window would close the builder too
    EXPECT_EQ(cancel.said().size(), 2);
    EXPECT_TRUE(window_.isVisible());
  }
  {
    Answer discard(QMessageBox::Discard);
    EXPECT_TRUE(builder_->close());
    EXPECT_EQ(discard.said().size(), 1);
    EXPECT_EQ(builder_->built().cache.policy.kind, "fifo");  // the builder keeps its cache when it is closed
    EXPECT_TRUE(window_.close());
    EXPECT_EQ(discard.said().size(), 1) << "asked twice";
  }
}

TEST_F(BuilderSteps, a_cache_of_a_card_is_nothing_of_ones_own) {
  auto& likes = *builder_->findChild<LikeChoice*>();
  const auto choose = [&](int row) {
    likes.setCurrentIndex(row);
    emit likes.activated(row);
  };
  choose(likes.count() - 1);
  EXPECT_FALSE(builder_->hasUnsaved());
  EXPECT_FALSE(builder_->windowTitle().contains('*'));
  undo();
  EXPECT_FALSE(builder_->hasUnsaved());
  choose(likes.count() - 2);
  EXPECT_TRUE(builder_->close());  // no question comes up
  press(window_.actions().newCache);
  typeInto("Name of the cache", "Mine");
  EXPECT_TRUE(builder_->hasUnsaved());
}

TEST_F(BuilderSteps, a_cache_of_a_card_takes_no_place_of_unsaved_work_unasked) {
  auto& likes = *builder_->findChild<LikeChoice*>();
  const auto choose = [&](int row) {
    likes.setCurrentIndex(row);
    emit likes.activated(row);
  };
  typeInto("Name of the cache", "Mine");
  const build::BuiltCache mine = builder_->built();
  {
    Answer cancel(QMessageBox::Cancel);
    choose(likes.count() - 1);
    ASSERT_EQ(cancel.said().size(), 1);
    EXPECT_TRUE(cancel.said().front().contains("“Mine” was changed and not saved"));
  }
  EXPECT_EQ(builder_->built(), mine);
  EXPECT_EQ(likes.currentIndex(), 0);  // the list shows the earlier choice again
  Answer discard(QMessageBox::Discard);
  choose(likes.count() - 1);
  EXPECT_EQ(discard.said().size(), 1);
  EXPECT_NE(builder_->built(), mine);
  EXPECT_FALSE(builder_->hasUnsaved());
}

TEST(BuildHistory, makes_one_step_of_one_gesture) {
  std::int64_t now = 0;
  BuildHistory history([&] { return now; });
  BuilderState state{build::first_cache(), 4608, 128};
  history.begin(state);
  for (const double cycles : {31.0, 32.0, 33.0}) {  // typed, digit by digit
    state.built.hit_cycles = cycles;
    now += 100;
    history.changed(state, false);
  }
  state.bytes = 4096;  // a change at another control is a step of its own, even without a pause
  history.changed(state, false);
  now += 5000;
  for (const std::uint64_t bytes : {4224U, 4352U}) {  // dragged, slowly
    state.bytes = bytes;
    now += 5000;
    history.changed(state, true);
  }
  EXPECT_EQ(history.undo().bytes, 4096U);
  EXPECT_EQ(history.undo().bytes, 4608U);
  EXPECT_EQ(history.undo().built.hit_cycles, 30);
  EXPECT_FALSE(history.canUndo());
  EXPECT_EQ(history.redo().built.hit_cycles, 33);
  state = history.redo();
  state.stride = 64;
  now += 5000;
  history.changed(state, false);
  EXPECT_FALSE(history.canRedo()) << "another way was taken";
}

}  // namespace
}  // namespace chasescope
