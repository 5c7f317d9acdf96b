// Runs and findings that were finished when the window was killed are offered at the next start.
#include <gmock/gmock.h>

#include <QPushButton>
#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <set>

#include "app/recovery/recovery_bar.h"
#include "app/window/lesson_mode.h"
#include "engine/session/journal/free_slots.h"
#include "engine/session/journal/recovery.h"
#include "engine/session/session_file.h"
#include "tests/app/window/window_fixture.h"
#include "widgets/shell/device_list.h"

namespace chasescope {
namespace {

namespace fs = std::filesystem;

std::string bytes_at(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class RecoveryTest : public testing::Test {
 protected:
  RecoveryTest() : folder_(fs::path(home_.path().toStdString()) / "journal") { begin(); }
  ~RecoveryTest() override {
    end();
    QSettings().clear();
  }

  void begin() {
    window_ = std::make_unique<MainWindow>(theme_);
    window_->show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(window_.get(), kPatience));
    window_->keepIn(folder_);
  }
  /// Ends the window as a signal does, without a question.
  void end() { window_.reset(); }
  Explorer& explorer() { return window_->explorer(); }
  RecoveryBar& bar() { return *window_->findChild<RecoveryBar*>(); }
  QPushButton& button(const QString& name) {
    for (QPushButton* each : bar().findChildren<QPushButton*>())
      if (each->accessibleName().startsWith(name)) return *each;
    throw std::runtime_error("no such button");
  }
  void open(const QString& id) {
    window_->openDevice(id);
    ASSERT_TRUE(QTest::qWaitFor([&] { return explorer().device().has_value(); }, kPatience));
  }
  void measure(const QString& probe, const ParameterValues& values = {}) {
    QSignalSpy ended(&explorer(), &Explorer::probeEnded);
    window_->runProbe(probe, values);
    ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  }
  /// A window ends with unsaved measurements of the textbook cache, and another one begins.
  void leave() {
    open("model:textbook");
    measure("fine-grained");
    end();
    begin();
  }
  void restore() { QTest::mouseClick(&button("Restore"), Qt::LeftButton); }
  fs::path file() {
    for (const auto& entry : fs::directory_iterator(folder_))
      if (entry.path().extension() == kJournalEnding) return entry.path();
    return {};
  }
  JournalBytes on_disk() {
    JournalBytes bytes{bytes_at(file()), {}};
    for (std::size_t slot = 0; slot < kFreeSlots; ++slot) bytes.repeated.push_back(bytes_at(free_slot(file(), slot)));
    return bytes;
  }
  bool nothing_is_left() { return !fs::exists(folder_) || fs::is_empty(folder_); }

  QTemporaryDir home_;
  fs::path folder_;
  Theme theme_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(RecoveryTest, what_is_shown_as_finished_is_on_disk) {
  open("model:textbook");
  int looked = 0, missing = 0;
  std::size_t findings = 0;
  QObject::connect(&explorer().store(), &RunStore::runFinished, &explorer(), [&](const QString& id) {
    if (++looked % 20 != 1) return;  // each check reads the whole journal
    const auto recovered = recover(on_disk(), 1);
    const auto has = [&](const RunPtr& run) { return run->id == id.toStdString(); };
    if (!recovered || std::none_of(recovered->session.runs.begin(), recovered->session.runs.end(), has)) ++missing;
  });
  QObject::connect(&explorer().store(), &RunStore::findingAdded, &explorer(), [&] {
    ++findings;
    const auto documents = documents_of(on_disk());
    if (documents.size() != 1 || documents.front().findings < findings) ++missing;
  });
  measure("discover");
  EXPECT_GT(looked, 50);
  EXPECT_GT(findings, 5U);
  EXPECT_EQ(missing, 0);
  const auto recovered = recover(on_disk(), 1);
  ASSERT_TRUE(recovered);
  EXPECT_EQ(recovered->session.runs.size(), explorer().session().runs.size());
  EXPECT_EQ(recovered->session.findings, explorer().session().findings);
}

TEST_F(RecoveryTest, what_the_first_page_shows_is_nobody_s_work) {
  window_->showStart(true);
  window_->measureWhenOpen();
  open("model:textbook");
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_->freeRun().active() && explorer().hasRuns(); }, kPatience));
  end();
  begin();
  EXPECT_FALSE(bar().isVisible());
  // A free run of the person's own is kept.
  open("model:textbook");
  window_->actions().freeRun->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return explorer().hasRuns(); }, kPatience));
  end();
  begin();
  EXPECT_TRUE(bar().isVisible());
}

