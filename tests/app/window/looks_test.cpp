// The themes and the layouts of the window: how they are chosen, and how they come back at the next start.
#include <QDockWidget>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolButton>

#include "app/window/layout_presets.h"
#include "app/window/theme_settings.h"
#include "tests/app/window/window_fixture.h"
#include "widgets/style/screen_room.h"

namespace chasescope {
namespace {

class LooksTest : public WindowFixture {
 protected:
  QAction* entry(const QString& menu, const QString& text, const MainWindow& window) {
    for (QAction* top : window.menuBar()->actions())
      for (QAction* action : top->menu()->actions())
        if (action->menu() != nullptr && action->text() == menu)
          for (QAction* one : action->menu()->actions())
            if (one->text() == text) return one;
    ADD_FAILURE() << menu.toStdString() << " has no " << text.toStdString();
    return nullptr;
  }
  void choose(const QString& menu, const QString& text) { entry(menu, text, window_)->trigger(); }
  int panels(const MainWindow& window) {
    int shown = 0;
    for (const auto* dock : window.findChildren<QDockWidget*>()) shown += dock->isHidden() ? 0 : 1;
    return shown;
  }
  QRect views() { return window_.views().geometry(); }
};

TEST_F(LooksTest, EachThemeIsChosenInTheMenuAndComesBack) {
  choose("&Theme", "High contrast");
  EXPECT_TRUE(theme_.colours().highContrast);
  EXPECT_TRUE(window_.actions().darkTheme->isChecked());
  EXPECT_TRUE(entry("&Theme", "High contrast", window_)->isChecked());
  choose("&Theme", "High contrast");  // choosing it again leaves it chosen
  EXPECT_TRUE(entry("&Theme", "High contrast", window_)->isChecked());
  window_.close();
  Theme later;
  loadTheme(later);
  EXPECT_EQ(later.mode(), Theme::Mode::contrast);
  window_.actions().darkTheme->trigger();  // the switch of the tool bar ends high contrast
  EXPECT_EQ(theme_.mode(), Theme::Mode::light);
  EXPECT_FALSE(entry("&Theme", "High contrast", window_)->isChecked());
  EXPECT_TRUE(entry("&Theme", "Light", window_)->isChecked());
}

TEST_F(LooksTest, NothingThatWasSaidIsLostWithAnotherTheme) {
  open("model:gtx560ti");
  auto* numbers = window_.statusBar()->findChild<QToolButton*>();
  ASSERT_TRUE(numbers->text().endsWith("numbers assumed"));
  const QString before = numbers->text();
  choose("&Theme", "Dark");
  EXPECT_EQ(numbers->text(), before);
}

TEST_F(LooksTest, PlaceholdersAreReadableInHighContrast) {
  theme_.applyTo(*qApp);
  theme_.setMode(Theme::Mode::contrast);
  QLineEdit field;
  field.setPlaceholderText("any");
  field.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&field, kPatience));
  const auto ratio = [&] {
    const QColor ink = field.palette().color(QPalette::PlaceholderText);
    return contrastRatio(mixed(ink, theme_.colours().card, ink.alphaF()), theme_.colours().card);
  };
  EXPECT_GE(ratio(), 7.0);
  theme_.setMode(Theme::Mode::dark);
  EXPECT_LT(ratio(), 7.0);
  theme_.setMode(Theme::Mode::contrast);
  EXPECT_GE(ratio(), 7.0);
  theme_.setMode(Theme::Mode::light);
  qApp->setStyleSheet({});
}

TEST_F(LooksTest, SettingsOfOlderVersionsAreUnderstood) {
  QSettings().setValue("dark", true);
  Theme theme;
  loadTheme(theme);
  EXPECT_EQ(theme.mode(), Theme::Mode::dark);
  QSettings().setValue("theme", "no such theme");
  loadTheme(theme);
  EXPECT_EQ(theme.mode(), Theme::Mode::system);
}

