// Another card beside the one that is open, as a person chooses it.
#include <QMenu>
#include <QToolButton>

#include "app/documents/memory_comparison.h"
#include "tests/app/window/window_fixture.h"
#include "widgets/views/memory/memory_view.h"

namespace chasescope {
namespace {

class MemoryComparison : public WindowFixture {};

TEST_F(MemoryComparison, TheRecordedCardStandsBesideTheModel) {
  open("model:gtx560ti");
  MemoryView& memory = window_.views().of<MemoryView>();
  window_.views().setCurrentWidget(&memory);
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
  EXPECT_FALSE(window_.views().comparison().compareWith(QStringLiteral("/no/such/file.json")).isEmpty());
  EXPECT_TRUE(memory.otherPlot()->isVisible());  // a file that can't be opened leaves the comparison as it was
  emit menu->aboutToShow();
  menu->actions().back()->trigger();
  EXPECT_FALSE(memory.otherPlot()->isVisible());
}

}  // namespace
}  // namespace chasescope
