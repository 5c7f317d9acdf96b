#include "app/window/main_window.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QLabel>
#include <QProgressBar>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/lesson/lesson_list.h"
#include "app/mystery/grading_window.h"
#include "app/mystery/mystery_desk.h"
#include "app/presenter/presenter_strip.h"
#include "app/programs/own_programs.h"
#include "app/tabs/view_tabs.h"
#include "app/window/builder_desk.h"
#include "app/window/free_run_bar.h"
#include "app/window/help_dialogs.h"
#include "app/window/lesson_mode.h"
#include "app/window/model_numbers.h"
#include "app/window/presenter_mode.h"
#include "app/window/theme_settings.h"
#include "app/window/window_bars.h"
#include "app/window/window_comfort.h"
#include "app/window/window_history.h"
#include "app/window/window_pages.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/device/generation.h"
#include "engine/device/recording/recorded_probe.h"
#include "engine/probe/discovery/registry.h"
#include "engine/session/document/run_series.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/shown_text.h"
#include "widgets/shell/answer_bar.h"
#include "widgets/shell/device_list.h"
#include "widgets/shell/findings_panel.h"
#include "widgets/shell/parameter_form.h"
#include "widgets/shell/probe_list.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

DeviceEntry::Kind kind_of(Origin origin) {
  using Kind = DeviceEntry::Kind;
  return origin == Origin::hardware ? Kind::card : origin == Origin::recording ? Kind::recording : Kind::model;
}

}  // namespace

MainWindow::MainWindow(Theme& theme, QWidget* parent)
    : QMainWindow(parent),
      theme_(theme),
      actions_(new WindowActions(theme, this)),
      devices_(new DeviceList(theme)),
      probes_(new ProbeList(theme)),
      form_(new ParameterForm(theme)),
      views_(new ViewTabs(explorer_, theme)),
      findings_(new FindingsPanel(explorer_.store(), theme)),
      mystery_(new MysteryDesk(explorer_, theme, *this)),
      log_(new LogPanel(theme)),
      status_(elidedLabel(this, "plain")),
      progress_(new QProgressBar),
      numbers_(new QToolButton),
      dialogs_(explorer_, *log_, theme, this),
      settings_(explorer_, *form_),
      freeRun_(
          explorer_, [this] { return probes_->current(); }, [this] { return form_->values(); }) {
  setWindowTitle(QStringLiteral("ChaseScope"));
  setObjectName(QStringLiteral("mainWindow"));
  resize(1280, 800);  // before the panels are shared out
  buildPanels();
  fillToolBar(*this, *actions_);
  fillMenus(*this, *actions_, mystery_->actions());
  buildStatusBar();
  presenter_ = new PresenterMode(*this, *views_, *strip_, *actions_, theme_);
  middle_ = new WindowPages(*this, *pages_, *cards_, *presenter_, *log_, theme_);
  connectExplorer();
  connectActions();
  fillDevices();
  new OwnPrograms({explorer_, freeRun_, *devices_, *log_, theme_, actions_->openProgram, actions_->restartProgram,
                   [this](const QString& id) { openDevice(id); }, this});
  new WindowComfort(*this, theme_);
  lessons_ = new LessonMode(*this, *presenter_, *strip_, *column_, *row_, theme_);
  new BuilderDesk(*this, theme_);
  restoreLayout();
  refreshState();
}

MainWindow::~MainWindow() = default;

QDockWidget* MainWindow::addPanel(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(name);
  dock->setWidget(content);
  dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable);  // by the View menu
  addDockWidget(area, dock);
  return dock;
}

