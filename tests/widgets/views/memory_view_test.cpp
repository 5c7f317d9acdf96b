// The memory view: empty, filling, full and failed, and what mouse and keys do.
#include "widgets/views/memory/memory_view.h"

#include <QApplication>
#include <QComboBox>
#include <QListView>

#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/findings/made_finding.h"
#include "tests/widgets/sample_runs.h"
#include "tests/widgets/views/view_fixture.h"
#include "widgets/document/findings_model.h"
#include "widgets/shell/findings_panel.h"

namespace chasescope {
namespace {

class MemoryViewTest : public ViewFixture {
 protected:
  void openDevice() {
    Description device;
    device.name = "A card";
    device.calls = {"chase", "paired_chase"};
    device.spaces = {MemorySpace::global_ca, MemorySpace::global_cg, MemorySpace::texture};
    store.setDevice(device);
  }
  void find(const std::string& subject, const std::string& quantity, nlohmann::json value, const std::string& unit,
            nlohmann::json conditions = nlohmann::json::object(), const std::string& run = "run-1") {
    store.addFinding(made_finding(subject, quantity, std::move(value), unit, std::move(conditions), {run}));
  }
};

TEST_F(MemoryViewTest, without_a_device_it_says_what_will_be_here) {
  MemoryView view(store, selection, theme);
  show(view);
  EXPECT_TRUE(view.isEmpty());
  EXPECT_TRUE(says(view, "Open a device"));
  EXPECT_EQ(view.facts(), QString());
}

TEST_F(MemoryViewTest, fills_in_as_findings_land) {
  MemoryView view(store, selection, theme);
  show(view);
  openDevice();
  view.refresh();
  EXPECT_FALSE(view.isEmpty());
  EXPECT_TRUE(view.facts().startsWith("A card · 0 of ")) << view.facts().toStdString();
  find("l1_data", "capacity_bytes", 16384, "bytes");
  EXPECT_TRUE(QTest::qWaitFor([&] { return view.facts().startsWith("A card · 1 of "); }, 5000));  // without a call of refresh()
  store.clear();
  EXPECT_TRUE(view.facts().startsWith("A card · 0 of "));
  store.setDevice({});
  view.refresh();
  EXPECT_TRUE(view.isEmpty());
}

TEST_F(MemoryViewTest, a_click_on_an_empty_box_offers_what_fills_it) {
  openDevice();
  MemoryView view(store, selection, theme);
  show(view);
  EXPECT_EQ(buttons(view), QStringList{"Run Whole card"});
  EXPECT_TRUE(says(view, "can’t be asked about: Instructions"));
  QSignalSpy asked(&view, &MemoryView::probeRequested);
  QTest::mouseClick(view.plot()->handle("l1_data"), Qt::LeftButton);
  EXPECT_EQ(selection.subject(), "l1_data");
  EXPECT_EQ(buttons(view), (QStringList{"Run Capacity", "Run Latency", "Run Line"}));
  press(view, "Run Capacity");
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked.front().front().toString(), "capacity");
  QTest::mouseClick(view.plot()->handle("l1_tlb"), Qt::LeftButton);
  EXPECT_EQ(buttons(view), QStringList{"Run TLB"});
  // Once something is known, the discovery of the whole card is no longer offered.
  find("l2", "capacity_bytes", 524288, "bytes");
  view.refresh();
  selection.setSubject({});
  EXPECT_EQ(buttons(view), QStringList());
}

TEST_F(MemoryViewTest, what_a_box_offers_is_measured_at_the_carve_out_that_is_shown) {
  openDevice();
  find("l1_data", "capacity_bytes", 16384, "bytes", {{"carveout_percent", 50}});
  find("l1_data", "capacity_bytes", 32768, "bytes", {{"carveout_percent", 25}});
  MemoryView view(store, selection, theme);
  show(view);
  QTest::mouseClick(view.plot()->handle("l1_data"), Qt::LeftButton);
  const MemoryDiagram& diagram = view.plot()->diagram();
  ASSERT_TRUE(diagram.carveout.has_value());
  QSignalSpy asked(&view, &MemoryView::probeRequested);
  press(view, "Run Line");
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked.front().at(1).value<ParameterValues>(), (ParameterValues{{"carveout_percent", "25"}}));
}

