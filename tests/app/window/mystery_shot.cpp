// mystery_shot CARD.mystery FOLDER [WIDTHxHEIGHT] [dark|contrast] [font=1.5]: takes pictures of a mystery card in the window, of
// its answer sheet in a floating panel, and of the dialog that makes a card, for a person to look at.
// mystery_shot grade=FOLDER seed=4711 FOLDER [WIDTHxHEIGHT] …: takes a picture of the window that grades the answers of the first
// folder.
#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <cstdio>
#include <cstdlib>

#include "app/documents/font_setup.h"
#include "app/mystery/answer_panel.h"
#include "app/mystery/grading_window.h"
#include "app/mystery/mystery_desk.h"
#include "app/mystery/new_mystery_dialog.h"
#include "app/window/main_window.h"
#include "widgets/shell/parameter_form.h"

using namespace chasescope;

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  prepare_font_configuration();
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  QApplication application(argc, argv);
  Theme theme;
  QSize size(1280, 800);
  for (const QString& word : application.arguments().mid(3)) {
    if (word == "dark" || word == "contrast")
      theme.setMode(Theme::modeNamed(word));
    else if (word.startsWith("font="))
      theme.setFontScale(word.mid(5).toDouble());
    else if (word.contains('x'))
      size = QSize(word.section('x', 0, 0).toInt(), word.section('x', 1, 1).toInt());
  }
  theme.applyTo(application);
  const QStringList words = application.arguments();
  if (words[1].startsWith("grade=")) {
    GradingWindow grading(theme);
    grading.resize(size);
    grading.addFiles({words[1].mid(6)});
    grading.setSeed(words[2].mid(5));
    grading.show();
    QTest::qWait(300);
    const bool saved = grading.grab().save(words.value(3) + "/grades.png");
    std::printf("%s\n", saved ? "saved" : "NOT saved");
    return saved ? 0 : 1;
  }
  MainWindow window(theme);
  window.resize(size);
  window.show();
  window.openDevice("mystery:" + QString::fromLocal8Bit(argv[1]));
  (void)QTest::qWaitFor([&] { return window.explorer().device().has_value(); }, 20000);
  int ended = 0;
  QObject::connect(&window.explorer(), &Explorer::probeEnded, &window, [&] { ++ended; });
  for (const char* bytes : {"40KiB", "41216"}) {
    window.form().setValues({{"bytes", bytes}, {"stride", "256"}, {"accesses", "644"}});
    const int before = ended;
    window.actions().run->trigger();
    (void)QTest::qWaitFor([&] { return ended > before; }, 20000);
  }
  AnswerPanel& panel = window.findChild<MysteryDesk*>()->panel();
  const std::vector<mystery::Answer> answers{
      {"40 KiB", "First misses at N = 41,216 B: 161 lines are one too many.", {"run-1", "run-3"}},
      {"256 B", "Beyond 40 KiB and at s = 64 B, every fourth load misses.", {"run-3"}},
      {"32 x 5", "With 161 lines six miss, 8 KiB apart: 8 KiB / 256 B = 32 sets, and 6 - 1 = 5 ways.", {"run-3"}},
      {"fifo", "A hit on the oldest line does not save it: it still goes.", {}}};
  for (std::size_t i = 0; i < answers.size() && i < panel.rows().size(); ++i) panel.rows()[i]->setAnswer(answers[i]);
  for (AnswerRow* row : panel.rows()) emit row->changed();
  panel.student()->setText("s-101");
  QTest::qWait(300);
  const QString folder = QString::fromLocal8Bit(argv[2]);
  bool saved = window.grab().save(folder + "/window.png");
  QWidget* dock = window.findChild<QDockWidget*>("mystery");
  static_cast<QDockWidget*>(dock)->setFloating(true);
  dock->resize(theme.scaled(1180), theme.scaled(470));
  QTest::qWait(300);
  saved = dock->grab().save(folder + "/sheet.png") && saved;
  NewMysteryDialog dialog(theme, &window);
  dialog.show();
  QTest::qWait(100);
  saved = dialog.grab().save(folder + "/new.png") && saved;
  std::printf("%s\n", saved ? "saved" : "NOT saved");
  std::fflush(stdout);
  std::_Exit(saved ? 0 : 1);  // ends without the question about unsaved runs
}
