#include "app/mystery/mystery_desk.h"

#include <QAbstractButton>
#include <QAction>
#include <QDateTime>
#include <QDockWidget>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMainWindow>
#include <QMessageBox>
#include <QScrollArea>
#include <algorithm>
#include <utility>

#include "app/measurement/explorer.h"
#include "app/mystery/answer_panel.h"
#include "app/mystery/grading_window.h"
#include "app/mystery/new_mystery_dialog.h"
#include "engine/device/mystery/attempt.h"
#include "engine/mystery/run_cost.h"
#include "engine/probe/discovery/registry.h"
#include "engine/session/document/run_series.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/panel_parts.h"

namespace chasescope {
namespace {

constexpr std::size_t kMostOffered = 20;  // runs of a menu, the latest first

QString words_of_run(const Run& run) {
  QString words = shownText(run.id);
  words.replace(QLatin1Char('-'), QLatin1Char(' '));
  if (const auto* chase = run.chase()) {
    words += QStringLiteral(", N = ") +
             QString::fromStdString(format_bytes(footprint_bytes(chase->request.pattern, chase->request.element_bytes)));
    if (const auto* uniform = std::get_if<UniformPattern>(&chase->request.pattern))
      words += QStringLiteral(", s = ") + QString::fromStdString(format_bytes(uniform->stride));
  }
  return words;
}

}  // namespace

bool isMystery(const QString& path) { return path.endsWith(QLatin1String(".mystery"), Qt::CaseInsensitive); }

QString mysteryTitle(const QString& id) {
  return QStringLiteral("Mystery GPU, ") + QFileInfo(id.mid(kMysteryKind.size())).completeBaseName();
}

MysteryDesk::MysteryDesk(Explorer& explorer, const Theme& theme, QMainWindow& window)
    : QObject(&window),
      explorer_(explorer),
      theme_(theme),
      window_(window),
      panel_(new AnswerPanel(theme, [this] { return runs(); })),
      make_(new QAction(tr("New mystery card …"), this)),
      open_(new QAction(tr("Open mystery card …"), this)),
      grade_(new QAction(tr("Grade answers …"), this)) {
  grade_->setToolTip(tr("Grade the answer files of a class"));
  make_->setToolTip(tr("Draw a card for a class to find out, and seal it in a file"));
  open_->setToolTip(tr("Open a sealed card, with its answer sheet"));
  window_.installEventFilter(this);
  connect(make_, &QAction::triggered, this, &MysteryDesk::makeOne);
  connect(open_, &QAction::triggered, this, &MysteryDesk::askWhichToOpen);
  connect(grade_, &QAction::triggered, this, [this] { grade(); });
  connect(&explorer_, &Explorer::deviceOpening, this, &MysteryDesk::leave);
  connect(&explorer_, &Explorer::deviceOpened, this, &MysteryDesk::take);
  connect(&explorer_, &Explorer::probeEnded, this, &MysteryDesk::readSpent);
  connect(panel_, &AnswerPanel::changed, this, [this] {
    unsaved_ = true;
    keepRequests();
  });
  connect(panel_, &AnswerPanel::saveRequested, this, &MysteryDesk::saveDraft);
  connect(panel_, &AnswerPanel::handInRequested, this, &MysteryDesk::askWhereToHandIn);
  connect(panel_, &AnswerPanel::runRequested, this, &MysteryDesk::runRequested);
}

MysteryDesk::~MysteryDesk() = default;

bool MysteryDesk::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &window_ && event->type() == QEvent::Close && unsaved_) saveDraft();
  return QObject::eventFilter(watched, event);
}

void MysteryDesk::addTo(QDockWidget* other) {
  dock_ = new QDockWidget(tr("Answer sheet"), &window_);
  dock_->setObjectName(QStringLiteral("mystery"));
  dock_->setWidget(scrolling(panel_));
  window_.addDockWidget(Qt::RightDockWidgetArea, dock_);
  window_.tabifyDockWidget(other, dock_);
  other->raise();
  showOrHide();
}