TEST_F(MemoryViewTest, every_probe_that_is_offered_exists) {
  for (const char* subject : {"l1_data", "l2", "l1_tlb", "shared_memory", "request_table", "dram", "instruction_l1"}) {
    const MemoryDiagram diagram = gatherMemoryDiagram({}, {});
    const MemoryBox* box = diagram.find(subject);
    if (box == nullptr) continue;
    for (const QString& probe : probesFor(*box)) EXPECT_NE(find_probe(probe.toStdString()), nullptr) << probe.toStdString();
    EXPECT_FALSE(partText(*box).isEmpty());
  }
}

TEST_F(MemoryViewTest, a_click_on_a_full_box_brings_up_its_findings_and_enter_their_runs) {
  openDevice();
  store.finishRun(sample::chase("run-1", {}, 1024, 128, 0, 100));
  store.finishRun(sample::chase("run-2", {}, 1024, 128, 0, 100));
  find("l2", "hit_latency_cycles", 371, "cycles");
  find("l1_data", "capacity_bytes", 16384, "bytes", {}, "run-2");
  find("l1_data", "line_bytes", 128, "bytes", {}, "run-gone");
  MemoryView view(store, selection, theme);
  FindingsPanel panel(store, theme);
  QObject::connect(&selection, &Selection::subjectChanged, &panel, &FindingsPanel::showSubject);
  show(view);
  QTest::mouseClick(view.plot()->handle("l1_data"), Qt::LeftButton);
  EXPECT_EQ(panel.list()->currentIndex().data(FindingsModel::SubjectRole).toString(), "l1_data");
  EXPECT_EQ(panel.list()->currentIndex().data().toString(), "Capacity");
  EXPECT_EQ(view.evidence(), QStringList{"run-2"});
  EXPECT_TRUE(buttons(view).contains("Show the runs"));
  QSignalSpy evidence(&view, &MemoryView::evidenceRequested);
  QTest::keyClick(view.plot()->handle("l2"), Qt::Key_Return);
  ASSERT_EQ(evidence.size(), 1);
  EXPECT_EQ(evidence.front().front().toStringList(), QStringList{"run-1"});
  press(view, "Show the runs");
  EXPECT_EQ(evidence.size(), 2);
  // A subject that is selected elsewhere is chosen here, and one without a box is not.
  selection.setSubject("dram");
  EXPECT_EQ(view.plot()->chosen(), "dram");
  selection.setSubject("nothing");
  EXPECT_EQ(view.plot()->chosen(), "");
}

TEST_F(MemoryViewTest, the_keyboard_reaches_every_box_and_a_reader_hears_what_it_holds) {
  openDevice();
  find("l1_data", "capacity_bytes", 16384, "bytes");
  MemoryView view(store, selection, theme);
  show(view);
  view.activateWindow();
  BoxHandle* l1 = view.plot()->handle("l1_data");
  l1->setFocus(Qt::TabFocusReason);
  EXPECT_EQ(l1->accessibleName(), "L1 data");
  EXPECT_TRUE(l1->accessibleDescription().startsWith("L1 data: measured. size 16 KiB, measured; latency not measured"));
  QTest::keyClick(l1, Qt::Key_Right);
  EXPECT_EQ(QApplication::focusWidget(), view.plot()->handle("texture"));
  QTest::keyClick(view.plot()->handle("texture"), Qt::Key_Down);
  EXPECT_EQ(QApplication::focusWidget(), view.plot()->handle("dram"));
  QTest::keyClick(view.plot()->handle("dram"), Qt::Key_Space);
  EXPECT_EQ(selection.subject(), "dram");
  // Tab goes on in the order of the boxes, and findings that land do not take the focus away.
  find("l2", "capacity_bytes", 524288, "bytes");
  view.refresh();
  EXPECT_EQ(QApplication::focusWidget(), view.plot()->handle("dram"));
  QTest::keyClick(view.plot()->handle("dram"), Qt::Key_Tab);
  EXPECT_EQ(QApplication::focusWidget(), view.plot()->handle("l2_tlb"));
}

TEST_F(MemoryViewTest, what_was_selected_before_it_had_a_box_is_chosen_when_it_has_one) {
  MemoryView view(store, selection, theme);
  show(view);
  selection.setSubject("l2");
  EXPECT_EQ(view.plot()->chosen(), "");
  openDevice();
  find("l2", "capacity_bytes", 1 << 20, "bytes");
  view.refresh();
  EXPECT_EQ(view.plot()->chosen(), "l2");
}

