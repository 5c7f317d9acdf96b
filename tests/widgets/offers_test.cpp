// The probes that views offer while they are empty, with a device and without.
#include <gtest/gtest.h>

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/shell/empty_state.h"
#include "widgets/shell/offer_button.h"
#include "widgets/shell/offer_strip.h"
#include "widgets/style/theme.h"
#include "widgets/views/banks/bank_view.h"
#include "widgets/views/chase/chase_view.h"
#include "widgets/views/pattern/miss_pattern_view.h"
#include "widgets/views/requests/request_view.h"
#include "widgets/views/scope/scope_view.h"
#include "widgets/views/set_map/set_map_view.h"
#include "widgets/views/steps/step_view.h"
#include "widgets/views/sweeps/sweep_view.h"
#include "widgets/views/tlb/tlb_view.h"

namespace chasescope {
namespace {

class Offers : public testing::Test {
 protected:
  /// The view's first visible offer. says() tells whether the view says that there is no device.
  static OfferButton* offer(QWidget& view) {
    for (auto* button : view.findChildren<OfferButton*>())
      if (button->isVisible()) return button;
    return nullptr;
  }
  static bool says(QWidget& view) {
    for (const auto* note : view.findChildren<WhyNotNote*>())
      if (note->isVisible() && note->text().startsWith("No device is open")) return true;
    return false;
  }
  template <typename View>
  void check(View& view, const char* name) {
    view.resize(700, 500);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view)) << name;
    QSignalSpy asked(&view, &View::probeRequested);
    store_.setCanMeasure(false);
    ASSERT_NE(offer(view), nullptr) << name;
    EXPECT_FALSE(offer(view)->isEnabled()) << name;
    EXPECT_TRUE(offer(view)->toolTip().contains("No device is open")) << name;
    EXPECT_TRUE(says(view)) << name;
    QTest::mouseClick(offer(view), Qt::LeftButton);
    EXPECT_EQ(asked.count(), 0) << name;
    store_.setCanMeasure(true);
    EXPECT_FALSE(says(view)) << name;
    ASSERT_TRUE(offer(view)->isEnabled()) << name;
    EXPECT_FALSE(offer(view)->toolTip().contains("No device is open")) << name;
    QTest::mouseClick(offer(view), Qt::LeftButton);
    EXPECT_EQ(asked.count(), 1) << name;
  }

  Theme theme_;
  RunStore store_;
  Selection selection_;
};

TEST_F(Offers, are_off_while_no_device_is_open_and_say_so) {
  TlbView tlbs(store_, selection_, theme_);
  check(tlbs, "TLBs");
  SetMapView sets(store_, selection_, theme_);
  check(sets, "Set map");
  ScopeView scope(store_, selection_, theme_);
  check(scope, "Scope");
  StepView steps(store_, selection_, theme_);
  check(steps, "Steps");
  BankView banks(store_, selection_, theme_);
  check(banks, "Banks");
  RequestView requests(store_, selection_, theme_);
  check(requests, "Requests");
  MissPatternView passes(store_, selection_, theme_), sweep(store_, selection_, theme_);
  check(passes, "Miss pattern");
  sweep.setRows(MissPatternView::Rows::sweep);
  check(sweep, "Miss pattern over N");
}

TEST_F(Offers, of_a_recording_are_off_where_it_holds_nothing_of_them_and_say_so) {
  store_.setWhyNot([](const QStringList& probes) {
    return probes.contains("tlb") ? QString() : "The recording holds no " + probes.join(" or ") + ".";
  });
  const auto note = [](QWidget& view) { return view.findChild<WhyNotNote*>(); };
  SweepView curves(store_, selection_, theme_);
  curves.show();
  ASSERT_NE(offer(curves), nullptr);
  EXPECT_FALSE(offer(curves)->isEnabled());
  EXPECT_TRUE(note(curves)->isVisible());
  EXPECT_EQ(note(curves)->text(), "The recording holds no footprint-sweep or stride-sweep.");
  TlbView tlbs(store_, selection_, theme_);
  tlbs.show();
  EXPECT_TRUE(offer(tlbs)->isEnabled());
  EXPECT_FALSE(note(tlbs)->isVisible());
  store_.setWhyNot({});  // a card is open now
  EXPECT_TRUE(offer(curves)->isEnabled());
  EXPECT_FALSE(note(curves)->isVisible());
}

TEST_F(Offers, leave_their_picture_out_where_room_is_low_and_have_it_again_where_it_is_not) {
  // The icon is painted if one of its rows of pixels has more than one colour.
  const auto shows = [&](QWidget& view) {
    QLabel* picture = nullptr;
    for (auto* label : view.findChild<EmptyState*>()->findChildren<QLabel*>())
      if (!label->pixmap().isNull()) picture = label;
    const QImage image = picture->grab().toImage();
    for (int y = 0; y < image.height(); ++y)
      for (int x = 1; x < image.width(); ++x)
        if (image.pixel(x, y) != image.pixel(0, y)) return true;
    return false;
  };
  MissPatternView view(store_, selection_, theme_);
  view.resize(700, 600);
  view.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  EXPECT_TRUE(shows(view));
  view.resize(700, 180);
  QCoreApplication::processEvents();
  EXPECT_FALSE(shows(view));
  EXPECT_TRUE(offer(view)->isVisible());
  view.resize(700, 600);
  QCoreApplication::processEvents();
  EXPECT_TRUE(shows(view));
  TlbView tlbs(store_, selection_, theme_);  // its words take no more height than they need
  tlbs.resize(700, 600);
  tlbs.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&tlbs));
  EXPECT_TRUE(shows(tlbs));
}

/// The view's first offer is pressed. \return the values with which the probe is to run.
ParameterValues pressed(View& view, OfferButton* button, const QString& probe) {
  QSignalSpy asked(&view, &View::probeRequested);
  EXPECT_NE(button, nullptr);
  if (button == nullptr) return {};
  QTest::mouseClick(button, Qt::LeftButton);
  EXPECT_EQ(asked.count(), 1);
  EXPECT_EQ(asked.value(0).value(0).toString(), probe);
  return asked.value(0).value(1).value<ParameterValues>();
}

TEST_F(Offers, run_the_values_that_the_sentence_names) {
  const ParameterValues named{{"bytes", "52"}, {"stride", "4"}};
  StepView steps(store_, selection_, theme_);
  ChaseView chase(store_, selection_, theme_);
  for (View* view : std::initializer_list<View*>{&steps, &chase}) {
    view->resize(700, 500);
    view->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(view));
    EXPECT_TRUE(view->findChild<EmptyState*>()->sentence().contains("N = 52 B with s = 4 B"));
    EXPECT_TRUE(offer(*view)->toolTip().contains("Footprint N = 52 B")) << offer(*view)->toolTip().toStdString();
    EXPECT_EQ(pressed(*view, offer(*view), "fine-grained"), named);
  }
}

TEST_F(Offers, that_come_later_know_it_too) {
  store_.setCanMeasure(false);
  OfferStrip strip(store_, theme_, OfferStrip::Text::beside);
  strip.show();
  strip.setOffers({{"capacity", {}}, {"no such probe", {}}}, true);
  ASSERT_EQ(strip.findChildren<OfferButton*>().size(), 1);
  EXPECT_FALSE(offer(strip)->isEnabled());
  // The runs are in the document: they can be shown without a device.
  for (const auto* button : strip.findChildren<QPushButton*>())
    if (button->text() == "Show the runs") {
      EXPECT_TRUE(button->isEnabled());
    }
}

}  // namespace
}  // namespace chasescope