TEST_F(RecoveryTest, a_killed_window_gives_back_and_the_next_one_keeps_it) {
  open("model:textbook");
  measure("fine-grained");
  const Session before = explorer().session();
  ASSERT_FALSE(before.runs.empty());
  end();
  begin();
  ASSERT_TRUE(bar().isVisible());
  EXPECT_EQ(bar().count(), 1U);
  EXPECT_FALSE(explorer().hasRuns());
  restore();
  EXPECT_FALSE(bar().isVisible());
  EXPECT_TRUE(explorer().hasUnsavedRuns());
  ASSERT_EQ(explorer().session().runs.size(), before.runs.size());
  for (std::size_t i = 0; i < before.runs.size(); ++i) EXPECT_EQ(*explorer().session().runs[i], *before.runs[i]);
  EXPECT_EQ(explorer().session().findings, before.findings);
  end();
  begin();  // the restored session was kept again, and only once
  EXPECT_EQ(bar().count(), 1U);
  restore();
  const QString saved = home_.filePath("saved.json");
  EXPECT_EQ(explorer().saveSession(saved), QString());
  EXPECT_TRUE(nothing_is_left());
  end();
  begin();
  EXPECT_FALSE(bar().isVisible());
}

TEST_F(RecoveryTest, a_free_run_gives_back_its_last_trace) {
  open("model:textbook");
  QSignalSpy ended(&explorer(), &Explorer::probeEnded);
  window_->freeRun().setActive(true);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() >= 20; }, kPatience));
  const auto recovered = recover(on_disk(), documents_of(on_disk()).back().number);
  ASSERT_TRUE(recovered);
  ASSERT_EQ(recovered->session.runs.size(), explorer().session().runs.size());
  EXPECT_TRUE(documents_of(on_disk()).back().free_run);
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder_)) bytes += fs::file_size(entry);
  EXPECT_LT(bytes, 1'000'000U);
}

TEST_F(RecoveryTest, what_was_declined_is_gone) {
  leave();
  {
    const Answer answer(QMessageBox::Cancel);
    QTest::mouseClick(&button("Discard"), Qt::LeftButton);
    EXPECT_EQ(bar().count(), 1U);
  }
  {
    const Answer answer(QMessageBox::Discard);
    QTest::mouseClick(&button("Discard"), Qt::LeftButton);
  }
  EXPECT_FALSE(bar().isVisible());
  EXPECT_TRUE(nothing_is_left());
  open("model:textbook");
  measure("fine-grained");
  const Answer answer(QMessageBox::Discard);
  EXPECT_TRUE(window_->close());
  EXPECT_TRUE(nothing_is_left());
}

TEST_F(RecoveryTest, what_was_restored_is_not_lost_by_opening_or_measuring_something_else) {
  leave();
  open("model:gtx780");
  restore();
  const Session restored = explorer().session();
  {
    const Answer answer(QMessageBox::Cancel);
    auto& list = *window_->findChild<DeviceList*>();
    list.setCurrent("model:gtx980");
    emit list.deviceChosen("model:gtx980");  // as a click does
    EXPECT_EQ(list.current(), "model:gtx780");
    window_->actions().run->trigger();
    window_->actions().freeRun->trigger();
    EXPECT_EQ(answer.said().size(), 3);
  }
  EXPECT_TRUE(explorer().session() == restored);
  EXPECT_EQ(explorer().deviceId(), "model:gtx780");
  const Answer answer(QMessageBox::Discard);
  window_->openDevice("model:gtx980");
  EXPECT_EQ(explorer().deviceId(), "model:gtx980");
}

TEST_F(RecoveryTest, a_lesson_hides_what_was_left_and_its_end_offers_it_again) {
  open("model:textbook");
  measure("fine-grained");
  const Session before = explorer().session();
  end();
  begin();
  window_->playLesson("01-first-chase");
  ASSERT_TRUE(window_->lessons().active());
  EXPECT_FALSE(bar().isVisible());
  button("Restore").click();  // as a key would that found the button all the same
  EXPECT_EQ(bar().count(), 1U);
  EXPECT_FALSE(explorer().session().device == before.device && explorer().hasUnsavedRuns());
  window_->lessons().player().leave();
  ASSERT_TRUE(bar().isVisible());
  EXPECT_EQ(bar().count(), 1U);
  restore();
  EXPECT_EQ(explorer().session().runs.size(), before.runs.size());
  end();
  begin();
  EXPECT_EQ(bar().count(), 1U);
}