TEST_F(MemoryViewTest, several_carve_outs_are_chosen_by_list_and_by_the_wall) {
  openDevice();
  Description device = store.device();
  device.spaces.push_back(MemorySpace::shared);
  store.setDevice(device);
  for (const int carveout : {0, 50, 100})
    find("l1_data", "capacity_bytes", (256 - carveout) << 10, "bytes", {{"carveout_percent", carveout}});
  MemoryView view(store, selection, theme);
  show(view);
  auto* list = view.findChild<QComboBox*>();
  ASSERT_TRUE(list->isVisible());
  EXPECT_EQ(list->currentText(), "carve-out 0 %");
  const auto size = [&] { return view.plot()->diagram().find("l1_data")->lines.front().value; };
  EXPECT_EQ(size(), "256 KiB");
  QTest::keyClick(list, Qt::Key_Down);
  EXPECT_EQ(size(), "206 KiB");
  // The wall is dragged into the L1, to the last carve-out.
  const QPoint wall = view.plot()->layoutOfBoxes().wall.center().toPoint();
  QTest::mousePress(view.plot(), Qt::LeftButton, {}, wall);
  QTest::mouseMove(view.plot(),
                   view.plot()->handle("l1_data")->geometry().center() + QPoint(view.plot()->handle("l1_data")->width() / 2, 0));
  QTest::mouseRelease(view.plot(), Qt::LeftButton, {}, wall);
  EXPECT_EQ(size(), "156 KiB");
  EXPECT_EQ(list->currentText(), "carve-out 100 %");
}

TEST_F(MemoryViewTest, a_failed_run_says_why_and_what_was_found_stays) {
  openDevice();
  find("l1_data", "capacity_bytes", 16384, "bytes");
  MemoryView view(store, selection, theme);
  show(view);
  store.beginProbe("capacity");
  store.endProbe("capacity", ProbeEnd::failed, "The card was lost.");
  EXPECT_TRUE(says(view, "The card was lost."));
  EXPECT_TRUE(view.facts().contains("1 of "));
  store.beginProbe("capacity");
  EXPECT_FALSE(says(view, "The card was lost."));
}

TEST_F(MemoryViewTest, it_is_drawn_in_the_dark_and_in_little_room) {
  theme.setMode(Theme::Mode::dark);
  openDevice();
  find("l1_data", "capacity_bytes", 16384, "bytes");
  MemoryView view(store, selection, theme);
  for (const QSize size : {QSize(1300, 800), QSize(700, 520), QSize(320, 280)}) {
    isDark(view, size);
    // No box gets too small to be read. Where there is little room, the picture scrolls.
    for (const QRectF& box : view.plot()->layoutOfBoxes().boxes) EXPECT_GE(box.width(), 90);
  }
}

TEST_F(MemoryViewTest, a_chosen_access_lights_the_path_to_what_answered_it) {
  MemoryView view(store, selection, theme);
  openDevice();
  show(view);
  find("l1_data", "hit_latency_cycles", 116, "cycles", {{"space", "global.ca"}});
  find("l2", "hit_latency_cycles", 404, "cycles", {{"space", "global.ca"}});
  find("l2", "hit_latency_cycles", 655, "cycles", {{"space", "global.cg"}});  // of another space: no evidence here
  store.finishRun(sample::fromCycles("run-1", {116, 404, 655, 404}, 4));
  selection.setCurrentRun("run-1");
  view.refresh();
  const auto lit = [&] {
    QStringList names;
    for (const std::size_t box : view.plot()->lit()) names << QString::fromStdString(view.plot()->diagram().boxes[box].key());
    return names;
  };
  EXPECT_EQ(lit(), QStringList());
  selection.setAccess(1);
  EXPECT_EQ(lit(), (QStringList{"l1_data", "l2"}));
  EXPECT_TRUE(says(view, "Access 1 took 404 cycles"));
  selection.setAccess(0);
  EXPECT_EQ(lit(), QStringList{"l1_data"});
  selection.setAccess(2);
  EXPECT_EQ(lit(), QStringList());
  EXPECT_TRUE(says(view, "its path is not known"));
  selection.setAccess(std::nullopt);
  EXPECT_FALSE(says(view, "Access"));
}

}  // namespace
}  // namespace chasescope