void MainWindow::buildPanels() {
  auto* centre = new QWidget;
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(8, 0, 8, 8);
  strip_ = new PresenterStrip(explorer_, *form_, theme_);
  layout->addWidget(strip_);
  answer_ = new AnswerBar(theme_);
  layout->addWidget(new FreeRunBar(freeRun_, explorer_, theme_, *actions_));
  layout->addWidget(answer_);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  cards_ = new QSplitter(Qt::Horizontal);
  cards_->setChildrenCollapsible(false);
  cards_->setHandleWidth(8);
  auto* first = new QWidget;
  auto* below = new QVBoxLayout(first);
  below->setContentsMargins(0, 0, 0, 0);
  below->setSpacing(4);
  below->addWidget(views_, 1);
  cards_->addWidget(first);
  row->addWidget(cards_, 1);
  layout->addLayout(row, 1);
  column_ = layout;
  row_ = row;
  pages_ = new QStackedWidget;
  pages_->addWidget(centre);
  setCentralWidget(pages_);

  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  auto* devices = addPanel("devices", tr("Devices"), devices_, Qt::LeftDockWidgetArea);
  auto* probes = addPanel("probes", tr("Probes"), probes_, Qt::LeftDockWidgetArea);
  auto* settings = addPanel("settings", tr("Settings of the probe"), scrolling(form_), Qt::RightDockWidgetArea);
  auto* findings = addPanel("findings", tr("Findings"), findings_, Qt::RightDockWidgetArea);
  auto* log = addPanel("log", tr("Log"), log_, Qt::BottomDockWidgetArea);
  findings->setTitleBarWidget(findings_->header());  // it says the title, and holds the buttons
  log->setTitleBarWidget(log_->header());
  mystery_->addTo(settings);
  resizeDocks({devices, settings}, {250, 330}, Qt::Horizontal);
  resizeDocks({devices, probes}, {460, 240}, Qt::Vertical);
  resizeDocks({settings, findings}, {440, 290}, Qt::Vertical);
  resizeDocks({log}, {90}, Qt::Vertical);

  std::vector<ProbeInfo> infos;
  for (const auto& probe : all_probes()) infos.push_back(probe->info());
  probes_->setProbes(infos);
  probes_->setCurrent(QString::fromStdString(infos.front().name));
  form_->setProbe(infos.front());
}

void MainWindow::buildStatusBar() {
  progress_->setRange(0, 1000);
  progress_->setFixedWidth(180);
  progress_->setTextVisible(false);
  progress_->setObjectName(QStringLiteral("progress"));
  progress_->setAccessibleName(tr("Progress of the probe"));
  progress_->hide();
  status_->setContentsMargins(8, 0, 0, 0);
  numbers_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  numbers_->setFocusPolicy(Qt::StrongFocus);
  numbers_->setDefaultAction(actions_->modelNumbers);
  numbers_->hide();
  statusBar()->addWidget(status_, 1);
  statusBar()->addPermanentWidget(numbers_);
  statusBar()->addPermanentWidget(progress_);
}

