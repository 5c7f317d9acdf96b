#include "widgets/style/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QFontInfo>
#include <QImage>
#include <QSignalSpy>
#include <QTest>
#include <QWindow>

#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

using PaletteOf = const Palette& (*)();

class ThemePalette : public testing::TestWithParam<PaletteOf> {
 protected:
  const Palette& palette() const { return GetParam()(); }
};

TEST_P(ThemePalette, text_is_readable_on_every_ground_it_stands_on) {
  const Palette& p = palette();
  for (const QColor& ground : {p.card, p.ground, p.sunken, p.hover, p.accentSoft}) {
    EXPECT_GE(contrastRatio(p.ink, ground), 4.5) << ground.name().toStdString();
    EXPECT_GE(contrastRatio(p.quietInk, ground), 4.5) << ground.name().toStdString();
  }
  for (const QColor& text : {p.accent, p.measured, p.reported, p.cantTell, p.assumed, p.danger}) {
    EXPECT_GE(contrastRatio(text, p.card), 4.5) << text.name().toStdString();
    EXPECT_GE(contrastRatio(text, p.accentSoft), 4.5) << text.name().toStdString();  // a selected row
  }
  EXPECT_GE(contrastRatio(p.accentInk, p.accent), 4.5);
  EXPECT_GE(contrastRatio(p.accentInk, p.accentHover), 4.5);
  EXPECT_GE(contrastRatio(p.danger, p.dangerSoft), 4.5);
  EXPECT_GE(contrastRatio(p.ink, p.dangerSoft), 4.5);
}

TEST_P(ThemePalette, outlines_and_marks_stand_out) {
  const Palette& p = palette();
  EXPECT_GE(contrastRatio(p.outline, p.card), 3.0);
  EXPECT_GE(contrastRatio(p.focus, p.card), 3.0);
  for (std::size_t level = 0; level < 6; ++level) {
    EXPECT_GE(contrastRatio(levelTextColour(level, p), p.card), 4.5) << level;
    EXPECT_GE(contrastRatio(levelColour(level, p), p.card), level < 3 ? 3.0 : 2.5) << level;
  }
}

INSTANTIATE_TEST_SUITE_P(all, ThemePalette, testing::Values(&lightPalette, &darkPalette, &contrastPalette, &paperPalette));

TEST(HighContrast, every_text_is_at_least_seven_to_one_on_every_ground_it_stands_on) {
  const Palette& p = contrastPalette();
  for (const QColor& ground : {p.card, p.ground, p.sunken, p.hover, p.accentSoft, p.dangerSoft, p.warningSoft}) {
    for (const QColor& text : {p.ink, p.quietInk, p.accent, p.measured, p.reported, p.cantTell, p.assumed, p.danger})
      EXPECT_GE(contrastRatio(text, ground), 7.0) << text.name().toStdString() << " on " << ground.name().toStdString();
    for (std::size_t level = 0; level < 6; ++level)
      EXPECT_GE(contrastRatio(levelTextColour(level, p), ground), 7.0) << level << " on " << ground.name().toStdString();
  }
  // Boxes are tinted with up to a third of the colour of their level, and their text is in the colour of ink.
  for (std::size_t level = 0; level < 6; ++level)
    EXPECT_GE(contrastRatio(p.ink, mixed(levelColour(level, p), p.card, 0.34)), 7.0) << level;
  for (const QColor& button : {p.accent, p.accentHover, p.accentPressed}) EXPECT_GE(contrastRatio(p.accentInk, button), 7.0);
  for (const double opacity : {0.5, 0.6, 0.65}) EXPECT_GE(contrastRatio(disabledInk(p, opacity), p.card), 7.0) << opacity;
  // In other themes, the ink of disabled text is paler.
  EXPECT_LT(contrastRatio(disabledInk(lightPalette(), 0.5), lightPalette().card), 7.0);
  EXPECT_GE(contrastRatio(p.line, p.card), 4.5);
  EXPECT_GE(contrastRatio(p.focus, p.card), 7.0);
}

TEST(HighContrast, lines_are_thicker_and_what_is_off_is_dashed) {
  PlotStyle usual, contrast;
  contrast.palette = contrastPalette();
  EXPECT_EQ(usual.line(1), usual.px(1));
  EXPECT_GT(contrast.line(1), 1.5 * contrast.px(1));
  EXPECT_EQ(contrast.px(10), usual.px(10));  // the layout keeps its sizes
  EXPECT_TRUE(themeSheet(contrastPalette(), 1).contains("1px dashed"));
  EXPECT_FALSE(themeSheet(darkPalette(), 1).contains("1px dashed"));
  EXPECT_FALSE(themeSheet(contrastPalette(), 1.3).contains('@'));
}

TEST(Theme, modes_are_kept_by_their_names) {
  for (const auto mode : {Theme::Mode::light, Theme::Mode::dark, Theme::Mode::contrast, Theme::Mode::system, Theme::Mode::paper})
    EXPECT_EQ(Theme::modeNamed(Theme::nameOf(mode)), mode);
  EXPECT_EQ(Theme::nameOf(Theme::Mode::contrast), "contrast");
  EXPECT_EQ(Theme::modeNamed("neon"), Theme::Mode::system);
}

