// window_shot DEVICE OUT.png [WIDTHxHEIGHT] [dark] [free] [numbers] [program | machine] [probe=NAME[,NAME…]] [tab=TITLE]
// [choose=SUBJECT] [run=ID] [press=KEYS] [beside=DOCUMENT] [second=DEVICE [over]] [cards=ID,… | years=QUANTITY,ID,… | normal=ID]
// [theme=contrast] [layout=Lecture] [palette=TYPED] [builder[=LIKE]] [manual[=PLACE]] [find=WORDS] [only=VIEW] [terms]
// [picture=TERM] [at=0.4] [export=FIGURE] [left] [present] [room] [lesson=ID [step=N] [reveal]] [terms] [term=ID] [glossary[=ID]]
// [key=value …]: opens the window, measures, and takes a picture for a person to look at. It works without a screen
// (QT_QPA_PLATFORM=offscreen) and at any scale (QT_SCALE_FACTOR=2).
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QMetaEnum>
#include <QSettings>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "app/beside/second_card.h"
#include "app/builder/cache_builder.h"
#include "app/builder/footprint_strip.h"
#include "app/builder/like_choice.h"
#include "app/cards/cards_dialog.h"
#include "app/cards/check_page.h"
#include "app/documents/export_dialog.h"
#include "app/documents/font_setup.h"
#include "app/documents/memory_comparison.h"
#include "app/help/manual_desk.h"
#include "app/programs/program_dialog.h"
#include "app/tabs/view_tabs.h"
#include "app/window/lesson_mode.h"
#include "app/window/main_window.h"
#include "app/window/model_numbers.h"
#include "app/window/palette_commands.h"
#include "app/window/window_comfort.h"
#include "engine/build/policy_choice.h"
#include "engine/findings/terms.h"
#include "engine/session/journal/journal.h"
#include "engine/trace/quantity_text.h"
#include "widgets/glossary/explain.h"
#include "widgets/glossary/term_label.h"
#include "widgets/glossary/term_pictures.h"
#include "widgets/manual/manual_window.h"
#include "widgets/registry/view_list.h"
#include "widgets/shell/command_palette.h"
#include "widgets/shell/parameter_form.h"
#include "widgets/shell/probe_list.h"
#include "widgets/views/chase/chase_view.h"

using namespace chasescope;