void MysteryDesk::showOrHide() {
  dock_->toggleViewAction()->setVisible(file_.has_value());
  dock_->setVisible(file_.has_value());
}

void MysteryDesk::take(const QString& id) {
  if (!id.startsWith(kMysteryKind)) return;
  path_ = id.mid(kMysteryKind.size()).toStdString();
  const auto file = mystery::read_mystery(path_);
  if (!file) return emit said(LogPanel::Level::error, shownText(file.error().message));
  file_ = *file;
  mystery::AnswerSheet sheet = begin_sheet(*file_, "");
  std::error_code ignored;
  if (std::filesystem::exists(draftPath(), ignored)) {
    if (const auto kept = mystery::read_sheet(draftPath()); !kept)
      emit said(LogPanel::Level::error, shownText(kept.error().message));
    else if (kept->card == sheet.card)
      sheet = *kept;
  }
  requests_ = sheet.requests;
  panel_->setSheet(*file_, sheet);
  panel_->setNote(tr("The card stays sealed; the answers are kept beside it."));
  unsaved_ = false;
  readSpent();
  showOrHide();
  dock_->raise();
}

void MysteryDesk::leave() {
  if (!file_) return;
  if (unsaved_) saveDraft();
  file_.reset();
  showOrHide();
}

void MysteryDesk::readSpent() {
  if (!file_) return;
  if (const auto spent = mystery::spent_on(*file_, path_)) panel_->setSpent(*spent);
}

bool MysteryDesk::mayRun(const QString& probe, const ParameterValues& values) {
  const Probe* found = find_probe(probe.toStdString());
  if (!file_ || found == nullptr || !explorer_.device()) return true;
  const auto spent = mystery::spent_on(*file_, path_);
  if (!spent) return true;  // the card then refuses the run, with the reason
  const std::uint64_t left = file_->budget - std::min(*spent, file_->budget);
  const auto accesses = mystery::accesses_of_run(*found, values, *explorer_.device(), left);
  // A run of more accesses than are left costs nothing: the card refuses it.
  if (!accesses || *accesses > left || !mystery::is_dear(*accesses, left)) return true;
  const auto number = [](std::uint64_t count) { return QString::fromStdString(format_count(count)); };
  QMessageBox box(
      QMessageBox::Question, tr("Spend so many accesses?"),
      tr("This run takes about %1 accesses, %2 % of the %3 that are left. Fewer are taken with a smaller number of timed "
         "accesses. Run it?")
          .arg(number(*accesses))
          .arg(qRound(100.0 * static_cast<double>(*accesses) / static_cast<double>(left)))
          .arg(number(left)),
      QMessageBox::Yes | QMessageBox::No, &window_);
  box.button(QMessageBox::Yes)->setText(tr("Run it"));
  box.button(QMessageBox::No)->setText(tr("Not yet"));
  box.setDefaultButton(QMessageBox::No);
  return box.exec() == QMessageBox::Yes;
}

std::filesystem::path MysteryDesk::draftPath() const {
  std::filesystem::path path = path_;
  return path.replace_extension(".answers");
}

bool MysteryDesk::write(const mystery::AnswerSheet& sheet, const std::filesystem::path& path) {
  const auto fault = mystery::write_sheet(sheet, file_->card, path);
  if (!fault) return true;
  panel_->setNote(shownText(*fault));
  emit said(LogPanel::Level::error, shownText(*fault));
  return false;
}

bool MysteryDesk::saveDraft() {
  if (!file_) return false;
  readSpent();
  mystery::AnswerSheet sheet = panel_->sheet();
  sheet.requests = requests_;
  if (!sheet.is_draft()) return false;
  if (sheet.student.empty()) sheet.student = path_.stem().string();
  if (!write(sheet, draftPath())) return false;
  unsaved_ = false;
  const QString fault = panel_->fault();
  panel_->setNote(fault.isEmpty()
                      ? tr("Saved to %1.").arg(shownText(draftPath().filename().string()))
                      : tr("Saved to %1, without what can't be read: %2").arg(shownText(draftPath().filename().string()), fault));
  return true;
}