TEST(Theme, the_systems_follows_the_desktop_while_the_program_runs) {
  const QPalette before = QApplication::palette();
  {
    Theme theme;
    bool dark = false;
    theme.setDesktop([&] { return dark; });
    theme.applyTo(*qApp);
    theme.setMode(Theme::Mode::system);
    EXPECT_FALSE(theme.isDark());
    QSignalSpy changed(&theme, &Theme::themeChanged);
    QWindow window;
    const auto tell = [&] {
      QEvent event(QEvent::ThemeChange);  // as the platform tells every window
      QCoreApplication::sendEvent(&window, &event);
    };
    dark = true;
    tell();
    tell();
    ASSERT_TRUE(QTest::qWaitFor([&] { return theme.isDark(); }, 5000));
    EXPECT_EQ(QApplication::palette().color(QPalette::Window), darkPalette().ground);
    QCoreApplication::processEvents();
    EXPECT_EQ(changed.count(), 1);
    // A theme that a person chose stays.
    theme.setMode(Theme::Mode::light);
    changed.clear();
    dark = false;
    tell();
    dark = true;
    tell();
    QCoreApplication::processEvents();
    EXPECT_FALSE(theme.isDark());
    EXPECT_EQ(changed.count(), 0);
    theme.setMode(Theme::Mode::system);
    EXPECT_TRUE(theme.isDark());
  }
  QApplication::setPalette(before);
  qApp->setStyleSheet({});
}

TEST(Theme, the_systems_is_what_the_desktop_was_when_the_program_started) {
  const QPalette before = QApplication::palette();
  for (const bool dark : {true, false}) {
    QPalette desktop;
    desktop.setColor(QPalette::Window, dark ? Qt::black : Qt::white);
    desktop.setColor(QPalette::WindowText, dark ? Qt::white : Qt::black);
    QApplication::setPalette(desktop);
    Theme theme;
    theme.setMode(Theme::Mode::system);
    theme.applyTo(*qApp);
    EXPECT_EQ(theme.isDark(), dark);
    theme.setMode(Theme::Mode::contrast);
    EXPECT_TRUE(theme.isDark());
    qApp->setStyleSheet({});
  }
  QApplication::setPalette(before);
}

TEST(Theme, levels_differ_in_marker_as_well_as_colour) {
  for (std::size_t a = 0; a < 6; ++a)
    for (std::size_t b = a + 1; b < 6; ++b) EXPECT_NE(levelMarker(a), levelMarker(b));
}

TEST(Theme, viridis_grows_lighter_all_the_way) {
  for (int i = 1; i <= 40; ++i)
    EXPECT_GT(contrastRatio(viridis(i / 40.0), Qt::black), contrastRatio(viridis((i - 1) / 40.0), Qt::black));
  EXPECT_EQ(viridis(-1), viridis(0));
  EXPECT_EQ(viridis(2), viridis(1));
}

TEST(Theme, fonts_come_with_the_program) {
  ASSERT_TRUE(registerFonts());
  EXPECT_EQ(QFontInfo(wordFont(13)).family(), "Inter");
  EXPECT_EQ(QFontInfo(numberFont(13)).family(), "JetBrains Mono");
}

TEST(Theme, tells_once_when_something_changed) {
  Theme theme;
  QSignalSpy changed(&theme, &Theme::themeChanged);
  theme.setMode(Theme::Mode::dark);
  theme.setMode(Theme::Mode::dark);
  EXPECT_EQ(changed.size(), 1);
  theme.setFontScale(10);
  EXPECT_EQ(theme.fontScale(), 2.5);
  EXPECT_EQ(changed.size(), 2);
  EXPECT_EQ(theme.text().pixelSize(), 33);
}

TEST(Theme, sheet_leaves_no_placeholder) {
  const QString sheet = themeSheet(darkPalette(), 1.3);
  EXPECT_FALSE(sheet.contains('@'));
  EXPECT_FALSE(sheet.contains(": ;"));
  EXPECT_TRUE(sheet.contains(darkPalette().accent.name()));
}

TEST(Theme, icons_take_the_colour_that_is_asked_for) {
  Theme theme;
  const QStringList icons = QDir(":/icons").entryList({"*.svg"});
  ASSERT_GE(icons.size(), 40);
  for (const QString& file : icons) {
    const QImage image =
        theme.iconPixmap(file.chopped(4), QColor("#ff0000"), 24, 2).toImage().convertToFormat(QImage::Format_ARGB32);
    ASSERT_EQ(image.size(), QSize(48, 48));
    int opaque = 0;
    for (int y = 0; y < 48; ++y)
      for (int x = 0; x < 48; ++x) opaque += qAlpha(image.pixel(x, y)) > 200 ? 1 : 0;
    EXPECT_GT(opaque, 40) << file.toStdString();
  }
  EXPECT_EQ(QColor(theme.iconPixmap("stop", QColor("#123456"), 24, 1).toImage().pixel(12, 12)), QColor("#123456"));
}

QStringList& told() {
  static QStringList lines;
  return lines;
}

TEST(Theme, an_icon_without_room_is_nothing_and_no_complaint) {
  Theme theme;
  told().clear();
  const auto before = qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString& line) { told() << line; });
  const QPixmap none = theme.icon("play").pixmap(QSize(0, 0)), flat = theme.icon("play").pixmap(QSize(16, 0));
  const QPixmap some = theme.icon("play").pixmap(QSize(16, 16));
  qInstallMessageHandler(before);
  EXPECT_TRUE(none.isNull());
  EXPECT_TRUE(flat.isNull());
  EXPECT_FALSE(some.isNull());
  EXPECT_EQ(told().join('\n').toStdString(), "");
}

}  // namespace
}  // namespace chasescope