namespace {

/// The pictures of all terms on one sheet, with their names.
bool drawAllTerms(const Theme& theme, const char* path) {
  constexpr int kColumns = 6, kWide = 300, kHigh = 180;
  const int rows = static_cast<int>(all_terms().size() + kColumns - 1) / kColumns;
  QImage sheet(kColumns * kWide, rows * kHigh, QImage::Format_RGB32);
  sheet.fill(theme.colours().card);
  QPainter painter(&sheet);
  int at = 0;
  for (const Term& term : all_terms()) {
    painter.save();
    painter.translate(at % kColumns * kWide + 10, at / kColumns * kHigh + 30);
    painter.setFont(theme.text(13, Weight::bold));
    painter.setPen(theme.colours().ink);
    painter.drawText(0, -8, QString::fromUtf8(term.name));
    TermSketch sketch(painter, theme.colours());
    pictureOfTerm(term.id)(sketch);
    painter.restore();
    ++at;
  }
  painter.end();
  return sheet.save(QString::fromLocal8Bit(path));
}

/// The picture of one term alone.
bool drawTerm(const Theme& theme, const QString& id, const char* path) {
  constexpr int kScale = 2, kAir = 8;
  const DrawTerm draw = pictureOfTerm(id.toStdString());
  if (draw == nullptr) return false;
  QImage sheet(static_cast<int>(kSheetWidth + 2 * kAir) * kScale, static_cast<int>(kSheetHeight + 2 * kAir) * kScale,
               QImage::Format_RGB32);
  sheet.fill(theme.colours().card);
  QPainter painter(&sheet);
  painter.scale(kScale, kScale);
  painter.translate(kAir, kAir);
  TermSketch sketch(painter, theme.colours());
  draw(sketch);
  painter.end();
  return sheet.save(QString::fromLocal8Bit(path));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr,
                 "window_shot DEVICE OUT.png [WIDTHxHEIGHT] [dark] [free] [numbers] [program] [probe=NAME[,NAME...]] [tab=TITLE] "
                 "[choose=SUBJECT] [run=ID] [cover=pass,cache] [press=E,Right] [beside=recording:h200] [theme=contrast] "
                 "[layout=Lecture] [palette=TYPED] "
                 "[builder[=LIKE]] [export=FIGURE] [at=0.4] [present] [lesson=ID] [step=N] [reveal] [key=value ...]\n");
    return 2;
  }
  prepare_font_configuration();
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  QApplication application(argc, argv);
  QSize size(1280, 800);
  bool free_running = false;
  double at = 0;  // the progress of the probe, 0 to 1, at which the picture is taken; 0: at its end
  bool nothing = false;
  bool numbers = false, program = false, machine = false;
  QStringList probes{"fine-grained"};
  QString tab, subject, run, layout, beside, lesson, second, exported;
  bool over = false;    // draws the curves of both cards over each other
  QStringList cards;    // ids of cards in the dialog, with a quantity before them if `years`; or "all"
  bool years = false;   // the dialog shows the line of generations
  bool normal = false;  // the dialog shows the check of one card against its kind
  int step = 1;         // of the lesson, from 1
  bool reveal = false;  // the answer is shown
  bool left = false;    // the measured runs are offered as after a crash
  bool present = false, room = false, start = false, allPictures = false;
  QString picture;                          // the id of a term, whose picture alone is drawn
  QString term;                             // the id of a term, which is explained beside its first mention
  std::optional<QString> glossary, manual;  // the id of a term, and a place in the manual
  QString sought;                           // words to look for in the manual
  QString only;                             // the id of the view that is taken alone, without the window around it
  std::optional<QString> typed, like;
  QStringList keys, covered;
  ParameterValues values;
  Theme theme;
  for (const QString& word : application.arguments().mid(3)) {
    const auto pair = word.split('=');
    if (word == "dark") theme.setMode(Theme::Mode::dark);
    else if (word == "terms")
      allPictures = true;
    else if (pair.size() == 2 && pair[0] == "picture")
      picture = pair[1];
    else if (pair.size() == 2 && pair[0] == "term")
      term = pair[1];
    else if (pair[0] == "manual")
      manual = word.section('=', 1);
    else if (pair[0] == "find")
      sought = word.section('=', 1);
    else if (pair.size() == 2 && pair[0] == "only")
      only = pair[1];
    else if (pair[0] == "glossary")
      glossary = word.section('=', 1);
    else if (word == "free") free_running = true;
    else if (word == "empty") nothing = true;
    else if (word == "reveal")
      reveal = true;
    else if (word == "left")
      left = true;
    else if (word == "present")
      present = true;
    else if (word == "room")
      room = true;
    else if (word == "start")
      start = true;
    else if (pair.size() == 2 && pair[0] == "lesson")
      lesson = pair[1];
    else if (pair.size() == 2 && pair[0] == "step")
      step = pair[1].toInt();
    else if (word == "program" || word == "machine")
      program = true, machine = word == "machine";
    else if (word == "numbers") numbers = true;
    else if (pair[0] == "builder")
      like = word.section('=', 1);
    else if (pair.size() == 2 && pair[0] == "probe") probes = pair[1].split(',');
    else if (pair.size() == 2 && pair[0] == "tab") tab = pair[1];
    else if (pair.size() == 2 && pair[0] == "theme") theme.setMode(Theme::modeNamed(pair[1]));
    else if (pair.size() == 2 && pair[0] == "layout") layout = pair[1];
    else if (pair.size() == 2 && pair[0] == "palette") typed = pair[1];
    else if (pair.size() == 2 && pair[0] == "choose") subject = pair[1];
    else if (pair.size() == 2 && pair[0] == "beside") beside = pair[1];
    else if (pair.size() == 2 && pair[0] == "second")
      second = pair[1];
    else if (pair.size() == 2 && pair[0] == "export")
      exported = pair[1];
    else if (word == "over")
      over = true;
    else if (pair.size() == 2 && (pair[0] == "cards" || pair[0] == "years" || pair[0] == "normal"))
      cards = pair[1].split(','), years = pair[0] == "years", normal = pair[0] == "normal";
    else if (pair.size() == 2 && pair[0] == "run")
      run = pair[1];
    else if (pair.size() == 2 && pair[0] == "cover")
      covered = pair[1].split(',');
    else if (pair.size() == 2 && pair[0] == "at") at = pair[1].toDouble();
    else if (pair.size() == 2 && pair[0] == "press") keys = pair[1].split(',');
    else if (pair.size() == 2 && pair[0] == "font") theme.setFontScale(pair[1].toDouble());
    else if (pair.size() == 2) values[pair[0].toStdString()] = pair[1].toStdString();
    else if (word.contains('x')) size = QSize(word.section('x', 0, 0).toInt(), word.section('x', 1, 1).toInt());
  }
  theme.applyTo(application);
  if (allPictures) return drawAllTerms(theme, argv[2]) ? 0 : 1;
  if (!picture.isEmpty()) return drawTerm(theme, picture, argv[2]) ? 0 : 1;
  MainWindow window(theme);
  window.resize(size);
  window.show();
  (void)QTest::qWaitForWindowExposed(&window);
  bool failed = false;
  QObject::connect(&window.explorer(), &Explorer::deviceFailed, &window, [&](const QString&, const QString& sentence) {
    std::fprintf(stderr, "%s\n", qPrintable(sentence));
    failed = true;
  });
  if (!lesson.isEmpty()) {
    window.playLesson(lesson);
    LessonPlayer& player = window.lessons().player();
    if (!player.active()) return 1;
    player.goTo(step - 1);
    (void)QTest::qWaitFor([&] { return !player.isMeasuring() && window.explorer().device().has_value(); }, 60000);
    QTest::qWait(300);
    if (reveal) player.reveal();
    nothing = true;
  }
  if (start) window.showStart(true);
  if (room) {
    emit window.views().roomRequested();
    QTest::qWait(300);
  }
  if (present) {
    window.actions().present->trigger();
    window.showNormal();  // the offscreen screen has a size of its own, which is not the one asked for
    window.resize(size);
  }
  if (!nothing) {
    window.openDevice(QString::fromLocal8Bit(argv[1]));
    if (QByteArray(argv[1]).startsWith("recording:") && probes == QStringList{"fine-grained"}) probes.clear();
    (void)QTest::qWaitFor([&] { return window.explorer().device().has_value() || failed; }, 60000);
    auto* list = window.findChild<ProbeList*>();
    int ended = 0;
    QObject::connect(&window.explorer(), &Explorer::probeEnded, &window, [&](const QString&, const QString& sentence) {
      if (!sentence.isEmpty()) std::fprintf(stderr, "%s\n", qPrintable(sentence));
      ++ended;
    });
    double progress = 0;
    QObject::connect(&window.explorer(), &Explorer::progressMade, &window, [&](double fraction) { progress = fraction; });
    for (const QString& probe : probes) {
      list->setCurrent(probe);
      emit list->probeSelected(probe);
      window.form().setValues(values);
      const int before = ended;
      (free_running ? window.actions().freeRun : window.actions().run)->trigger();
      (void)QTest::qWaitFor([&] { return failed || (at > 0 && progress >= at) || ended >= before + (free_running ? 100 : 1); }, 60000);
    }
  }
  auto* tabs = window.findChild<QTabWidget*>("tabs");
  for (int i = 0; i < tabs->count(); ++i)
    if (tabs->tabText(i) == tab) tabs->setCurrentIndex(i);
  for (const Command& command : commandsOf(window))
    if (command.text == layout) command.run();
  if (!beside.isEmpty()) std::fprintf(stderr, "%s", qPrintable(window.views().comparison().compareWith(beside)));
  if (!second.isEmpty()) {
    window.putBeside(second);
    Explorer& other = window.second().explorer();
    (void)QTest::qWaitFor([&] { return other.device().has_value(); }, 60000);
    (void)QTest::qWaitFor([&] { return other.hasRuns() && !other.busy(); }, 60000);
    window.second().setOver(over);
  }
  for (const QString& part : covered)
    if (const auto of = QMetaEnum::fromType<ChaseView::Part>().keyToValue(part.toLatin1()); of >= 0)
      window.views().of<ChaseView>().setCovered(static_cast<ChaseView::Part>(of), true);
  if (!run.isEmpty()) window.explorer().selection().setCurrentRun(run);
  if (!subject.isEmpty()) window.explorer().selection().setSubject(subject);
  if (!only.isEmpty()) window.views().showView(only.toStdString());
  QTest::qWait(at > 0 ? 80 : 300);  // time for delayed repaints
  QWidget* keyed = tabs->currentWidget();
  while (keyed->focusProxy() != nullptr) keyed = keyed->focusProxy();
  for (const QString& key : keys) QTest::keySequence(keyed, QKeySequence(key));
  if (!keys.isEmpty()) QTest::qWait(100);
  ModelNumbersDialog dialog(window.explorer().device() ? QString::fromStdString(window.explorer().device()->name) : QString(), model_numbers_of(window.explorer().deviceId()), theme, &window);
  if (numbers) dialog.show();
  ProgramDialog programs(theme, &window);
  if (program) programs.setProgram({"My LRU", "python3 resources/examples/cache_device.py"});
  if (machine) programs.setProgram({{}, "me@server", OwnProgram::Kind::machine});
  if (program) programs.show();
  if (!cards.isEmpty()) {
    CardLibrary library;
    const bool measured = normal && cards.front() == QStringLiteral("open");
    CardsDialog side(library, measured ? std::make_shared<const Session>(window.explorer().session()) : nullptr, {}, theme,
                     &window);
    side.resize(size);
    side.setPage(years ? CardsDialog::Page::years : CardsDialog::Page::table);
    if (years) side.quantities()->setCurrentIndex(side.quantities()->findData(cards.takeFirst()));
    cards == QStringList{"all"} ? side.tickAll() : side.setTicked(cards);
    side.show();
    if (normal) side.setPage(CardsDialog::Page::check);
    if (normal) side.setAsked(cards.front());
    (void)QTest::qWaitFor([&] { return !library.busy() && (!normal || side.checkPage().check()); }, 540000);
    QTest::qWait(200);
    const bool good = side.grab().save(QString::fromLocal8Bit(argv[2]));
    std::printf("%s %s\n", argv[2], good ? "saved" : "NOT saved");
    std::fflush(stdout);
    std::_Exit(good ? 0 : 1);
  }
  if (!exported.isEmpty()) {
    ExportDialog exporting(
        window.explorer().session(), [](const QString&) { return FigureChoice(); }, exported, &window);
    exporting.resize(size);
    exporting.show();
    QTest::qWait(300);
    const bool good = exporting.grab().save(QString::fromLocal8Bit(argv[2]));
    std::printf("%s %s\n", argv[2], good ? "saved" : "NOT saved");
    std::fflush(stdout);
    std::_Exit(good ? 0 : 1);
  }
  auto* palette = window.findChild<CommandPalette*>();
  if (typed) {
    window.actions().commands->trigger();
    QTest::keyClicks(palette->field(), *typed);
  }
  if (like) {
    window.actions().newCache->trigger();
    auto* builder = window.findChild<CacheBuilder*>();
    builder->resize(size);
    auto* likes = builder->findChild<LikeChoice*>();
    if (const int row = likes->findText(*like); row >= 0) {
      likes->setCurrentIndex(row);
      emit likes->activated(row);
    }
    if (values.contains("tlb") || values.contains("behind")) {
      build::BuiltCache built = builder->built();
      if (values.contains("tlb")) built.tlb = build::first_tlb();
      if (values.contains("behind")) built.behind = build::first_level(built);
      builder->setBuilt(built);
    }
    (void)QTest::qWaitFor([&] { return builder->pass() != nullptr; }, 10000);
    build::BuiltCache built = builder->built();
    if (values.contains("policy")) built.cache.policy = build::policy_for(values["policy"], built.cache.ways);
    if (values.contains("sets")) built.cache.ways.resize(std::stoul(values["sets"]), built.cache.ways.back());
    if (values.contains("table")) {
      built.cache.index = {};
      built.cache.index.kind = model::IndexSpec::Kind::table;
      const auto table = parse_counts(values["table"]).value_or(std::vector<std::uint64_t>{0});
      for (const std::uint64_t set : table) built.cache.index.table.push_back(static_cast<std::uint32_t>(set));
    }
    if (!(built == builder->built())) builder->setBuilt(built);
    auto* strip = builder->findChild<FootprintStrip*>();
    if (values.contains("N")) {
      strip->setValues(*parse_bytes(values["N"]), values.contains("s") ? *parse_bytes(values["s"]) : strip->stride());
      emit strip->changed();
    }
    if (values.contains("shown")) {
      auto* shown = builder->findChildren<QComboBox*>().last();
      for (QComboBox* box : builder->findChildren<QComboBox*>())
        if (box->findText("the cache") >= 0) shown = box;
      shown->setCurrentIndex(std::stoi(values["shown"]));
      emit shown->activated(shown->currentIndex());
    }
    QTest::qWait(150);
    const bool good = builder->grab().save(QString::fromLocal8Bit(argv[2]));
    std::printf("%s %s\n", argv[2], good ? "saved" : "NOT saved");
    std::fflush(stdout);
    std::_Exit(good ? 0 : 1);
  }
  if (!term.isEmpty()) {
    QWidget* beside_it = &window.views();
    for (auto* label : window.findChildren<TermLabel*>())
      if (label->isVisible() && label->term() != nullptr && term == QLatin1String(label->term()->id)) beside_it = label;
    explainTerm(*beside_it, term, QPoint(8, 24));
  }
  QDialog* terms = nullptr;
  if (glossary) {
    window.findChild<WindowComfort*>()->showGlossary(*glossary);
    terms = window.findChild<QDialog*>(QStringLiteral("glossaryDialog"));
    QTest::qWait(100);
  }
  ManualWindow* page = nullptr;
  if (manual) {
    window.findChild<ManualDesk*>()->open(manual->isEmpty() ? QStringLiteral("docs/index.md") : *manual);
    page = window.findChild<ManualWindow*>();
    page->resize(size);
    QTest::qWait(200);
    page->showPlace(*manual);
    page->search()->setText(sought);
    QTest::qWait(100);
  }
  const QTemporaryDir home;
  if (left) {
    const std::filesystem::path folder = std::filesystem::path(home.path().toStdString()) / "journal";
    const Session& session = window.explorer().session();
    {
      Journal journal(folder);
      const std::uint32_t job = journal.begin({journal.new_document(), session.device, session.environment});
      for (const RunPtr& each : session.runs) journal.add(job, *each);
      for (const Finding& each : session.findings) journal.add(job, each);
    }
    window.keepIn(folder);
    QTest::qWait(200);
  }
  QWidget* alone = nullptr;
  for (std::size_t i = 0; i < allViews().size(); ++i)
    if (only == QLatin1String(allViews()[i]->id)) alone = window.views().all()[static_cast<qsizetype>(i)];
  const bool saved = (page != nullptr    ? page->grab()
                      : alone != nullptr ? alone->grab()
                      : terms != nullptr ? terms->grab()
                      : numbers          ? dialog.grab()
                      : program          ? programs.grab()
                      : typed            ? palette->grab()
                                         : window.grab())
                         .save(QString::fromLocal8Bit(argv[2]));
  if (window.size() != size) std::fprintf(stderr, "the window is %d x %d: it can't be smaller\n", window.width(), window.height());
  std::printf("%s %s\n", argv[2], saved ? "saved" : "NOT saved");
  std::fflush(stdout);
  window.actions().stop->trigger();
  std::_Exit(saved && !failed ? 0 : 1);  // ends without the question about unsaved runs
}
