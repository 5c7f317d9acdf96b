// A person's own programs as devices: opening one in the dialog, listing it, starting it anew when its files change, and the
// message when it dies.
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

#include "app/programs/own_programs.h"
#include "app/programs/program_dialog.h"
#include "app/programs/program_template.h"
#include "tests/app/window/window_fixture.h"
#include "widgets/shell/device_list.h"
#include "widgets/shell/log_panel.h"

namespace chasescope {
namespace {

void write(const QString& path, const QByteArray& text) {
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate)) << path.toStdString();
  file.write(text);
}

QByteArray read(const QString& path) {
  QFile file(path);
  EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
  return file.readAll();
}

class OwnProgramsTest : public WindowFixture {
 protected:
  ~OwnProgramsTest() override { window_.explorer().newSession(); }
  QString copyOfExample() {
    const QString path = folder_.filePath(QStringLiteral("my cache.py"));
    EXPECT_EQ(writeTemplate(QStringLiteral("py"), path), QString());
    return path;
  }
  /// Opens the dialog, and calls `fill`, which acts as the person who fills it in and presses a button.
  void answer(const std::function<void(ProgramDialog&)>& fill) {
    bool answered = false;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
      auto* dialog = qobject_cast<ProgramDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr || answered) return;
      answered = true;
      fill(*dialog);
    });
    timer.start(5);
    window_.actions().openProgram->trigger();
    EXPECT_TRUE(answered);
  }
  static QPushButton* button(const ProgramDialog& dialog, const QString& text) {
    for (auto* one : dialog.findChildren<QPushButton*>())
      if (one->text() == text) return one;
    return nullptr;
  }
  static QToolButton* segment(const ProgramDialog& dialog, const QString& text) {
    for (auto* one : dialog.findChildren<QToolButton*>())
      if (one->text() == text) return one;
    return nullptr;
  }
  bool opened() {
    return QTest::qWaitFor([&] { return window_.explorer().device().has_value(); }, kPatience);
  }
  bool logs(const QString& words) { return window_.findChild<LogPanel*>()->text().contains(words); }
  const DeviceEntry* listed(const QString& name) {
    for (const DeviceEntry& entry : window_.findChild<DeviceList*>()->devices())
      if (entry.kind == DeviceEntry::Kind::external && entry.name == name) return &entry;
    return nullptr;
  }

  QTemporaryDir folder_;
};

TEST_F(OwnProgramsTest, is_opened_by_the_dialog_and_listed_from_then_on) {
  const QString path = copyOfExample();
  EXPECT_FALSE(window_.actions().restartProgram->isEnabled());
  answer([&](ProgramDialog& dialog) {
    EXPECT_FALSE(button(dialog, "Open")->isEnabled());
    dialog.findChild<QLineEdit*>("command")->setText("python3 " + commandWord(path));
    EXPECT_EQ(dialog.findChild<QLineEdit*>("name")->text(), "my cache");  // the suggestion, which stays until another name is typed
    EXPECT_TRUE(button(dialog, "Open")->isEnabled());
    QTest::keyClicks(dialog.findChild<QLineEdit*>("name"), " of LRU");
    QTest::mouseClick(button(dialog, "Open"), Qt::LeftButton);
  });
  ASSERT_TRUE(opened());
  EXPECT_EQ(window_.explorer().device()->name, "My cache");
  ASSERT_NE(listed("my cache of LRU"), nullptr);
  EXPECT_EQ(listed("my cache of LRU")->state, DeviceEntry::State::open);
  EXPECT_TRUE(window_.actions().restartProgram->isEnabled());
  // Another window lists the program, too, and the dialog can take it off the list.
  MainWindow other(theme_);
  bool there = false;
  for (const DeviceEntry& entry : other.findChild<DeviceList*>()->devices()) there = there || entry.name == "my cache of LRU";
  EXPECT_TRUE(there);
  answer([&](ProgramDialog& dialog) {
    EXPECT_EQ(dialog.program(), (OwnProgram{"my cache of LRU", "python3 " + commandWord(path)}));
    QTest::mouseClick(button(dialog, "Forget"), Qt::LeftButton);
    dialog.reject();
  });
  EXPECT_EQ(listed("my cache of LRU"), nullptr);
}