TEST_F(RecoveryTest, what_was_restored_is_back_after_a_lesson) {
  leave();
  restore();  // no device is open
  const Session restored = explorer().session();
  window_->playLesson("01-first-chase");
  ASSERT_TRUE(QTest::qWaitFor([&] { return explorer().device().has_value(); }, kPatience));
  EXPECT_FALSE(explorer().hasUnsavedRuns());
  window_->lessons().player().leave();
  EXPECT_TRUE(explorer().session() == restored);
  EXPECT_TRUE(explorer().hasUnsavedRuns());
  EXPECT_EQ(documents_of(on_disk()).size(), 1U);
  {
    const Answer answer(QMessageBox::Cancel);
    EXPECT_FALSE(window_->close());
    EXPECT_EQ(answer.said().size(), 1);
  }
  end();
  begin();
  EXPECT_EQ(bar().count(), 1U);
}

TEST_F(RecoveryTest, what_was_restored_stays_on_disk_whatever_else_is_open) {
  leave();
  open("recording:h100");  // its own runs need no journal
  restore();
  EXPECT_TRUE(explorer().holdsLooseRuns());
  end();
  begin();
  ASSERT_EQ(bar().count(), 1U);
  explorer().keepIn(nullptr);  // as where the disk is full
  restore();
  EXPECT_TRUE(explorer().hasUnsavedRuns());
  EXPECT_FALSE(bar().isVisible());
  end();
  begin();
  EXPECT_EQ(bar().count(), 1U);
}

// A recording has its own runs in its file, but not those that a journal restored, even where both are of the same card.
TEST_F(RecoveryTest, what_was_restored_beside_a_recording_of_its_card_is_asked_about) {
  open("model:textbook");
  measure("fine-grained");
  const QString recorded = home_.filePath("recorded.json");
  ASSERT_EQ(explorer().saveSession(recorded), QString());
  measure("fine-grained");
  end();
  begin();
  open("recording:" + recorded);
  restore();
  const Session restored = explorer().session();
  ASSERT_TRUE(explorer().recording()->device == restored.device);
  const Answer answer(QMessageBox::Cancel);
  window_->openDevice("model:gtx980");
  EXPECT_EQ(answer.said().size(), 1);
  EXPECT_EQ(explorer().deviceId(), "recording:" + recorded);
  EXPECT_TRUE(explorer().session() == restored);
}

TEST_F(RecoveryTest, closing_forgets_only_what_was_asked_about) {
  open("model:textbook");
  measure("fine-grained");
  explorer().newSession();  // without a question
  measure("fine-grained");
  const Answer answer(QMessageBox::Discard);
  EXPECT_TRUE(window_->close());
  EXPECT_EQ(answer.said().size(), 1);
  end();
  begin();
  EXPECT_EQ(bar().count(), 1U);
}

TEST_F(RecoveryTest, what_was_left_on_other_devices_is_declined_with_the_rest) {
  open("model:textbook");
  measure("fine-grained");
  open("model:gtx780");
  ASSERT_EQ(explorer().keptUnsaved().size(), 1);
  ASSERT_FALSE(nothing_is_left());
  const Answer answer(QMessageBox::Discard);
  EXPECT_TRUE(window_->close());
  EXPECT_EQ(answer.said().size(), 1);
  EXPECT_TRUE(nothing_is_left());
}

// Here the file that was to take the place of the measurements can't be opened, so that they are still on screen.
TEST_F(RecoveryTest, what_was_declined_is_kept_for_as_long_as_it_is_shown) {
  open("model:textbook");
  measure("fine-grained");
  const QString saved = home_.filePath("saved.json");
  ASSERT_EQ(explorer().saveSession(saved), QString());
  measure("fine-grained");
  const Answer discard(QMessageBox::Discard), read(QMessageBox::Ok);
  window_->openSession(home_.filePath("none.json"));
  ASSERT_EQ(discard.said().size(), 1);
  ASSERT_EQ(read.said().size(), 1);
  ASSERT_TRUE(explorer().hasUnsavedRuns());
  end();
  begin();
  ASSERT_EQ(bar().count(), 1U);
  restore();
  window_->openSession(saved);
  EXPECT_EQ(discard.said().size(), 2);
  EXPECT_TRUE(nothing_is_left());
}

TEST_F(RecoveryTest, a_folder_that_can_not_be_written_is_told_once_and_measuring_goes_on) {
  std::ofstream(home_.filePath("file").toStdString()) << "x";
  window_->keepIn(fs::path(home_.filePath("file").toStdString()) / "journal");
  QSignalSpy told(&explorer(), &Explorer::notKept);
  open("model:textbook");
  measure("fine-grained");
  measure("fine-grained");
  EXPECT_EQ(told.count(), 1);
  EXPECT_TRUE(told.first().at(0).toString().endsWith("measuring goes on."));
  EXPECT_TRUE(explorer().hasRuns());
}

}  // namespace
}  // namespace chasescope
