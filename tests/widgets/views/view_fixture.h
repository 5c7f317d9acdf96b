// The steps that many tests of views share: showing a view, reading its texts, pressing its buttons, and looking at its pixels.
#pragma once

#include <gtest/gtest.h>

#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "tests/widgets/sample_curves.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/shell/empty_state.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/views/measured_view.h"

namespace chasescope {

class ViewFixture : public testing::Test {
 protected:
  /// Shows the view with the style sheet of the application and with all results so far.
  void show(View& view, const QSize& size = {900, 600}) {
    view.setStyleSheet(themeSheet(theme.plotStyle().palette, 1.0));
    view.resize(size);
    view.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&view));
    view.refresh();
  }
  void add(const sample::Measured& all) {
    for (const RunPtr& run : all.runs) store.finishRun(run);
    for (const Finding& finding : all.findings) store.addFinding(finding);
  }

  static QString emptyTitle(const QWidget& view) { return view.findChild<EmptyState*>()->title(); }
  static QString emptySentence(const QWidget& view) { return view.findChild<EmptyState*>()->sentence(); }
  /// Whether a label that is seen has these words.
  static bool says(const QWidget& view, const QString& words) {
    for (const QLabel* label : view.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  }
  /// The texts of the visible buttons.
  static QStringList buttons(const QWidget& view) {
    QStringList texts;
    for (const QPushButton* button : view.findChildren<QPushButton*>())
      if (button->isVisible()) texts << button->text();
    return texts;
  }
  static void press(const QWidget& view, const QString& text) {
    for (QPushButton* button : view.findChildren<QPushButton*>())
      if (button->isVisible() && button->text() == text) return QTest::mouseClick(button, Qt::LeftButton);
    FAIL() << "no button " << text.toStdString();
  }
  /// The number of pixels in a strong colour (saturation above 100), of every second pixel both ways.
  static int coloured(QWidget& widget) {
    const QImage image = widget.grab().toImage();
    int count = 0;
    for (int x = 0; x < image.width(); x += 2)
      for (int y = 0; y < image.height(); y += 2) count += QColor(image.pixel(x, y)).saturation() > 100 ? 1 : 0;
    return count;
  }
  /// Checks that the view is dark: at the lower margin, and in most of its picture. The theme's mode must be dark.
  void isDark(View& view, const QSize& size) {
    const std::string what = view.accessibleName().toStdString() + " " + std::to_string(size.width());
    show(view, size);
    const QImage image = view.grab().toImage();
    int dark = 0, all = 0;
    for (int x = 10; x < image.width() - 10; x += 2)
      for (int y = 4; y < image.height() - 4; y += 2, ++all) dark += image.pixelColor(x, y).lightness() < 90 ? 1 : 0;
    EXPECT_GT(dark, all * 2 / 3) << what;
    EXPECT_EQ(image.pixelColor(image.width() / 2, image.height() - 4), theme.plotStyle().palette.card) << what;
  }
  /// Takes a view of one probe from empty to full, through a failure.
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

    store.beginProbe("banks");  // another probe, which the view ignores
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

    // Results that arrived before the failure stay visible.
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

}  // namespace chasescope