TEST_F(OwnProgramsTest, is_started_anew_when_its_file_changes) {
  const QString path = copyOfExample();
  OwnPrograms* programs = window_.findChild<OwnPrograms*>();
  programs->open({"Mine", "python3 " + commandWord(path)});
  ASSERT_TRUE(opened());
  EXPECT_EQ(programs->watch().files(), QStringList{path});
  QSignalSpy again(&window_.explorer(), &Explorer::deviceOpened);
  write(path, read(path).replace("\"name\": \"My cache\"", "\"name\": \"Another cache\""));
  ASSERT_TRUE(QTest::qWaitFor([&] { return again.count() == 1; }, kPatience));
  EXPECT_EQ(window_.explorer().device()->name, "Another cache");
  EXPECT_TRUE(logs("my cache.py has changed: Mine is started anew."));
  // Some editors put a new file in the place of the old one. That counts as a change, too.
  write(path + ".new", read(path).replace("Another cache", "A third cache"));
  ASSERT_TRUE(QFile::remove(path));
  ASSERT_TRUE(QFile::rename(path + ".new", path));
  ASSERT_TRUE(QTest::qWaitFor([&] { return again.count() == 2; }, kPatience));
  EXPECT_EQ(window_.explorer().device()->name, "A third cache");
}

TEST_F(OwnProgramsTest, goes_on_running_freely_with_what_was_changed) {
  const QString path = copyOfExample();
  window_.findChild<OwnPrograms*>()->open({"Mine", "python3 " + commandWord(path)});
  ASSERT_TRUE(opened());
  type("bytes", "1056");
  type("stride", "32");
  window_.freeRun().setActive(true);
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().hasRuns(); }, kPatience));
  QSignalSpy again(&window_.explorer(), &Explorer::deviceOpened);
  write(path, read(path).replace("MISS_CYCLES = 200", "MISS_CYCLES = 300"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return again.count() == 1 && window_.explorer().hasRuns(); }, kPatience));
  EXPECT_TRUE(window_.freeRun().active());
  const auto slowest = [&] {
    float most = 0;
    for (const RunPtr& run : window_.explorer().session().runs)
      for (std::size_t i = 0; i < run->cycles().size(); ++i) most = std::max(most, run->cycles()[i]);
    return most;
  };
  EXPECT_TRUE(QTest::qWaitFor([&] { return slowest() == 300; }, kPatience));
  window_.freeRun().setActive(false);
}

TEST_F(OwnProgramsTest, does_not_throw_away_what_was_measured_on_purpose) {
  const QString path = copyOfExample();
  window_.findChild<OwnPrograms*>()->open({"Mine", "python3 " + commandWord(path)});
  ASSERT_TRUE(opened());
  type("bytes", "1056");
  type("stride", "32");
  measure();
  write(path, read(path) + "\n# changed\n");
  ASSERT_TRUE(QTest::qWaitFor([&] { return logs("what has been measured is not saved yet"); }, kPatience));
  EXPECT_TRUE(window_.explorer().hasRuns());
  const Answer discard(QMessageBox::Discard);
  QSignalSpy again(&window_.explorer(), &Explorer::deviceOpened);
  window_.actions().restartProgram->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return again.count() == 1; }, kPatience));
  EXPECT_FALSE(window_.explorer().hasRuns());
}

TEST_F(OwnProgramsTest, that_can_not_be_started_says_so_and_is_tried_again_when_it_is_mended) {
  const QString path = folder_.filePath("broken.py");
  write(path, "import sys\nprint('no such module: cash', file=sys.stderr)\nsys.exit(4)\n");
  window_.findChild<OwnPrograms*>()->open({"Broken", "python3 " + path});
  ASSERT_TRUE(QTest::qWaitFor([&] { return listed("Broken") != nullptr && listed("Broken")->state == DeviceEntry::State::failed; },
                              kPatience));
  EXPECT_TRUE(listed("Broken")->detail.contains("exit code 4; its last words were \"no such module: cash\""))
      << listed("Broken")->detail.toStdString();
  EXPECT_TRUE(logs("no such module: cash"));
  EXPECT_TRUE(window_.actions().restartProgram->isEnabled());
  ASSERT_EQ(writeTemplate("py", path), QString());
  ASSERT_TRUE(opened());
  EXPECT_EQ(window_.explorer().device()->name, "My cache");
}

TEST_F(OwnProgramsTest, that_dies_is_started_again_by_the_command) {
  const QString root = QStringLiteral(CHASESCOPE_SOURCE_DIR);
  window_.findChild<OwnPrograms*>()->open(
      {"Mortal", QStringLiteral("python3 %1/tests/app/window/mortal_device.py %1/resources/examples/cache_device.py 1").arg(root)});
  ASSERT_TRUE(opened());
  type("bytes", "1088");
  type("stride", "32");
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  window_.actions().run->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  EXPECT_TRUE(logs("its last words were \"the bus is gone\""));
  ASSERT_TRUE(window_.actions().restartProgram->isEnabled());
  const Answer discard(QMessageBox::Discard);
  QSignalSpy again(&window_.explorer(), &Explorer::deviceOpened);
  window_.actions().restartProgram->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return again.count() == 1; }, kPatience));
}

