// Files that are dropped into the window, and the list of recently opened files.
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QTemporaryDir>

#include "app/documents/recent_files.h"
#include "app/documents/report_files.h"
#include "app/window/file_drop.h"
#include "app/window/lesson_mode.h"
#include "engine/findings/discovery_trouble.h"
#include "tests/app/window/window_fixture.h"

namespace chasescope {
namespace {

const char* const kTopology = R"({"general": {"name": "Card"}, "memory": {"l1": {"lineSize": {"size": 128, "unit": "bytes", "confidence": 0.9}}}})";

class FilesTest : public WindowFixture {
 protected:
  QString written(const QString& name, const QByteArray& text) {
    QFile file(folder_.filePath(name));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    return file.fileName();
  }
  /// Drags files over the window and drops them. Returns whether the window took them.
  bool drop(const QList<QUrl>& urls) {
    QMimeData data;
    data.setUrls(urls);
    const QPoint at(400, 300);
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&window_, &enter);
    sign_ = sign().isVisible() ? sign().text() : QString();
    QDragMoveEvent move(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    move.ignore();
    QCoreApplication::sendEvent(&window_, &move);
    QDropEvent let_go(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    let_go.ignore();
    QCoreApplication::sendEvent(&window_, &let_go);
    EXPECT_TRUE(sign().isHidden());
    EXPECT_EQ(move.isAccepted(), let_go.isAccepted());
    return let_go.isAccepted();
  }
  QLabel& sign() { return *window_.findChild<FileDrop*>()->sign(); }
  QMenu* recent() {
    for (QAction* top : window_.menuBar()->actions())
      for (QAction* action : top->menu()->actions())
        if (action->menu() != nullptr && action->text() == "Open &recent") return action->menu();
    return nullptr;
  }
  /// The entries of the list as a person sees them who opens it. Disabled ones begin with "off: ".
  QStringList list() {
    emit recent()->aboutToShow();
    QStringList texts;
    for (QAction* action : recent()->actions())
      if (!action->isSeparator()) texts << (action->isEnabled() ? "" : "off: ") + action->text();
    return texts;
  }

  QTemporaryDir folder_;
  QString sign_;
};

TEST_F(FilesTest, ADroppedTopologyFileIsOpened) {
  const QString path = written("card.json", kTopology);
  EXPECT_TRUE(drop({QUrl::fromLocalFile(path)}));
  EXPECT_EQ(sign_, "Drop to open card.json");
  EXPECT_TRUE(QTest::qWaitFor([&] { return window_.explorer().session().device.name == "Card"; }, kPatience));
  EXPECT_EQ(RecentFiles::paths(), QStringList{path});
}

TEST_F(FilesTest, ALessonIsPlayedWhereverItIsOpened) {
  QFile lesson(QStringLiteral(CHASESCOPE_SOURCE_DIR "/resources/lessons/01-first-chase.md"));
  ASSERT_TRUE(lesson.open(QIODevice::ReadOnly));
  const QString path = written("first.lesson.md", lesson.readAll());
  window_.openSession(path);
  EXPECT_TRUE(window_.lessons().active());
  window_.lessons().player().leave();
  EXPECT_TRUE(drop({QUrl::fromLocalFile(path)}));
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.lessons().active(); }, kPatience));
  window_.lessons().player().leave();
}

TEST_F(FilesTest, AStoppedDiscoveryGoesBesideWhatIsThere) {
  const std::filesystem::path path = written("card.json", kTopology).toStdString();
  Session session;
  EXPECT_EQ(place_for(session, path).path, path);  // a whole discovery goes to the path itself
  Finding missed;
  missed.status = FindingStatus::not_measurable;
  mark_trouble(missed, {ErrorCode::cancelled, "Cancelled."}, false);
  session.findings = {missed};
  const std::filesystem::path beside = path.parent_path() / "card.partial.json";
  EXPECT_EQ(place_for(session, path).path, beside);
  EXPECT_NE(place_for(session, path).why.find("card.json is left as it is"), std::string::npos);
  written("card.partial.json", kTopology);
  EXPECT_EQ(place_for(session, path).path, path.parent_path() / "card.partial-2.json");
  EXPECT_EQ(place_for(session, path.parent_path() / "new.json").path, path.parent_path() / "new.json");
}