void MysteryDesk::askWhereToHandIn() {
  if (!file_) return;
  const auto tell = [this](const QString& words) { panel_->setNote(words); };
  const mystery::AnswerSheet sheet = panel_->sheet();
  if (sheet.student.empty()) return tell(tr("Say who answers before it is handed in."));
  if (const QString fault = panel_->fault(); !fault.isEmpty()) return tell(fault);
  const auto asked = mystery::asked_at(sheet.level).size();
  if (sheet.answered() < asked &&
      QMessageBox::question(&window_, tr("Hand in"),
                            tr("%1 of %2 questions are answered, and nothing can be changed afterwards. Hand it in all the same?")
                                .arg(sheet.answered())
                                .arg(asked)) != QMessageBox::Yes)
    return;
  QString name = QString::fromStdString(sheet.student);
  name.replace(QLatin1Char('/'), QLatin1Char('_'));
  const QString proposed = QString::fromStdString((path_.parent_path() / (name.toStdString() + ".answers")).string());
  const QString path = QFileDialog::getSaveFileName(&window_, tr("Hand in"), proposed, tr("Answer files (*.answers)"));
  if (!path.isEmpty()) handInTo(path);
}

bool MysteryDesk::handInTo(const QString& path) {
  if (!file_) return false;
  readSpent();
  mystery::AnswerSheet sheet = panel_->sheet();
  sheet.requests = requests_;
  sheet.handed_in = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
  if (!write(sheet, path.toStdString())) return false;
  // The handed-in sheet also replaces the draft, so that opening the card again shows it.
  if (std::filesystem::path(path.toStdString()) != draftPath()) write(sheet, draftPath());
  unsaved_ = false;
  panel_->setSheet(*file_, sheet);
  panel_->setNote(tr("Handed in. Give the lecturer the file %1.").arg(shownText(path.toStdString())));
  emit said(LogPanel::Level::good, tr("Handed in as %1.").arg(shownText(path.toStdString())));
  return true;
}

void MysteryDesk::keepRequests() {
  std::map<std::string, ChaseRequest> kept;
  for (const auto& [question, answer] : panel_->sheet().answers)
    for (const std::string& id : answer.runs) {
      if (const auto known = requests_.find(id); known != requests_.end()) kept.insert(*known);
      for (const RunPtr& run : explorer_.session().runs)
        // A request that was kept before stays.
        if (run->id == id && run->chase() != nullptr) kept.emplace(id, run->chase()->request);
    }
  requests_ = std::move(kept);
}

GradingWindow& MysteryDesk::grade(const QStringList& paths) {
  if (grading_ == nullptr) {
    grading_ = new GradingWindow(theme_, &window_);
    connect(grading_, &GradingWindow::runOpened, this, &MysteryDesk::sessionRequested);
  }
  grading_->show();
  grading_->raise();
  grading_->activateWindow();
  if (!paths.isEmpty()) grading_->addFiles(paths);
  return *grading_;
}

void MysteryDesk::makeOne() {
  NewMysteryDialog dialog(theme_, &window_);
  if (dialog.exec() == QDialog::Accepted && dialog.opens()) emit openRequested(kMysteryKind + dialog.path());
}

void MysteryDesk::askWhichToOpen() {
  const QString path =
      QFileDialog::getOpenFileName(&window_, tr("Open a mystery card"), {}, tr("Mystery cards (*.mystery);;All files (*)"));
  if (!path.isEmpty()) emit openRequested(kMysteryKind + path);
}

std::vector<OfferedRun> MysteryDesk::runs() const {
  std::vector<OfferedRun> offered;
  const std::vector<RunPtr> data = data_runs(explorer_.session().runs);
  for (auto run = data.rbegin(); run != data.rend() && offered.size() < kMostOffered; ++run)
    offered.push_back({QString::fromStdString((*run)->id), words_of_run(**run)});
  return offered;
}

}  // namespace chasescope

#include "moc_mystery_desk.cpp"
