// A teacher builds a cache with the mouse, sees the misses change, is told which values are impossible, saves the cache, opens it
// and steps through it.
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>

#include "app/builder/build_panel.h"
#include "app/builder/footprint_strip.h"
#include "app/builder/index_panel.h"
#include "app/builder/like_choice.h"
#include "app/builder/shape_panel.h"
#include "engine/device/software/software_device.h"
#include "tests/app/window/builder_fixture.h"
#include "widgets/builder/cache_picture.h"
#include "widgets/builder/pass_bars.h"
#include "widgets/views/steps/step_view.h"

namespace chasescope {
namespace {

class BuilderJourney : public BuilderFixture {
 protected:
  void clickAt(QWidget& widget, const QPointF& place) { QTest::mouseClick(&widget, Qt::LeftButton, {}, place.toPoint()); }
  void saveTo(const QString& path) {
    answer([&] { QTest::mouseClick(&button("Save model …"), Qt::LeftButton); },
           [&](QDialog& dialog) {
             auto* field = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
             ASSERT_NE(field, nullptr);
             field->setText(path);  // set without typing, for a list of completions would cover the button
             auto* buttons = dialog.findChild<QDialogButtonBox*>();
             QTest::mouseClick(buttons->button(QDialogButtonBox::Save), Qt::LeftButton);
           });
  }
};

TEST_F(BuilderJourney, every_change_is_seen_at_once) {
  EXPECT_EQ(builder_->missesText(), "20 of 36 miss");
  EXPECT_TRUE(builder_->sentence().startsWith("Sets 4 to 7 get one line more")) << builder_->sentence().toStdString();

  // A drag of its upper edge gives set 4 one way more, so its five lines have room.
  auto& picture = *builder_->findChild<CachePicture*>();
  const SetMapLayout before = picture.layoutOfSets();
  const QRectF rim = before.column(4, 4);
  QTest::mousePress(&picture, Qt::LeftButton, {}, rim.topLeft().toPoint() + QPoint(static_cast<int>(rim.width() / 2), 0));
  const QPointF higher(rim.center().x(), rim.top() - before.cellHeight);
  QMouseEvent move(QEvent::MouseMove, higher, picture.mapToGlobal(higher), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&picture, &move);
  QTest::mouseRelease(&picture, Qt::LeftButton, {}, higher.toPoint());
  EXPECT_EQ(builder_->built().cache.ways[4], 5U);
  EXPECT_EQ(builder_->missesText(), "15 of 36 miss");
  EXPECT_EQ(named<QSpinBox>("Ways of set 4").value(), 5);

  // One bit less in the index makes other lines share a set.
  auto& matrix = *builder_->findChild<BitMatrix*>();
  clickAt(matrix, matrix.cell(2, 12).center());
  EXPECT_EQ(builder_->built().cache.index.bit_groups[2], std::vector<unsigned>{9});
  EXPECT_EQ(builder_->missesText(), "15 of 36 miss");
  EXPECT_TRUE(builder_->sentence().contains("free place")) << builder_->sentence().toStdString();

  // Another policy keeps some of the lines that LRU evicts.
  const QString lru = builder_->missesText();
  QTest::mouseClick(&button("random"), Qt::LeftButton);
  EXPECT_EQ(builder_->built().cache.policy.kind, "random");
  EXPECT_NE(builder_->missesText(), lru);
  QTest::mouseClick(&button("LRU"), Qt::LeftButton);
  EXPECT_EQ(builder_->missesText(), lru);

  // The keyboard shortens the array, until nothing misses.
  auto& footprint = named<QSlider>("Footprint N");
  footprint.setFocus();
  for (int i = 0; i < 10; ++i) QTest::keyClick(&footprint, Qt::Key_Left);
  EXPECT_EQ(builder_->missesText(), "0 of 26 miss");
}

TEST_F(BuilderJourney, the_bars_and_the_picture_show_the_same_access) {
  auto& picture = *builder_->findChild<CachePicture*>();
  auto& bars = *builder_->findChild<PassBars*>();
  EXPECT_EQ(picture.access(), 32U);  // the first line without room
  EXPECT_EQ(bars.access(), 32U);
  const SetMapLayout at = picture.layoutOfSets();
  clickAt(picture, at.cell(1, 2).center());
  EXPECT_EQ(picture.access(), 19U);
  EXPECT_EQ(bars.access(), 19U);
  bars.setFocus();
  QTest::keyClick(&bars, Qt::Key_Right);
  EXPECT_EQ(picture.access(), 20U);
  EXPECT_TRUE(picture.accessibleDescription().contains("Line 20 goes to set 6")) << picture.accessibleDescription().toStdString();
}

TEST_F(BuilderJourney, what_cannot_be_is_said_beside_its_control_and_the_picture_stays) {
  const auto before = builder_->pass();
  auto& sector = named<QComboBox>("Sector");
  sector.setFocus();
  QTest::keyClick(&sector, Qt::Key_Down);
  auto* shape = builder_->findChild<ShapePanel*>();
  EXPECT_EQ(shape->faultAt(build::Control::sector), "The sector is 256 B, larger than the line of 128 B.");
  EXPECT_EQ(builder_->pass(), before);
  EXPECT_EQ(builder_->missesText(), "20 of 36 miss");
  EXPECT_FALSE(button("Save model …").isEnabled());
  EXPECT_FALSE(button("Step it").isEnabled());
  QTest::keyClick(&sector, Qt::Key_Up);
  EXPECT_EQ(shape->faultAt(build::Control::sector), QString());
  EXPECT_TRUE(button("Save model …").isEnabled());

  auto& sets = named<QSpinBox>("Sets");
  sets.setFocus();
  sets.selectAll();
  QTest::keyClicks(&sets, "0");
  EXPECT_TRUE(shape->faultAt(build::Control::sets).startsWith("The number of sets is 0"))
      << shape->faultAt(build::Control::sets).toStdString();
  sets.selectAll();
  QTest::keyClicks(&sets, "9");
  EXPECT_EQ(shape->faultAt(build::Control::sets), QString());
  EXPECT_TRUE(builder_->findChild<IndexPanel*>()->faultAt(build::Control::index).contains("set bits number"))
      << "nine sets have no bits";
  EXPECT_EQ(builder_->missesText(), "20 of 36 miss");
  for (auto* kind : builder_->findChildren<QToolButton*>())
    if (kind->text() == "modulus") QTest::mouseClick(kind, Qt::LeftButton);
  EXPECT_EQ(builder_->findChild<IndexPanel*>()->faultAt(build::Control::index), QString());
  EXPECT_NE(builder_->pass(), before);

  auto& name = named<QLineEdit>("Name of the cache");
  name.setFocus();
  name.selectAll();
  QTest::keyClick(&name, Qt::Key_Delete);
  EXPECT_FALSE(button("Save model …").isEnabled());
}

TEST_F(BuilderJourney, begins_from_a_card_and_shows_the_parts_beside_it) {
  auto& likes = *builder_->findChild<LikeChoice*>();
  const int row = likes.findText("Textbook cache, Cache");
  ASSERT_GE(row, 0);
  likes.setCurrentIndex(row - 1);
  likes.setFocus();
  QTest::keyClick(&likes, Qt::Key_Down);
  EXPECT_EQ(builder_->built().cache.ways, (std::vector<std::uint32_t>{2, 2, 2}));
  EXPECT_EQ(builder_->built().hit_cycles, 10);
  EXPECT_EQ(builder_->missesText(), "6 of 8 miss");
  QTest::mouseClick(&button("+ a TLB"), Qt::LeftButton);
  auto& shown = named<QComboBox>("What is shown");
  EXPECT_TRUE(shown.isVisible());
  shown.setFocus();
  QTest::keyClick(&shown, Qt::Key_Down);
  EXPECT_EQ(builder_->missesText(), "0 of 8 miss");
  EXPECT_TRUE(builder_->sentence().contains("page")) << builder_->sentence().toStdString();
}

TEST_F(BuilderJourney, is_saved_opened_as_a_device_and_stepped_through) {
  auto& name = named<QLineEdit>("Name of the cache");
  name.setFocus();
  name.selectAll();
  QTest::keyClicks(&name, "Built in class");
  QTest::mouseClick(&button("FIFO"), Qt::LeftButton);
  const QString path = folder_.filePath("class.json");
  saveTo(path);
  const auto card = model_file_card(path.toStdString());
  ASSERT_TRUE(card) << card.error().message;
  EXPECT_EQ(card->name, "Built in class");
  EXPECT_EQ(card->caches.at("l1").cache, builder_->built().cache);

  // The saved model is in the list of devices, and opens from there.
  choose("Built in class");
  EXPECT_EQ(window_.explorer().device()->name, "Built in class");
  EXPECT_EQ(window_.explorer().deviceId(), "file:" + path);

  // The view of steps shows the pass that is on the screen of the builder.
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  QTest::mouseClick(&button("Step it"), Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, 3 * kPatience));
  EXPECT_EQ(ended.first().at(1).toString(), QString());
  EXPECT_EQ(window_.explorer().deviceId(), "file:" + path);
  StepView& steps = window_.views().of<StepView>();
  EXPECT_EQ(window_.views().currentWidget(), &steps);
  ASSERT_TRUE(QTest::qWaitFor([&] { return steps.player().state() == StepPlayer::State::ready; }, kPatience));
  EXPECT_TRUE(steps.basis().startsWith("True state")) << steps.basis().toStdString();
  EXPECT_EQ(steps.player().source()->order().period(), 36U);
  EXPECT_EQ(steps.player().source()->largest_offset(), 35U * 128);