TEST_F(FilesTest, AWrongFileIsExplainedAndNothingIsLost) {
  open("model:textbook");
  measure();
  const auto runs = window_.explorer().session().runs.size();
  const QString path = written("holiday.json", "no session at all");
  QStringList said;
  {
    Answer discard(QMessageBox::Discard), ok(QMessageBox::Ok);
    EXPECT_TRUE(drop({QUrl::fromLocalFile(path)}));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !ok.said().isEmpty(); }, kPatience));
    said = ok.said();
  }
  ASSERT_EQ(said.size(), 1);
  EXPECT_TRUE(said.front().contains("holiday.json")) << said.front().toStdString();
  EXPECT_EQ(window_.explorer().session().runs.size(), runs);
  EXPECT_TRUE(window_.explorer().hasUnsavedRuns());
  EXPECT_TRUE(window_.actions().run->isEnabled());
  EXPECT_TRUE(RecentFiles::paths().isEmpty());
  window_.explorer().newSession();  // so that no question comes up at the end
}

TEST_F(FilesTest, WhatCannotBeOpenedSaysSoWhileItIsDragged) {
  EXPECT_FALSE(drop({QUrl::fromLocalFile(folder_.path())}));
  EXPECT_EQ(sign_, "This is a folder. A session is one file.");
  const QUrl file = QUrl::fromLocalFile(written("card.json", kTopology));
  EXPECT_FALSE(drop({file, file}));
  EXPECT_EQ(sign_, "One file at a time can be opened.");
  EXPECT_FALSE(drop({QUrl("https://example.org/card.json")}));
  EXPECT_EQ(sign_, "Only files of this machine can be opened; save this one here first.");
  QCoreApplication::processEvents();
  EXPECT_EQ(window_.explorer().session().device.name, "");
  // Dragged text is no file, and is left to the widget that wants it.
  QMimeData text;
  text.setText("52");
  QDragEnterEvent enter(QPoint(1, 1), Qt::CopyAction, &text, Qt::LeftButton, {});
  enter.ignore();
  QCoreApplication::sendEvent(&window_, &enter);
  EXPECT_FALSE(enter.isAccepted());
  EXPECT_TRUE(sign().isHidden());
}

TEST_F(FilesTest, TheListKeepsTheNewestFirstAndGreysWhatIsGone) {
  EXPECT_EQ(list(), QStringList{"off: None yet"});
  const QString one = written("one.json", kTopology), two = written("two.json", kTopology);
  for (const QString& path : {one, two, one}) window_.openSession(path);
  EXPECT_EQ(list(), (QStringList{"&1  one.json", "&2  two.json", "Clear the list"}));
  QFile::remove(one);
  EXPECT_EQ(list(), (QStringList{"off: &1  one.json  (not there any more)", "&2  two.json", "Clear the list"}));
  window_.explorer().newSession();
  EXPECT_EQ(window_.explorer().session().device.name, "");
  recent()->actions()[1]->trigger();
  EXPECT_EQ(window_.explorer().session().device.name, "Card");
  EXPECT_EQ(list().front(), "&1  two.json");
  recent()->actions().back()->trigger();
  EXPECT_EQ(list(), QStringList{"off: None yet"});
}

TEST_F(FilesTest, TheListHoldsNineAndNoBundledRecordings) {
  for (int i = 0; i < 12; ++i) RecentFiles::remember(folder_.filePath(QStringLiteral("%1.json").arg(i)));
  EXPECT_EQ(RecentFiles::paths().size(), 9);
  EXPECT_TRUE(RecentFiles::paths().front().endsWith("/11.json"));
  RecentFiles::clear();
  open("recording:h200");
  EXPECT_TRUE(window_.explorer().hasFindings());
  EXPECT_TRUE(RecentFiles::paths().isEmpty());
}

}  // namespace
}  // namespace chasescope
