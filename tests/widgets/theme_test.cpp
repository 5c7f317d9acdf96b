#include "widgets/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QFontInfo>
#include <QImage>
#include <QSignalSpy>

#include "widgets/theme_sheet.h"

namespace chasescope {
namespace {

class ThemePalette : public testing::TestWithParam<bool> {
 protected:
  const Palette& palette() const { return GetParam() ? darkPalette() : lightPalette(); }
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

INSTANTIATE_TEST_SUITE_P(both, ThemePalette, testing::Bool());

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

}  // namespace
}  // namespace chasescope
