// The chase of few lines for a cache of a known size: the lines fit, or are one more than a set holds. And its picture in a room
// that is lower than the picture.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTest>

#include "engine/device/software/software_device.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/figure/figure_probes.h"
#include "widgets/style/theme.h"
#include "widgets/views/chase/chase_view.h"

namespace chasescope {
namespace {

TEST(FewLines, overflow_what_is_known_of_a_cache_by_one) {
  EXPECT_EQ(fewLinesBeyond(16384, 128).bytes, 17U * 1024);
  EXPECT_EQ(fewLinesBeyond(16384, 128).stride, 1024U);
  EXPECT_EQ(fewLinesBeyond(48, 8).bytes, 56U);
  EXPECT_EQ(fewLinesBeyond(48, 8).stride, 8U);
  EXPECT_EQ(fewLinesBeyond(0, 4).bytes, 48U);
  EXPECT_FALSE(fewLinesBeyond(0, 4).overflows);
  // Eight sets of 20 ways: only 21 lines of one set overflow it.
  EXPECT_EQ(fewLinesBeyond(5120, 32, 20).stride, 256U);
  EXPECT_EQ(fewLinesBeyond(5120, 32, 20).bytes, 21U * 256);
  EXPECT_TRUE(fewLinesBeyond(5120, 32, 20).overflows);
  // One set of 512 ways: a chase that overflows it is too long to be drawn.
  EXPECT_FALSE(fewLinesBeyond(65536, 128, 512).overflows);
  EXPECT_EQ(fewLinesBeyond(65536, 128, 512).bytes, 12U * 128);
}

TEST(ChaseInALowRoom, keeps_the_bars_in_sight) {
  auto device = *open_preset("textbook");
  Exchange<ChaseRequest> chase;
  chase.request.pattern = UniformPattern{52, 4};
  chase.request.warmup = 26;
  chase.request.accesses = 260;
  chase.result = *device->chase(chase.request, {});
  auto run = std::make_shared<chasescope::Run>();
  run->id = "run-1";
  run->probe = "fine-grained";
  run->exchange = chase;
  Theme theme;
  RunStore store;
  Selection selection;
  ChaseView view(store, selection, theme);
  view.resize(640, 700);
  view.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  view.player().setModel({std::make_shared<const model::Card>(*preset_card("textbook")), 1});
  store.finishRun(run);
  selection.setCurrentRun("run-1");
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.player().state() == StepPlayer::State::ready && !view.isEmpty(); }, 20000));
  bool lifted = false;
  for (const double scale : {1.0, 2.0})
    for (const int high : {700, 520, 420, 340}) {
      theme.setFontScale(scale);
      view.resize(640, static_cast<int>(high * std::max(1.0, 0.8 * scale)));
      QCoreApplication::processEvents();
      const ChasePlot& plot = *view.plot();
      const ChaseLayout& layout = plot.geometry();
      const QRectF bars = layout.pass.translated(2, 2 + plot.lift());
      const QRect seen(plot.mapTo(plot.parentWidget(), bars.topLeft().toPoint()), bars.size().toSize());
      EXPECT_TRUE(plot.parentWidget()->rect().adjusted(0, -2, 0, 2).contains(seen)) << high << ' ' << scale;
      EXPECT_GE(seen.height(), 60) << high << ' ' << scale;
      // The mouse is told of the bar that it sees.
      const QPointF bar(layout.tiles[3].center().x() + 2, bars.bottom() - 4);
      EXPECT_TRUE(plot.wordsAt(bar).startsWith("Word 3")) << plot.wordsAt(bar).toStdString();
      lifted = lifted || plot.lift() < 0;
    }
  EXPECT_TRUE(lifted) << "some of these rooms are lower than the picture";
}

}  // namespace
}  // namespace chasescope
