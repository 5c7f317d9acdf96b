#include "app/window/main_window.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QSettings>
#include <QSplitter>
#include <algorithm>

#include "app/help/help_dialogs.h"
#include "app/help/manual_desk.h"
#include "app/lesson/lesson_list.h"
#include "app/mystery/grading_window.h"
#include "app/mystery/mystery_desk.h"
#include "app/presenter/presenter_strip.h"
#include "app/programs/own_programs.h"
#include "app/recovery/recovery_bar.h"
#include "app/start/device_entries.h"
#include "app/tabs/view_tabs.h"
#include "app/window/builder_desk.h"
#include "app/window/lesson_mode.h"
#include "app/window/presenter_mode.h"
#include "app/window/theme_settings.h"
#include "app/window/window_bars.h"
#include "app/window/window_comfort.h"
#include "app/window/window_history.h"
#include "app/window/window_pages.h"
#include "app/window/window_state.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/device/recording/recorded_probe.h"
#include "engine/probe/discovery/registry.h"
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
      dialogs_(explorer_, *log_, theme, this),
      settings_(explorer_, *form_),
      freeRun_(
          explorer_, [this] { return probes_->current(); }, [this] { return form_->values(); }) {
  setWindowTitle(QStringLiteral("ChaseScope"));
  setObjectName(QStringLiteral("mainWindow"));
  resize(1280, 800);  // before the panels divide the room
  buildPanels();
  fillToolBar(*this, *actions_);
  fillMenus(*this, *actions_, mystery_->actions());
  state_ = new WindowState(*this, {explorer_, freeRun_, *probes_, *form_, *actions_, theme_});
  presenter_ = new PresenterMode(*this, *views_, *centre_.strip, *actions_, theme_);
  middle_ = new WindowPages(*this, *centre_.pages, *centre_.cards, *presenter_, *log_, theme_);
  connectExplorer();
  connectActions();
  const DeviceListing listing = list_devices();
  devices_->setDevices(device_entries(listing));
  if (!listing.why_no_card.empty()) log_->add(LogPanel::Level::info, QString::fromStdString(listing.why_no_card));
  new OwnPrograms({explorer_, freeRun_, *devices_, *log_, theme_, actions_->openProgram, actions_->restartProgram,
                   [this](const QString& id) { openDevice(id); }, this});
  new WindowComfort(*this, theme_);
  lessons_ = new LessonMode(*this, *presenter_, centre_, theme_);
  new BuilderDesk(*this, theme_);
  new ManualDesk(*this, *views_, *actions_->manual, theme_);
  restoreLayout();
  state_->refresh();
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
  centre_ = make_centre({explorer_, freeRun_, *form_, *actions_, *log_, theme_}, *views_,
                        [this](const Session& session) { return restoreSession(session); });
  setCentralWidget(centre_.widget);

  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  auto* devices = addPanel("devices", tr("Devices"), devices_, Qt::LeftDockWidgetArea);
  auto* probes = addPanel("probes", tr("Probes"), probes_, Qt::LeftDockWidgetArea);
  auto* settings = addPanel("settings", tr("Settings of the probe"), scrolling(form_), Qt::RightDockWidgetArea);
  auto* findings = addPanel("findings", tr("Findings"), findings_, Qt::RightDockWidgetArea);
  auto* log = addPanel("log", tr("Log"), log_, Qt::BottomDockWidgetArea);
  findings->setTitleBarWidget(findings_->header());  // the header has the title and the buttons
  log->setTitleBarWidget(log_->header());
  connect(log_, &LogPanel::heightWanted, this, [this, log](int height) { resizeDocks({log}, {height}, Qt::Vertical); });
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

void MainWindow::connectExplorer() {
  connect(devices_, &DeviceList::deviceChosen, this, &MainWindow::openDevice);
  connect(probes_, &ProbeList::probeSelected, this, [this](const QString& name) {
    chooseProbe(name);
    views_->introduce(name);
  });
  connect(probes_, &ProbeList::probeActivated, this, &MainWindow::runOnce);
  connect(form_, &ParameterForm::submitted, this, [this] {
    if (!freeRun_.active()) runOnce();  // a free run takes new values by itself
  });
  connect(findings_, &FindingsPanel::evidenceRequested, this, &MainWindow::showEvidence);
  connect(findings_, &FindingsPanel::exportRequested, actions_->exportReport, &QAction::trigger);
  connect(views_, &ViewTabs::reportRequested, actions_->exportReport, &QAction::trigger);
  connect(views_, &ViewTabs::exportRequested, this, &MainWindow::exportFigure);
  connect(views_, &ViewTabs::probeRequested, this, [this](const QString& name, const ParameterValues& values) {
    // A button below a failure says "Try again": it runs what failed. Other offers run the values that they name.
    const bool again = values.empty() && explorer_.probe() == name && !explorer_.trouble().isEmpty();
    runProbe(name, again ? ParameterValues(explorer_.values()) : values);
  });
  connect(views_, &ViewTabs::evidenceRequested, this, &MainWindow::showEvidence);
  connect(&explorer_.selection(), &Selection::subjectChanged, findings_, &FindingsPanel::showSubject);

  connect(&explorer_, &Explorer::deviceOpening, this, [this](const QString& id) {
    devices_->setState(id, DeviceEntry::State::opening);
    state_->refresh();
  });
  connect(&explorer_, &Explorer::deviceOpened, this, &MainWindow::deviceOpened);
  connect(&explorer_, &Explorer::chaseSuited, this, [this](const ParameterValues& values) {
    settings_.suit(values);
    if (std::exchange(runWhenSuited_, false)) return runOnce();
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
    state_->refresh();
  });
  connect(&explorer_, &Explorer::deviceClosed, this, [this](const QString& id) {
    devices_->setState(id, DeviceEntry::State::closed);
    state_->refresh();
  });
  connect(&explorer_, &Explorer::notKept, this, [this](const QString& why) { log_->add(LogPanel::Level::warning, why); });
  connect(&explorer_, &Explorer::deviceSaid, this, [this](const QString& line) { log_->add(LogPanel::Level::info, line); });
  connect(&explorer_, &Explorer::probeStarted, this, [this](const QString& probe) {
    probes_->setState(probe, ProbeList::State::running);
    centre_.answer->hide();
    if (!lessons_->active()) views_->showViewOfProbe(probe);
    state_->refresh();
  });
  connect(&explorer_, &Explorer::probeEnded, this, &MainWindow::probeEnded);
  connect(&freeRun_, &FreeRun::activeChanged, this, [this](bool active) {
    actions_->freeRun->setChecked(active);
    form_->setSliders(active);
    if (!active) explorer_.setForShow(false);
    state_->refresh();
  });
}

void MainWindow::connectActions() {
  connect(actions_->run, &QAction::triggered, this, &MainWindow::runOnce);
  connect(actions_->discover, &QAction::triggered, this, [this] { runProbe(QStringLiteral("discover"), {}); });
  connect(actions_->freeRun, &QAction::triggered, this, [this](bool on) {
    if (on && !mayLeaveLoose()) return actions_->freeRun->setChecked(false);
    explorer_.setForShow(false);
    freeRun_.setActive(on);
  });
  connect(actions_->stop, &QAction::triggered, this, [this] {
    freeRun_.setActive(false);
    explorer_.cancel();
  });
  connect(actions_->noise, &QAction::toggled, this, [this](bool on) {
    if (explorer_.deviceId().isEmpty() || openDevice(explorer_.deviceId())) return;
    const QSignalBlocker asItWas(actions_->noise);
    actions_->noise->setChecked(!on);
  });
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
  connect(centre_.strip, &PresenterStrip::settled, this, [this] {
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
    views_->showDocument();
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

void MainWindow::showStart(bool start) { middle_->showStart(start); }
SecondCard& MainWindow::second() { return middle_->second(); }
void MainWindow::putBeside(const QString& id) { middle_->putBeside(id); }
QWidget& MainWindow::cards() const { return *centre_.cards; }

void MainWindow::onceOpen(std::function<void()> next) {
  measureWhenOpen_ = false;
  explorer_.opening() ? void(whenOpen_ = std::move(next)) : next();
}

void MainWindow::playLesson(const QString& idOrPath) {
  showStart(false);
  lessons_->play(idOrPath);
}

bool MainWindow::openDevice(const QString& id) {
  freeRun_.setActive(false);
  if ((explorer_.reopens(id, actions_->noise->isChecked()) || explorer_.holdsLooseRuns()) && !dialogs_.mayDiscard()) {
    devices_->setCurrent(explorer_.deviceId());  // a click in the list has marked another device
    return false;
  }
  settings_.keep();
  // The new device must not begin with settings that suited the old one.
  if (!explorer_.deviceId().isEmpty() && id != explorer_.deviceId()) form_->setProbe(ProbeInfo(form_->probe()));
  if (id.startsWith(kMysteryKind))
    devices_->addDevice({id, mysteryTitle(id), id.mid(kMysteryKind.size()), DeviceEntry::Kind::mystery});
  devices_->setCurrent(id);
  explorer_.openDevice(id, actions_->noise->isChecked());
  return true;
}

void MainWindow::deviceOpened(const QString& id) {
  runWhenSuited_ = false;
  centre_.answer->hide();
  devices_->setState(id, DeviceEntry::State::open);
  const Description& device = *explorer_.device();
  log_->add(LogPanel::Level::good, tr("%1 is open.").arg(QString::fromStdString(device.name)));
  settings_.begin();
  state_->tellNumbersOf(id);
  probes_->clearStates();
  if (const auto& recorded = explorer_.recording()) {
    // Only recorded probes can be run on a recording: choose the last of them.
    if (const auto held = recorded_probes(*recorded); !held.empty() && !explorer_.store().whyNot({probes_->current()}).isEmpty()) {
      const QString last = QString::fromStdString(held.back()->name);
      probes_->setCurrent(last);
      chooseProbe(last);
    }
    if (!lessons_->active()) views_->showDocument();
  }
  if (device.sealed && (probes_->current().isEmpty() || !explorer_.store().whyNot({probes_->current()}).isEmpty())) {
    const QString chase = QStringLiteral("fine-grained");  // the probe that was chosen is locked
    probes_->setCurrent(chase);
    chooseProbe(chase);
  }
  state_->refresh();
  if (const auto next = std::exchange(whenOpen_, {})) return next();
  // On a model or a card, settings that suit it are still being found.
  if (device.origin != Origin::model && device.origin != Origin::hardware) beginToMeasure();
}

void MainWindow::beginToMeasure() {
  if (!std::exchange(measureWhenOpen_, false) || explorer_.recording() || explorer_.device()->sealed) return;
  explorer_.setForShow(true);
  if (explorer_.device()->origin == Origin::model)
    freeRun_.setActive(true);
  else if (actions_->run->isEnabled() && !explorer_.holdsLooseRuns())
    explorer_.run(probes_->current(), form_->values());
}

void MainWindow::chooseProbe(const QString& name, bool asLeft) {
  freeRun_.setActive(false);
  settings_.keep();
  if (const Probe* probe = find_probe(name.toStdString())) form_->setProbe(probe->info());
  settings_.suitAgain();
  if (asLeft) settings_.bring();
  state_->refresh();
}

void MainWindow::runOnce() {
  if (!actions_->run->isEnabled()) return;
  explorer_.setForShow(false);
  freeRun_.setActive(false);
  if (!mayLeaveLoose()) return;
  // A quick click would run settings that suit the device before, a moment before the form is updated.
  if (settings_.awaitsSuited()) return void(runWhenSuited_ = true);
  if (!mystery_->mayRun(probes_->current(), form_->values())) return;
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
  const std::vector<Finding> findings = explorer_.lastFindings();
  const bool nothing = !findings.empty() && std::all_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.status == FindingStatus::not_measurable;
  });
  probes_->setState(probe, stopped   ? ProbeList::State::idle
                           : failed  ? ProbeList::State::failed
                           : nothing ? ProbeList::State::told_nothing
                                     : ProbeList::State::done);
  // A free run that was stopped is no news to the person who stopped it.
  if (failed)
    log_->add(LogPanel::Level::error, sentence);
  else if (stopped && !explorer_.wasRepeated())
    log_->add(LogPanel::Level::info, tr("%1 was stopped.").arg(title));
  else if (!stopped && !freeRun_.active() && nothing)
    log_->add(LogPanel::Level::warning,
              tr("%1 could not measure anything: %2").arg(title, shownText(QString::fromStdString(findings.front().reason))));
  else if (!stopped && !freeRun_.active())
    log_->add(LogPanel::Level::good, tr("%1 is done.").arg(title));
  if (!failed && !stopped && !explorer_.wasRepeated() && !lessons_->active()) centre_.answer->tell(title, findings);
  state_->refresh();
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
  if (isMystery(path)) return void(openDevice(kMysteryKind + path));
  if (isAnswers(path)) return gradeAnswers({path});
  if (path.endsWith(QLatin1String(".md"), Qt::CaseInsensitive)) return playLesson(path);
  freeRun_.setActive(false);
  if (!dialogs_.mayDiscard() || !dialogs_.open(path)) return;
  showStart(false);
  views_->showDocument();
}

bool MainWindow::mayLeaveLoose() {
  if (!explorer_.holdsLooseRuns()) return true;
  if (!dialogs_.mayDiscard()) return false;
  explorer_.newSession();
  return true;
}

Restored MainWindow::restoreSession(const Session& session) {
  if (lessons_->active()) return Restored::no;  // its end would throw the measurements away
  freeRun_.setActive(false);
  if (!dialogs_.mayDiscard()) return Restored::no;
  const bool kept = explorer_.restore(session);
  showStart(false);
  views_->showDocument();
  return kept ? Restored::kept : Restored::shown;
}

void MainWindow::keepIn(const std::filesystem::path& folder) {
  explorer_.keepIn(std::make_shared<Journal>(folder));
  centre_.recovery->offer(folder);
}

void MainWindow::gradeAnswers(const QStringList& paths) { mystery_->grade(paths); }

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
  explorer_.declineAll();
  QSettings settings;
  settings.setValue(QStringLiteral("geometry"), saveGeometry());
  settings.setValue(QStringLiteral("layout"), saveState(kLayoutVersion));
  saveTheme(theme_);
  QMainWindow::closeEvent(event);
}

}  // namespace chasescope

#include "moc_main_window.cpp"