TEST(ProgramList, keeps_the_newest_first_and_each_once) {
  QSettings().clear();
  rememberProgram({"One", "python3 one.py"});
  rememberProgram({"Two", "two"});
  rememberProgram({"One", "python3 better.py"});
  rememberProgram({"Second", "two"});
  EXPECT_EQ(ownPrograms(), (std::vector<OwnProgram>{{"Second", "two"}, {"One", "python3 better.py"}}));
  for (int i = 0; i < 30; ++i) rememberProgram({QString::number(i), QStringLiteral("program %1").arg(i)});
  EXPECT_EQ(ownPrograms().size(), 20U);
  forgetProgram("29");
  EXPECT_EQ(ownPrograms().front().name, "28");
  QSettings().clear();
}

TEST(ProgramList, knows_the_files_of_a_command) {
  const QTemporaryDir folder;
  const QString script = folder.filePath("a cache.py"), data = folder.filePath("trace.txt");
  write(script, "x");
  write(data, "x");
  EXPECT_EQ(filesOfCommand(QStringLiteral("python3 \"%1\" --ways 4 %2 %2").arg(script, data)), (QStringList{script, data}));
  EXPECT_EQ(filesOfCommand(commandWord(script)), QStringList{script});
  EXPECT_EQ(filesOfCommand("python3 nowhere.py"), QStringList());
  EXPECT_EQ(nameForCommand(QStringLiteral("python3 \"%1\"").arg(script)), "a cache");
  EXPECT_FALSE(faultOfProgram({"x", "  "}).isEmpty());
  EXPECT_FALSE(faultOfProgram({" ", "x"}).isEmpty());
  EXPECT_EQ(faultOfProgram({"x", "x"}), QString());
}

// A compiler removes its old output first, and may take long to write the new one.
TEST(FileWatch, sees_a_file_that_was_away_for_a_while) {
  const QTemporaryDir folder;
  const QString program = folder.filePath("cache"), other = folder.filePath("trace.txt");
  write(program, "one");
  write(other, "one");
  FileWatch watch;
  watch.setFiles({program, other});
  QSignalSpy changed(&watch, &FileWatch::changed);
  ASSERT_TRUE(QFile::remove(program));
  write(other, "two");
  ASSERT_TRUE(QTest::qWaitFor([&] { return changed.count() == 1; }, kPatience));
  EXPECT_EQ(changed.front().front().toString(), other);  // by now the watch has also seen that the program's file is missing
  write(program, "two");
  ASSERT_TRUE(QTest::qWaitFor([&] { return changed.count() == 2; }, kPatience));
  EXPECT_EQ(changed.back().front().toString(), program);
  write(program, "three");
  ASSERT_TRUE(QTest::qWaitFor([&] { return changed.count() == 3; }, kPatience));
}

TEST(FileWatch, says_nothing_where_a_file_is_written_as_it_was) {
  const QTemporaryDir folder;
  const QString one = folder.filePath("one"), two = folder.filePath("two");
  write(one, "same");
  write(two, "same");
  FileWatch watch;
  watch.setFiles({one, two});
  QSignalSpy changed(&watch, &FileWatch::changed);
  write(one, "same");
  write(two, "another");
  ASSERT_TRUE(QTest::qWaitFor([&] { return changed.count() == 1; }, kPatience));
  EXPECT_EQ(changed.front().front().toString(), two);
  watch.setFiles({});
  EXPECT_TRUE(watch.files().isEmpty());
}

TEST(ProgramTemplate, is_written_whole_or_not_at_all) {
  const QTemporaryDir folder;
  EXPECT_EQ(writeTemplate("cpp", folder.filePath("c.cpp")), QString());
  EXPECT_TRUE(read(folder.filePath("c.cpp")).contains("YOUR REPLACEMENT POLICY"));
  EXPECT_FALSE(writeTemplate("py", folder.filePath("nowhere/c.py")).isEmpty());
  EXPECT_FALSE(writeTemplate("f90", folder.filePath("c.f90")).isEmpty());
  EXPECT_FALSE(QFile::exists(folder.filePath("c.f90")));
  const TemplateUse use = useOfTemplate("cpp", folder.filePath("c.cpp"));
  EXPECT_EQ(use.command, folder.filePath("c"));
  EXPECT_TRUE(use.sentence.contains("g++ -std=c++17"));
}