void MainWindow::connectExplorer() {
  connect(devices_, &DeviceList::deviceChosen, this, &MainWindow::openDevice);
  connect(probes_, &ProbeList::probeSelected, this, [this](const QString& name) {
    chooseProbe(name);
    views_->introduce(name);
  });
  connect(probes_, &ProbeList::probeActivated, this, &MainWindow::runOnce);
  connect(form_, &ParameterForm::submitted, this, [this] {
    if (!freeRun_.active()) runOnce();  // the free run takes what was typed by itself
  });
  connect(form_, &ParameterForm::validChanged, this, &MainWindow::refreshState);
  connect(findings_, &FindingsPanel::evidenceRequested, this, &MainWindow::showEvidence);
  connect(findings_, &FindingsPanel::exportRequested, actions_->exportReport, &QAction::trigger);
  connect(views_, &ViewTabs::reportRequested, actions_->exportReport, &QAction::trigger);
  connect(views_, &ViewTabs::exportRequested, this, &MainWindow::exportFigure);
  connect(views_, &ViewTabs::probeRequested, this,
          [this](const QString& name, const ParameterValues& values) { runProbe(name, values); });
  connect(views_, &ViewTabs::evidenceRequested, this, &MainWindow::showEvidence);
  connect(&explorer_.selection(), &Selection::subjectChanged, findings_, &FindingsPanel::showSubject);

  connect(&explorer_, &Explorer::deviceOpening, this, [this](const QString& id) {
    devices_->setState(id, DeviceEntry::State::opening);
    refreshState();
  });
  connect(&explorer_, &Explorer::deviceOpened, this, &MainWindow::deviceOpened);
  connect(&explorer_, &Explorer::chaseSuited, this, [this](const ParameterValues& values) {
    settings_.suit(values);
    beginToMeasure();
  });
  connect(&explorer_.store(), &RunStore::canMeasureChanged, this, [this](bool can) {
    QHash<QString, QString> reasons;
    for (const auto& probe : all_probes()) {
      const QString name = QString::fromStdString(probe->info().name), why = explorer_.store().whyNot({name});
      if (can && !why.isEmpty()) reasons[name] = why;
    }
    probes_->setUnavailable(reasons);
  });
  connect(&explorer_, &Explorer::deviceFailed, this, [this](const QString& id, const QString& sentence) {
    devices_->setState(id, DeviceEntry::State::failed, sentence);
    log_->add(LogPanel::Level::error, sentence);
    refreshState();
  });
  connect(&explorer_, &Explorer::deviceClosed, this, [this](const QString& id) {
    devices_->setState(id, DeviceEntry::State::closed);
    refreshState();
  });
  connect(&explorer_, &Explorer::deviceSaid, this, [this](const QString& line) { log_->add(LogPanel::Level::info, line); });
  connect(&explorer_, &Explorer::probeStarted, this, [this](const QString& probe) {
    probes_->setState(probe, ProbeList::State::running);
    progress_->setValue(0);
    answer_->hide();
    if (!lessons_->active()) views_->showViewOfProbe(probe);
    refreshState();
  });
  connect(&explorer_, &Explorer::progressMade, this, [this](double fraction, const QString& doing) {
    progress_->setValue(static_cast<int>(fraction * 1000));
    if (!freeRun_.active()) status_->setText(shownText(explorer_.device()->name) + QStringLiteral("  ·  ") + doing);
  });
  connect(&explorer_, &Explorer::probeEnded, this, &MainWindow::probeEnded);
  connect(&explorer_, &Explorer::documentChanged, this, &MainWindow::refreshState);
  connect(&theme_, &Theme::themeChanged, this, &MainWindow::refreshState);  // a new icon brings the action's own text back
  connect(&freeRun_, &FreeRun::activeChanged, this, [this](bool active) {
    actions_->freeRun->setChecked(active);
    form_->setSliders(active);
    refreshState();
  });
}

void MainWindow::connectActions() {
  connect(actions_->run, &QAction::triggered, this, &MainWindow::runOnce);
  connect(actions_->discover, &QAction::triggered, this, [this] { runProbe(QStringLiteral("discover"), {}); });
  connect(actions_->freeRun, &QAction::triggered, &freeRun_, &FreeRun::setActive);
  connect(actions_->stop, &QAction::triggered, this, [this] {
    freeRun_.setActive(false);
    explorer_.cancel();
  });
  connect(actions_->noise, &QAction::toggled, this, [this] {
    if (!explorer_.deviceId().isEmpty()) openDevice(explorer_.deviceId());
  });
  connect(actions_->modelNumbers, &QAction::triggered, this, &MainWindow::showModelNumbers);
  connect(actions_->newSession, &QAction::triggered, this, [this] {
    freeRun_.setActive(false);
    if (dialogs_.mayDiscard()) explorer_.newSession();
  });
  connect(actions_->open, &QAction::triggered, this, [this] {
    const QString path = dialogs_.askForSession();
    if (!path.isEmpty()) openSession(path);
  });
  connect(actions_->save, &QAction::triggered, this, [this] { dialogs_.saveAs(); });
  connect(actions_->exportFigure, &QAction::triggered, this, [this] { exportFigure(); });
  connect(actions_->exportReport, &QAction::triggered, this, [this] { dialogs_.exportReport(); });
  connect(actions_->compare, &QAction::triggered, this, [this] { dialogs_.compareWith(); });
  connect(actions_->lessons, &QAction::triggered, this, [this] {
    LessonList list(theme_, this);
    if (list.exec() == QDialog::Accepted) playLesson(list.chosen());
  });
  connect(strip_, &PresenterStrip::settled, this, [this] {
    if (!freeRun_.active()) runOnce();
  });
  connect(mystery_, &MysteryDesk::openRequested, this, &MainWindow::openDevice);
  connect(mystery_, &MysteryDesk::said, this,
          [this](LogPanel::Level level, const QString& sentence) { log_->add(level, sentence); });
  connect(mystery_, &MysteryDesk::sessionRequested, this, [this](const Session& session, const QString& words) {
    freeRun_.setActive(false);
    if (!dialogs_.mayDiscard()) return;
    explorer_.showSession(session);
    log_->add(LogPanel::Level::good, tr("Opened %1.").arg(words));
    showStart(false);
    showDocument();
    raise();
    activateWindow();
  });
  connect(mystery_, &MysteryDesk::runRequested, this, [this](const QString& id) { showEvidence({id}); });
  connect(actions_->quit, &QAction::triggered, this, &QWidget::close);
  connect(actions_->largerText, &QAction::triggered, this, [this] { theme_.setFontScale(theme_.fontScale() * 1.1); });
  connect(actions_->smallerText, &QAction::triggered, this, [this] { theme_.setFontScale(theme_.fontScale() / 1.1); });
  connect(actions_->resetText, &QAction::triggered, this, [this] { theme_.setFontScale(1.0); });
  connect(actions_->resetLayout, &QAction::triggered, this, [this] {
    restoreState(firstLayout_, kLayoutVersion);
    mystery_->showOrHide();
  });
  connect(actions_->shortcuts, &QAction::triggered, this, [this] { showShortcuts(this, actions_->all()); });
  connect(actions_->about, &QAction::triggered, this, [this] { showAbout(this); });
  new WindowHistory(explorer_, *views_, *probes_, *form_, *actions_, this);
  addActions(actions_->all());
}

