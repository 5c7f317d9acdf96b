#include <QClipboard>
#include <QDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QListView>
#include <QMenuBar>
#include <QTimer>

#include "app/window/palette_commands.h"
#include "tests/app/window/window_fixture.h"
#include "widgets/shell/command_palette.h"
#include "widgets/shell/probe_list.h"
#include "widgets/views/memory/memory_view.h"

namespace chasescope {
namespace {

class PaletteTest : public WindowFixture {
 protected:
  /// Opens the palette by its keys, types the text, and returns the text of the selected row.
  QString look(const QString& typed) {
    if (!palette().isVisible()) {
      EXPECT_TRUE(QTest::qWaitFor([this] { return QApplication::activeWindow() == &window_; }, kPatience));
      QTest::keySequence(&window_, QKeySequence("Ctrl+Shift+P"));
    }
    EXPECT_TRUE(QTest::qWaitFor([this] { return palette().isVisible(); }, kPatience));
    palette().field()->clear();
    QTest::keyClicks(palette().field(), typed);
    return palette().list()->currentIndex().data().toString();
  }
  void enter() { QTest::keyClick(palette().field(), Qt::Key_Return); }
  CommandPalette& palette() { return *window_.findChild<CommandPalette*>(); }
};

TEST_F(PaletteTest, AnEngineerOpensADeviceAndRunsAProbeByTyping) {
  EXPECT_EQ(look("run capac"), "Run Capacity");
  EXPECT_TRUE(palette().explanation().startsWith("Not now: no device is open.")) << palette().explanation().toStdString();
  enter();
  EXPECT_TRUE(palette().isVisible());
  EXPECT_EQ(look("560"), "Open GeForce GTX 560 Ti");
  enter();
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().device().has_value(); }, kPatience));
  EXPECT_EQ(look("run capac"), "Run Capacity");
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  enter();
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  EXPECT_EQ(ended.first().at(1).toString(), QString());
  EXPECT_EQ(window_.findChild<ProbeList*>()->current(), "capacity");
  // A finding is reached by its name.
  EXPECT_EQ(look("l1 data"), "L1 data");
  enter();
  EXPECT_TRUE(QTest::qWaitFor([&] { return window_.explorer().selection().subject() == "l1_data"; }, kPatience));
  EXPECT_EQ(window_.views().currentWidget(), &window_.views().of<MemoryView>());
}

TEST_F(PaletteTest, a_discovery_is_chosen_by_its_time) {
  EXPECT_EQ(look("discover in 60"), "Discover in 60 s");
  EXPECT_TRUE(palette().explanation().startsWith("Not now: no device is open.")) << palette().explanation().toStdString();
  EXPECT_EQ(look("560"), "Open GeForce GTX 560 Ti");
  enter();
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().device().has_value(); }, kPatience));
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  EXPECT_EQ(look("discover in 2 s"), "Discover in 2 s");
  enter();
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  EXPECT_EQ(window_.explorer().session().environment["parameters"]["seconds"], "2");
}

TEST_F(PaletteTest, of_a_card_with_many_numbers_the_level_and_quantity_that_was_typed_comes_first) {
  window_.openDevice("recording:h100");
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().store().findings().size() > 200; }, kPatience));
  for (const auto& [typed, first] : {std::pair{"L1 size", "L1 data: contiguous "},
                                     {"L1 capacity", "L1 data: contiguous "},
                                     {"L2 size", "L2: capacity 50 MiB"},
                                     {"memory bandwidth", "Memory: read bandwidth "}})
    EXPECT_TRUE(look(typed).startsWith(first)) << typed << ": " << look(typed).toStdString();
}

TEST_F(PaletteTest, a_number_is_found_by_level_and_quantity_and_copied) {
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  EXPECT_EQ(look("560"), "Open GeForce GTX 560 Ti");
  enter();
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().device().has_value(); }, kPatience));
  EXPECT_EQ(look("run capac"), "Run Capacity");
  enter();
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  QClipboard& clipboard = *QGuiApplication::clipboard();
  EXPECT_TRUE(look("L1 size").startsWith("L1 data: capacity 16 KiB")) << look("L1 size").toStdString();
  enter();
  EXPECT_TRUE(QTest::qWaitFor([&] { return clipboard.text() == "16 KiB"; }, kPatience)) << clipboard.text().toStdString();
  EXPECT_TRUE(look("capacity l1 data").startsWith("L1 data: capacity"));
  look("L1 size");
  QTest::keyClick(palette().field(), Qt::Key_Return, Qt::ControlModifier);
  EXPECT_TRUE(QTest::qWaitFor([&] { return clipboard.text() == "16384"; }, kPatience)) << clipboard.text().toStdString();
  look("L1 size");
  QTest::keyClick(palette().field(), Qt::Key_Return, Qt::ShiftModifier);
  EXPECT_TRUE(QTest::qWaitFor([&] { return clipboard.text() == "$16$~KiB"; }, kPatience)) << clipboard.text().toStdString();
}

TEST_F(PaletteTest, ViewsAndTheirKeysAreListed) {
  EXPECT_EQ(look("replacement"), "Replacement");
  const QList<QAction*> views = window_.views().actions();
  const auto replacement = std::find_if(views.begin(), views.end(), [](const QAction* action) { return action->text() == "Replacement"; });
  ASSERT_NE(replacement, views.end());
  EXPECT_EQ(palette().list()->currentIndex().data(CommandModel::KeysRole).toString(), (*replacement)->shortcut().toString());
  EXPECT_FALSE((*replacement)->shortcut().isEmpty());
  enter();
  EXPECT_TRUE(QTest::qWaitFor([&] { return window_.views().tabText(window_.views().currentIndex()) == "Replacement"; }, kPatience));
}

TEST_F(PaletteTest, EveryActionOfTheMenusIsThereAndTheDisabledSayWhy) {
  const std::vector<Command> commands = commandsOf(window_);
  const auto find = [&](QString text) -> const Command* {
    text.remove(QStringLiteral(" …")).remove(QLatin1Char('&'));
    for (const Command& command : commands)
      if (command.text == text) return &command;
    return nullptr;
  };
  for (const QAction* action : window_.actions().all()) {
    if (action == window_.actions().commands) continue;  // the action that opens the palette, which is open
    const Command* command = find(action->text());
    ASSERT_NE(command, nullptr) << action->text().toStdString();
    EXPECT_EQ(command->whyOff.isEmpty(), action->isEnabled()) << action->text().toStdString();
    EXPECT_FALSE(command->tip.isEmpty()) << action->text().toStdString();
  }
  EXPECT_EQ(find("Save")->whyOff, "nothing has been measured or opened yet.");
  EXPECT_EQ(find("Settings of Sets")->whyOff, "");
}

TEST_F(PaletteTest, TheListOfKeysHasItAndFitsIntoTheWindow) {
  QString said;
  QSize size;
  QTimer look;
  QObject::connect(&look, &QTimer::timeout, &window_, [&] {
    auto* sheet = qobject_cast<QDialog*>(QApplication::activeModalWidget());
    if (sheet == nullptr) return;
    for (const auto* label : sheet->findChildren<QLabel*>()) said += label->text();
    size = sheet->size();
    QTest::keyClick(sheet, Qt::Key_Escape);
  });
  look.start(5);
  window_.actions().shortcuts->trigger();
  EXPECT_TRUE(said.contains("Ctrl+Shift+P"));
  EXPECT_TRUE(said.contains("Alt+1"));
  EXPECT_LE(size.height(), window_.height());
  EXPECT_LE(size.width(), window_.width());
}

}  // namespace
}  // namespace chasescope