TEST_F(LooksTest, ALectureHasOneLargeViewAndTheLabBringsAllBack) {
  theme_.setMode(Theme::Mode::dark);
  theme_.setFontScale(1.1);
  choose("&Layout", "Lab");
  QCoreApplication::processEvents();
  const int all = panels(window_);
  // Larger type needs more room in several panels, which the layout gives them one after another.
  QRect last;
  int unchanged = 0;
  ASSERT_TRUE(QTest::qWaitFor(
      [&] {
        unchanged = views() == last ? unchanged + 1 : 0;
        last = views();
        return unchanged >= 20;
      },
      kPatience));
  const QRect before = views();
  choose("&Layout", "Lecture");
  EXPECT_EQ(panels(window_), 0);
  EXPECT_NEAR(theme_.fontScale(), 1.4, 1e-9);
  EXPECT_EQ(theme_.mode(), Theme::Mode::dark);
  ASSERT_TRUE(QTest::qWaitFor([&] { return views().width() > before.width() + 300; }, kPatience));
  choose("&Layout", "Paper");
  EXPECT_EQ(theme_.colours().ground, QColor(Qt::white));
  EXPECT_NEAR(theme_.fontScale(), 1.0, 1e-9);
  choose("&Layout", "Lecture");
  EXPECT_EQ(theme_.mode(), Theme::Mode::dark);  // the theme of before, not the light one of Paper
  choose("&Layout", "Lab");
  EXPECT_EQ(panels(window_), all);
  EXPECT_EQ(theme_.mode(), Theme::Mode::dark);
  EXPECT_NEAR(theme_.fontScale(), 1.1, 1e-9);
  EXPECT_TRUE(QTest::qWaitFor([&] { return views() == before; }, 2000)) << views().width() << " x " << views().height() << ", not " << before.width() << " x " << before.height();
}

TEST_F(LooksTest, AViewGetsTheRoomOfThePanelsAndGivesItBack) {
  window_.findChildren<QDockWidget*>().front()->hide();  // what a person has hidden stays hidden
  const int before = panels(window_);
  ASSERT_GT(before, 0);
  emit window_.views().roomRequested();
  EXPECT_EQ(panels(window_), 0);
  emit window_.views().roomRequested();
  EXPECT_EQ(panels(window_), before);
}

TEST_F(LooksTest, PaperHasTheShapeOfAFigureAtAnySize) {
  choose("&Layout", "Paper");
  const auto shape = [&] { return static_cast<double>(views().width()) / views().height(); };
  for (const QSize size : {QSize(1280, 800), QSize(1900, 800), QSize(900, 1000)}) {
    window_.resize(size);
    EXPECT_TRUE(QTest::qWaitFor([&] { return std::abs(shape() - 1.6) < 0.02; }, kPatience)) << size.width() << ' ' << shape();
  }
  choose("&Layout", "Lab");
  EXPECT_TRUE(QTest::qWaitFor([&] { return std::abs(shape() - 1.6) > 0.05; }, kPatience));
}

TEST_F(LooksTest, TheArrangementComesBack) {
  choose("&Layout", "Lecture");
  window_.close();
  Theme theme;
  loadTheme(theme);
  MainWindow again(theme);
  again.show();
  EXPECT_TRUE(entry("&Layout", "Lecture", again)->isChecked());
  EXPECT_EQ(panels(again), 0);
  EXPECT_NEAR(theme.fontScale(), 1.4, 1e-9);
  entry("&Layout", "Lab", again)->trigger();
  EXPECT_NEAR(theme.fontScale(), 1.0, 1e-9);
  EXPECT_GT(panels(again), 3);
  again.close();
}

TEST(ScreenRoom, holds_every_window_with_its_title_bar) {
  EXPECT_EQ(fittingSize({1280, 800}, {1920, 1080}, 30), QSize(1280, 800));
  EXPECT_EQ(fittingSize({1280, 800}, {1280, 720}, 30), QSize(1280, 690));
  EXPECT_EQ(fittingSize({1280, 800}, {1024, 600}, 0), QSize(1024, 600));
  QWidget parent;
  QWidget window(&parent, Qt::Window);
  const QSize room = parent.screen()->availableSize();
  resizeOnScreen(window, room * 2);
  EXPECT_LE(window.width(), room.width());
  EXPECT_LT(window.height(), room.height());
}

}  // namespace
}  // namespace chasescope