void MainWindow::fillDevices() {
  const DeviceListing listing = list_devices();
  std::vector<DeviceEntry> entries;
  for (const CatalogueEntry& entry : listing.devices) {
    entries.push_back({QString::fromStdString(entry.id), QString::fromStdString(entry.name), QString::fromStdString(entry.summary),
                       kind_of(entry.origin)});
    const Generation* generation = entry.origin == Origin::model ? generation_of(entry.compute_capability) : nullptr;
    if (generation == nullptr) continue;
    entries.back().generation = tr("%1, %2").arg(QString::fromLatin1(generation->name)).arg(generation->year);
    entries.back().year = generation->year;
  }
  devices_->setDevices(entries);
  if (!listing.why_no_card.empty()) log_->add(LogPanel::Level::info, QString::fromStdString(listing.why_no_card));
}

void MainWindow::showStart(bool start) { middle_->showStart(start); }
SecondCard& MainWindow::second() { return middle_->second(); }
void MainWindow::putBeside(const QString& id) { middle_->putBeside(id); }
QWidget& MainWindow::cards() const { return *cards_; }

void MainWindow::onceOpen(std::function<void()> next) {
  measureWhenOpen_ = false;
  explorer_.opening() ? void(whenOpen_ = std::move(next)) : next();
}

void MainWindow::playLesson(const QString& idOrPath) {
  showStart(false);
  lessons_->play(idOrPath);
}

void MainWindow::openDevice(const QString& id) {
  freeRun_.setActive(false);
  if (explorer_.reopens(id, actions_->noise->isChecked()) && !dialogs_.mayDiscard()) return;
  settings_.keep();
  // Another device begins with what suits it, not with what suited the one before.
  if (!explorer_.deviceId().isEmpty() && id != explorer_.deviceId()) form_->setProbe(ProbeInfo(form_->probe()));
  if (id.startsWith(kMysteryKind))
    devices_->addDevice({id, mysteryTitle(id), id.mid(kMysteryKind.size()), DeviceEntry::Kind::mystery});
  devices_->setCurrent(id);
  explorer_.openDevice(id, actions_->noise->isChecked());
}