  // Another window has it in its list, too.
  MainWindow again(theme_);
  bool listed = false;
  for (const DeviceEntry& entry : again.findChild<DeviceList*>()->devices()) listed = listed || entry.name == "Built in class";
  EXPECT_TRUE(listed);
}

TEST_F(BuilderJourney, what_was_not_saved_is_stepped_through_as_it_is) {
  auto& footprint = named<QSlider>("Footprint N");
  footprint.setFocus();
  QTest::keyClick(&footprint, Qt::Key_Left);
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  QTest::mouseClick(&button("Step it"), Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, 3 * kPatience));
  StepView& steps = window_.views().of<StepView>();
  ASSERT_TRUE(QTest::qWaitFor([&] { return steps.player().state() == StepPlayer::State::ready; }, kPatience));
  EXPECT_EQ(steps.player().source()->order().period(), 35U);
  EXPECT_EQ(steps.player().source()->parts().front().spec, builder_->built().cache);
}

TEST_F(BuilderJourney, a_place_that_can_not_be_written_to_is_told_and_nothing_is_listed) {
  const auto before = window_.findChild<DeviceList*>()->devices().size();
  const QString fault = builder_->save(folder_.filePath("no/such/folder/x.json"));
  EXPECT_TRUE(fault.contains("can't be written")) << fault.toStdString();
  EXPECT_EQ(window_.findChild<DeviceList*>()->devices().size(), before);
}

}  // namespace
}  // namespace chasescope
