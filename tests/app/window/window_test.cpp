#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolBar>

#include <set>

#include "app/main_window.h"
#include "widgets/findings_panel.h"
#include "widgets/parameter_form.h"
#include "widgets/scope_view.h"

namespace chasescope {
namespace {

constexpr int kPatience = 20000;  // ms; a limit for a hanging test, not a wait

class WindowTest : public testing::Test {
 protected:
  WindowTest() : window_(theme_) {
    window_.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&window_, kPatience));
  }
  void open(const QString& id) {
    window_.openDevice(id);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().device().has_value(); }, kPatience));
  }
  void type(const QString& key, const QString& text) {
    auto* field = qobject_cast<QLineEdit*>(window_.form().editor(key));
    ASSERT_NE(field, nullptr);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
  }
  QWidget* button(QAction* action) { return window_.findChild<QToolBar*>("measure")->widgetForAction(action); }

  Theme theme_;
  MainWindow window_;
};

TEST_F(WindowTest, ClickRunAndSeeTraceAndFindings) {
  open("model:textbook");
  type("bytes", "52");
  type("stride", "4");
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  QTest::mouseClick(button(window_.actions().run), Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  EXPECT_EQ(ended.first().at(1).toString(), QString());
  EXPECT_THAT(window_.scope().facts().toStdString(), testing::HasSubstr("accesses"));
  EXPECT_TRUE(window_.actions().save->isEnabled());
}

TEST_F(WindowTest, AWrongValueIsExplainedAndRunIsOff) {
  open("model:textbook");
  type("bytes", "-5");
  EXPECT_FALSE(window_.actions().run->isEnabled());
  EXPECT_FALSE(window_.form().error("bytes").isEmpty());
  type("bytes", "48");
  EXPECT_TRUE(window_.actions().run->isEnabled());
}

TEST_F(WindowTest, FreeRunFollowsTheFormAndStops) {
  open("model:gtx560ti");
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  window_.actions().freeRun->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() >= 5; }, kPatience));
  type("bytes", "16KiB");
  const auto shows16KiB = [&] {
    const ShownRun* run = window_.explorer().store().run(window_.explorer().selection().currentRun());
    return run != nullptr && footprint_bytes(run->run->request.pattern, 4) == 16384;
  };
  EXPECT_TRUE(QTest::qWaitFor(shows16KiB, kPatience));
  window_.actions().stop->trigger();
  EXPECT_FALSE(window_.freeRun().active());
  EXPECT_FALSE(window_.explorer().busy());
}

TEST_F(WindowTest, AMissingCardIsALineInTheLogAndTheWindowGoesOn) {
  QSignalSpy failed(&window_.explorer(), &Explorer::deviceFailed);
  window_.openDevice("cuda:77");
  ASSERT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1; }, kPatience));
  EXPECT_FALSE(window_.actions().run->isEnabled());
  open("model:gtx780");
  EXPECT_TRUE(window_.actions().run->isEnabled());
}

TEST_F(WindowTest, NoiseSpreadsAModelsLatencies) {
  open("model:textbook");
  const auto levels = [&] {
    QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
    window_.actions().run->trigger();
    EXPECT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
    const auto cycles = window_.explorer().session().runs.at(0)->result.cycles.copy();
    return std::set<float>(cycles.begin(), cycles.end()).size();
  };
  type("bytes", "48");
  type("stride", "4");
  EXPECT_EQ(levels(), 1U);
  window_.explorer().newSession();  // what was measured may go: no question is asked
  QSignalSpy opened(&window_.explorer(), &Explorer::deviceOpened);
  window_.actions().noise->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() == 1; }, kPatience));
  EXPECT_GT(levels(), 3U);
}

TEST_F(WindowTest, RemembersItsLayout) {
  window_.findChild<QWidget*>("log")->hide();
  window_.close();
  MainWindow again(theme_);
  again.show();
  EXPECT_TRUE(again.findChild<QWidget*>("log")->isHidden());
  EXPECT_FALSE(again.findChild<QWidget*>("findings")->isHidden());
  again.actions().resetLayout->trigger();
  EXPECT_FALSE(again.findChild<QWidget*>("log")->isHidden());
  again.close();
}

TEST_F(WindowTest, ThemeAndTextSizeFollowTheirActions) {
  const double before = theme_.fontScale();
  window_.actions().largerText->trigger();
  EXPECT_GT(theme_.fontScale(), before);
  window_.actions().resetText->trigger();
  EXPECT_EQ(theme_.fontScale(), 1.0);
  window_.actions().darkTheme->trigger();
  EXPECT_EQ(theme_.mode(), Theme::Mode::dark);
}

}  // namespace
}  // namespace chasescope