void MainWindow::deviceOpened(const QString& id) {
  answer_->hide();
  devices_->setState(id, DeviceEntry::State::open);
  const Description& device = *explorer_.device();
  log_->add(LogPanel::Level::good, tr("%1 is open.").arg(QString::fromStdString(device.name)));
  settings_.begin();
  modelNumbers_ = model_numbers_of(id);
  probes_->clearStates();
  if (const auto& recorded = explorer_.recording()) {
    // What there is to see is all in it.
    if (const auto held = recorded_probes(*recorded); !held.empty() && !explorer_.store().whyNot({probes_->current()}).isEmpty()) {
      const QString last = QString::fromStdString(held.back()->name);
      probes_->setCurrent(last);
      chooseProbe(last);
    }
    if (!lessons_->active()) showDocument();
  }
  if (device.sealed && (probes_->current().isEmpty() || !explorer_.store().whyNot({probes_->current()}).isEmpty())) {
    const QString chase = QStringLiteral("fine-grained");  // what was chosen is locked
    probes_->setCurrent(chase);
    chooseProbe(chase);
  }
  refreshState();
  if (const auto next = std::exchange(whenOpen_, {})) return next();
  // On a model or a card the settings that suit it are on their way.
  if (device.origin != Origin::model && device.origin != Origin::hardware) beginToMeasure();
}

void MainWindow::beginToMeasure() {
  if (!std::exchange(measureWhenOpen_, false) || explorer_.recording() || explorer_.device()->sealed) return;
  if (explorer_.device()->origin == Origin::model) {
    freeRun_.setActive(true);
  } else {
    runOnce();
  }
}

void MainWindow::chooseProbe(const QString& name, bool asLeft) {
  freeRun_.setActive(false);
  settings_.keep();
  if (const Probe* probe = find_probe(name.toStdString())) form_->setProbe(probe->info());
  settings_.suitAgain();
  if (asLeft) settings_.bring();
  refreshState();
}

void MainWindow::runOnce() {
  if (!actions_->run->isEnabled()) return;
  freeRun_.setActive(false);
  explorer_.run(probes_->current(), form_->values());
}

void MainWindow::runProbe(const QString& name, const ParameterValues& values, bool freely) {
  probes_->setCurrent(name);
  chooseProbe(name, false);
  if (!values.empty()) form_->setValues(values);
  if (freely && actions_->freeRun->isEnabled())
    freeRun_.setActive(true);
  else
    runOnce();
}

void MainWindow::probeEnded(const QString& probe, const QString& sentence) {
  const bool stopped = explorer_.cancelled(), failed = !sentence.isEmpty();
  const QString title = QString::fromStdString(find_probe(probe.toStdString())->info().title);
  probes_->setState(probe, stopped ? ProbeList::State::idle : failed ? ProbeList::State::failed : ProbeList::State::done);
  // That a free run was stopped is no news to whoever stopped it.
  if (failed)
    log_->add(LogPanel::Level::error, sentence);
  else if (stopped && !explorer_.wasRepeated())
    log_->add(LogPanel::Level::info, tr("%1 was stopped.").arg(title));
  else if (!stopped && !freeRun_.active())
    log_->add(LogPanel::Level::good, tr("%1 is done.").arg(title));
  if (!failed && !stopped && !explorer_.wasRepeated() && !lessons_->active()) answer_->tell(title, explorer_.lastFindings());
  refreshState();
}