TEST_F(OwnProgramsTest, a_machine_and_a_file_are_added_kept_and_tried) {
  // A small program takes the place of ssh. It fails with the message of ssh for a machine that refuses the connection.
  qputenv("CHASESCOPE_SSH", "sh -c \"echo 'ssh: connect to host far port 22: Connection refused' >&2; exit 255\"");
  const auto says = [](const ProgramDialog& dialog) {
    QStringList all;
    for (const auto* label : dialog.findChildren<QLabel*>()) all << label->text();
    return all.join(QLatin1Char('\n'));
  };
  answer([&](ProgramDialog& dialog) {
    QTest::mouseClick(segment(dialog, QStringLiteral("Another machine")), Qt::LeftButton);
    EXPECT_FALSE(button(dialog, QStringLiteral("Try"))->isEnabled());
    auto* machine = dialog.findChild<QLineEdit*>(QStringLiteral("command"));
    QTest::keyClicks(machine, QStringLiteral("-oProxyCommand=x"));
    EXPECT_TRUE(says(dialog).contains(QStringLiteral("That is no machine")));
    machine->clear();
    QTest::keyClicks(machine, QStringLiteral("me@far:cuda:1"));
    EXPECT_EQ(dialog.findChild<QLineEdit*>(QStringLiteral("name"))->text(), QStringLiteral("far"));
    QTest::mouseClick(button(dialog, QStringLiteral("Try")), Qt::LeftButton);
    EXPECT_TRUE(QTest::qWaitFor([&] { return says(dialog).contains(QStringLiteral("can't be reached")); }, 10000))
        << says(dialog).toStdString();
    EXPECT_EQ(dialog.program().id(), QStringLiteral("ssh:me@far:cuda:1"));
    dialog.reject();
  });
  EXPECT_TRUE(ownPrograms().empty());  // Try does not put the device on the list
  qunsetenv("CHASESCOPE_SSH");

  const QString model = QStringLiteral(CHASESCOPE_SOURCE_DIR "/resources/models/textbook.json");
  answer([&](ProgramDialog& dialog) {
    QTest::mouseClick(segment(dialog, QStringLiteral("A file")), Qt::LeftButton);
    EXPECT_FALSE(button(dialog, QStringLiteral("Save a template …"))->isVisible());
    auto* file = dialog.findChild<QLineEdit*>(QStringLiteral("command"));
    QTest::keyClicks(file, QStringLiteral("/nonexistent.json"));
    EXPECT_TRUE(says(dialog).contains(QStringLiteral("There is no such file")));
    file->setText(model);
    QTest::mouseClick(button(dialog, QStringLiteral("Try")), Qt::LeftButton);
    EXPECT_TRUE(QTest::qWaitFor([&] { return says(dialog).contains(QStringLiteral("It answers: Textbook cache")); }, 10000))
        << says(dialog).toStdString();
    QTest::mouseClick(button(dialog, QStringLiteral("Open")), Qt::LeftButton);
  });
  ASSERT_EQ(ownPrograms().size(), 1U);
  EXPECT_EQ(ownPrograms()[0].id(), QStringLiteral("file:") + model);
  EXPECT_EQ(ownPrograms()[0].name, QStringLiteral("textbook"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().device().has_value(); }, 10000));
  const auto listed = window_.findChild<DeviceList*>()->devices();
  EXPECT_EQ(std::count_if(listed.begin(), listed.end(),
                          [&](const DeviceEntry& entry) { return entry.id == QStringLiteral("file:") + model; }),
            1);
  EXPECT_GT(std::count_if(listed.begin(), listed.end(),
                          [](const DeviceEntry& entry) { return entry.id.startsWith(QStringLiteral("recording:")); }),
            1);
}

TEST(AddedDevices, are_what_their_files_are) {
  EXPECT_EQ(
      (OwnProgram{QStringLiteral("x"), QStringLiteral(CHASESCOPE_SOURCE_DIR "/resources/models/h100.json"), OwnProgram::Kind::file}
           .id()
           .section(QLatin1Char(':'), 0, 0)),
      QStringLiteral("file"));
  EXPECT_EQ((OwnProgram{QStringLiteral("x"), QStringLiteral(CHASESCOPE_SOURCE_DIR "/resources/topologies/v100.json"),
                        OwnProgram::Kind::file}
                 .id()
                 .section(QLatin1Char(':'), 0, 0)),
            QStringLiteral("recording"));
  EXPECT_EQ((OwnProgram{QStringLiteral("x"), QStringLiteral("lab.mystery"), OwnProgram::Kind::file}.id()),
            QStringLiteral("mystery:lab.mystery"));
  EXPECT_EQ(ownProgramOf(QStringLiteral("ssh:me@far:cuda:1")).command, QStringLiteral("me@far:cuda:1"));
}

}  // namespace
}  // namespace chasescope
