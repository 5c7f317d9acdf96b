// Another card beside the one that is open, as a person chooses it.
#include <gtest/gtest.h>

#include <QMenu>
#include <QTest>
#include <QToolButton>

#include "app/documents/memory_comparison.h"
#include "app/tabs/view_tabs.h"
#include "app/window/main_window.h"
#include "widgets/views/memory/memory_view.h"

namespace chasescope {
namespace {

constexpr int kPatience = 60000;  // ms; a limit for a hanging test, not a wait

TEST(MemoryComparison, TheRecordedCardStandsBesideTheModel) {
  Theme theme;
  MainWindow window(theme);
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, kPatience));
  window.openDevice(QStringLiteral("model:gtx560ti"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return window.explorer().device().has_value(); }, kPatience));
  MemoryView& memory = window.views().of<MemoryView>();
  window.views().setCurrentWidget(&memory);
  ASSERT_TRUE(QTest::qWaitFor([&] { return memory.plot()->diagram().anyAssumed(); }, kPatience));
  QMenu* menu = memory.comparison()->menu();
  ASSERT_NE(menu, nullptr);
  emit menu->aboutToShow();
  ASSERT_GE(menu->actions().size(), 3);
  EXPECT_FALSE(menu->actions().back()->isEnabled());
  menu->actions().front()->trigger();
  ASSERT_TRUE(memory.otherPlot()->isVisible());
  EXPECT_TRUE(memory.otherPlot()->diagram().device.contains("H100")) << memory.otherPlot()->diagram().device.toStdString();
  EXPECT_FALSE(memory.otherPlot()->diagram().anyAssumed());
  EXPECT_FALSE(window.views().comparison().compareWith(QStringLiteral("/no/such/file.json")).isEmpty());
  EXPECT_TRUE(memory.otherPlot()->isVisible());  // a file that can't be opened takes nothing away
  emit menu->aboutToShow();
  menu->actions().back()->trigger();
  EXPECT_FALSE(memory.otherPlot()->isVisible());
}

}  // namespace
}  // namespace chasescope