void MainWindow::refreshState() {
  const bool busy = explorer_.busy() || freeRun_.active();
  const auto canRun = [this](const QString& probe) { return explorer_.store().whyNot({probe}).isEmpty(); };
  const bool sealed = explorer_.device() && explorer_.device()->sealed;
  if (explorer_.recording() || sealed) {
    const RunStore& store = explorer_.store();
    WindowActions::needs(actions_->run, store.whyNot({probes_->current()}));
    WindowActions::needs(actions_->discover, store.whyNot({QStringLiteral("discover")}));
    for (QAction* action : {actions_->freeRun, actions_->single})
      WindowActions::needs(action, sealed ? tr("a free run would spend all accesses of a mystery card in a moment.")
                                          : tr("a recording answers what it holds, and measures nothing anew."));
  } else {
    for (QAction* action : {actions_->run, actions_->discover, actions_->freeRun, actions_->single})
      WindowActions::needs(action, tr("no device is open. Choose one in the list of devices, or here."));
  }
  actions_->run->setEnabled(canRun(probes_->current()) && form_->isValid());
  actions_->discover->setEnabled(canRun(QStringLiteral("discover")));
  actions_->freeRun->setEnabled(explorer_.device() && !explorer_.recording() && !sealed && (form_->isValid() || freeRun_.active()));
  actions_->stop->setEnabled(busy || explorer_.opening());
  actions_->save->setEnabled(explorer_.hasRuns() || explorer_.hasFindings());
  actions_->exportReport->setEnabled(explorer_.hasFindings());
  actions_->compare->setEnabled(explorer_.hasFindings());
  actions_->exportFigure->setEnabled(explorer_.hasRuns());
  const bool model = explorer_.device() && !modelNumbers_.empty();
  actions_->modelNumbers->setEnabled(model);
  numbers_->setVisible(model);
  numbers_->setText(tr("%1 of %2 numbers assumed").arg(assumedAmong(modelNumbers_)).arg(modelNumbers_.size()));
  progress_->setVisible(explorer_.busy() && !freeRun_.active());
  const QString device = explorer_.device()    ? shownText(explorer_.device()->name)
                         : explorer_.opening() ? tr("Opening %1 …").arg(explorer_.deviceId())
                                               : tr("No device is open");
  const QString doing = freeRun_.active()               ? tr("free-running")
                        : busy                          ? tr("measuring")
                        : explorer_.trouble().isEmpty() ? tr("ready")
                                                        : explorer_.trouble();
  status_->setText(device + QStringLiteral("  ·  ") + doing);
}

void MainWindow::showModelNumbers() {
  ModelNumbersDialog dialog(shownText(explorer_.device()->name), modelNumbers_, theme_, this);
  dialog.exec();
}

void MainWindow::showEvidence(const QStringList& runIds) {
  for (const QString& id : runIds) {
    const ShownRun* run = explorer_.store().run(id);
    if (run == nullptr) continue;
    views_->showViewOf(run->run->call());
    explorer_.selection().setCurrentRun(id);
    return;
  }
}

void MainWindow::openSession(const QString& path) {
  if (isMystery(path)) return openDevice(kMysteryKind + path);
  if (isAnswers(path)) return gradeAnswers({path});
  freeRun_.setActive(false);
  if (!dialogs_.mayDiscard() || !dialogs_.open(path)) return;
  showStart(false);
  showDocument();
}

void MainWindow::gradeAnswers(const QStringList& paths) { mystery_->grade(paths); }

void MainWindow::showDocument() {
  // Traces come first; a session without any shows what it has.
  std::string_view call;
  for (const RunPtr& run : data_runs(explorer_.session().runs))
    if (call != ChaseRequest::kCall) call = run->call();
  const auto& environment = explorer_.session().environment;
  if (environment.is_object() && environment.value("probe", nlohmann::json()) == "discover")
    views_->showMemory();
  else if (call == ChaseRequest::kCall && environment.is_object() && environment.value("probe", nlohmann::json()) == "conflicts")
    views_->showViewOf(TrialsRequest::kCall);  // the chases are those that levels were seen in
  else if (!call.empty())
    views_->showViewOf(call);
  else if (explorer_.hasFindings())
    views_->showReport();
}

void MainWindow::exportFigure(const QString& figure) {
  dialogs_.exportFigure(figure, [this](const QString& name) { return views_->choiceOfFigure(name); });
}

void MainWindow::restoreLayout() {
  firstLayout_ = saveState(kLayoutVersion);
  const QSettings settings;
  restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
  restoreState(settings.value(QStringLiteral("layout")).toByteArray(), kLayoutVersion);
  mystery_->showOrHide();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  freeRun_.setActive(false);
  lessons_->player().leave();
  showStart(false);
  actions_->present->setChecked(false);
  if (!dialogs_.mayDiscard() || !dialogs_.mayForget()) return event->ignore();
  explorer_.cancel();
  QSettings settings;
  settings.setValue(QStringLiteral("geometry"), saveGeometry());
  settings.setValue(QStringLiteral("layout"), saveState(kLayoutVersion));
  saveTheme(theme_);
  QMainWindow::closeEvent(event);
}

}  // namespace chasescope

#include "moc_main_window.cpp"
