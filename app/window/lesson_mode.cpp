#include "app/window/lesson_mode.h"

#include <QAbstractButton>
#include <QApplication>
#include <QBoxLayout>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>

#include "app/beside/likeness.h"
#include "app/beside/second_card.h"
#include "app/lesson/cover_sheet.h"
#include "app/lesson/curve_pad.h"
#include "app/lesson/lesson_focus.h"
#include "app/lesson/lesson_footer.h"
#include "app/lesson/question_card.h"
#include "app/presenter/presenter_strip.h"
#include "app/recovery/recovery_bar.h"
#include "app/tabs/view_tabs.h"
#include "app/window/main_window.h"
#include "app/window/presenter_mode.h"
#include "app/window/window_centre.h"
#include "engine/device/recording/recorded_probe.h"
#include "engine/lesson/outside_devices.h"
#include "engine/output/outgoing_text.h"
#include "engine/probe/discovery/registry.h"
#include "engine/session/document/run_series.h"
#include "widgets/glossary/term_text.h"
#include "widgets/registry/view_list.h"
#include "widgets/shell/probe_list.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/views/chase/chase_view.h"
#include "widgets/views/pattern/miss_pattern_view.h"
#include "widgets/views/report/report_view.h"

namespace chasescope {
namespace {

constexpr double kHeadline = 28;  // px: the largest words of a step

}  // namespace

LessonMode::LessonMode(MainWindow& window, PresenterMode& presenter, const WindowCentre& centre, const Theme& theme)
    : QObject(&window),
      window_(window),
      presenter_(presenter),
      strip_(*centre.strip),
      recovery_(*centre.recovery),
      theme_(theme),
      player_(allViewIds()),
      headline_(new QLabel),
      card_(new QuestionCard(player_, theme)),
      footer_(new LessonFooter(player_, theme)),
      focus_(new LessonFocus(player_, *card_, *footer_, this)) {
  headline_->setObjectName(QStringLiteral("lessonHeadline"));
  headline_->setWordWrap(true);
  headline_->setContentsMargins(8, 10, 8, 6);
  centre.column->insertWidget(1, headline_);  // below the strip
  centre.row->addWidget(card_);
  centre.column->addWidget(footer_);
  const auto dress = [this] { headline_->setFont(theme_.text(kHeadline, Weight::bold)); };
  dress();
  connect(&theme_, &Theme::themeChanged, this, dress);
  for (QWidget* part : {static_cast<QWidget*>(headline_), static_cast<QWidget*>(card_), static_cast<QWidget*>(footer_)})
    part->hide();

  const auto key = [this](const QKeySequence& keys, auto what) {
    auto* shortcut = new QShortcut(keys, &window_);
    shortcut->setEnabled(false);
    connect(shortcut, &QShortcut::activated, this, what);
    keys_.push_back(shortcut);
  };
  key(Qt::Key_PageDown, [this] { player_.goOn(); });
  key(Qt::Key_PageUp, [this] { player_.goBack(); });
  key(Qt::Key_Escape, [this] { player_.leave(); });
  for (const Qt::Key enter : {Qt::Key_Return, Qt::Key_Enter})
    key(enter, [this] {
      // Enter presses the button that has the focus, and otherwise goes on. The option that was just clicked is pressed already.
      auto* button = qobject_cast<QAbstractButton*>(QApplication::focusWidget());
      const bool pressed = button != nullptr && button->isChecked() && card_->isAncestorOf(button);
      if (button != nullptr && !pressed) return button->click();
      if (auto* text = qobject_cast<TermText*>(QApplication::focusWidget()); text != nullptr && text->openFocused()) return;
      if (auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget())) return emit line->returnPressed();
      player_.goOn();
    });
  connect(&player_, &LessonPlayer::stepChanged, this, &LessonMode::showStep);
  connect(&player_, &LessonPlayer::questionChanged, this, &LessonMode::cover);
  connect(&player_, &LessonPlayer::againWanted, this, [this] {
    forgetRefusals();
    setStage();
  });
  connect(&player_, &LessonPlayer::left, this, &LessonMode::end);
  Explorer& explorer = window_.explorer();
  connect(&explorer.selection(), &Selection::accessChanged, this, &LessonMode::takeClick);
  connect(&explorer, &Explorer::deviceOpened, this, [this](const QString& id) {
    if (std::exchange(opening_, false) && active() && id == QString::fromStdString(player_.step().stage.device)) runStage();
  });
  connect(&explorer, &Explorer::deviceFailed, this, [this](const QString&, const QString& sentence) {
    if (std::exchange(opening_, false) && active()) player_.failed(sentence);
  });
  // A person who runs other settings changes what is shown, so that the next step has to measure its own again.
  connect(&explorer, &Explorer::probeStarted, this, [this] {
    if (active() && !running_) shown_.reset();
  });
  connect(&explorer, &Explorer::probeEnded, this, [this](const QString&, const QString& sentence) { takeMeasured(sentence); });
}

void LessonMode::forgetRefusals() {
  std::erase_if(allowed_, [](const auto& answer) { return !answer.second; });
}

bool LessonMode::mayOpen(const std::string& device) {
  if (!lesson::reaches_outside(device)) return true;
  if (const auto known = allowed_.find(device); known != allowed_.end()) return known->second;
  QMessageBox box(
      QMessageBox::Warning, tr("The lesson starts something"),
      tr("A step of this lesson opens the device\n\n%1\n\nThat starts a program, here or on another machine. It may do what "
         "you may do. Open it only if you trust whoever wrote the lesson.")
          .arg(QString::fromStdString(printable(device))),
      QMessageBox::Yes | QMessageBox::No, &window_);
  box.setTextFormat(Qt::PlainText);  // it quotes the file
  box.button(QMessageBox::Yes)->setText(tr("Open it"));
  box.button(QMessageBox::No)->setText(tr("Leave it out"));
  box.setDefaultButton(QMessageBox::No);
  return allowed_[device] = box.exec() == QMessageBox::Yes;
}

void LessonMode::play(const QString& idOrPath) {
  forgetRefusals();
  const QString fault = player_.start(idOrPath);
  if (fault.isEmpty()) return;
  QMessageBox box(QMessageBox::Warning, tr("The lesson can't be played"), fault, QMessageBox::Ok, &window_);
  box.setTextFormat(Qt::PlainText);  // it quotes the file
  box.exec();
}

void LessonMode::begin() {
  begun_ = true;
  shown_.reset();
  tabBefore_ = window_.views().currentWidget();
  window_.freeRun().setActive(false);
  window_.explorer().setScratch(true);
  window_.settings().hold(true);
  recovery_.setWaiting(true);     // a document of its own would end with the lesson
  strip_.setSummaryShown(false);  // the card's summary may answer the question
  window_.views().of<ReportView>().offerRoom(false);
  presenter_.setLesson(true);
  for (QWidget* part : {static_cast<QWidget*>(headline_), static_cast<QWidget*>(card_), static_cast<QWidget*>(footer_)})
    part->show();
  for (QShortcut* shortcut : keys_) shortcut->setEnabled(true);
  focus_->take();
}

void LessonMode::end() {
  begun_ = false;
  opening_ = running_ = reopen_ = false;
  delete cover_;
  coverChase(false, false, false);
  if (!beside_.isEmpty()) window_.putBeside({});
  beside_.clear();
  for (QWidget* part : {static_cast<QWidget*>(headline_), static_cast<QWidget*>(card_), static_cast<QWidget*>(footer_)})
    part->hide();
  for (QShortcut* shortcut : keys_) shortcut->setEnabled(false);
  window_.views().giveRoom({});
  strip_.setPlace({}, {});
  strip_.setSummaryShown(true);
  strip_.setLocked(false);
  window_.views().of<ReportView>().offerRoom(true);
  window_.freeRun().setActive(false);
  presenter_.setLesson(false);
  window_.explorer().setScratch(false);
  window_.settings().hold(false);
  recovery_.setWaiting(false);
  // What was measured before the lesson is shown again where the person looked at it.
  const Session& session = window_.explorer().session();
  if (tabBefore_ && (!session.runs.empty() || !session.findings.empty())) window_.views().setCurrentWidget(tabBefore_);
}

void LessonMode::showStep() {
  if (!begun_) begin();
  // While the person is asked, the file may be saved anew: take the step from the player only afterwards.
  const std::string wanted = player_.step().stage.beside;
  const bool allowed = mayOpen(wanted);
  if (!active()) return;
  const lesson::Step& step = player_.step();
  headline_->setText(QString::fromStdString(step.headline));
  const auto ids = lesson::lesson_ids();
  const auto at = std::find(ids.begin(), ids.end(), player_.id().toStdString());
  strip_.setPlace(
      at == ids.end() ? QFileInfo(player_.id()).fileName() : tr("Lesson %1 of %2").arg(at - ids.begin() + 1).arg(ids.size()),
      QString::fromStdString(player_.lesson().title));
  window_.views().showView(step.stage.view);
  window_.views().giveRoom(step.stage.view);
  const QString beside = allowed && step.stage.beside == wanted ? QString::fromStdString(step.stage.beside) : QString();
  if (beside != beside_) window_.putBeside(beside);
  beside_ = beside;
  if (!beside_.isEmpty()) window_.second().views().giveRoom(step.stage.view);
  card_->setNarrow(!beside_.isEmpty());
  cover();
  setStage();
}

void LessonMode::setStage() {
  const std::string device = player_.step().stage.device;
  const bool allowed = mayOpen(device);
  if (!active()) return;
  if (!allowed) {
    shown_.reset();
    return player_.failed(tr("%1 was left out, because it was not allowed.").arg(QString::fromStdString(printable(device))));
  }
  const lesson::Step& step = player_.step();
  if (step.stage.device != device) return;  // the file was saved meanwhile, and the player shows its new step
  const bool again =
      !shown_ || shown_->device != step.stage.device || shown_->probe != step.stage.probe || shown_->values != step.stage.values;
  window_.explorer().selection().setSubject(QString::fromStdString(step.stage.cache));
  const bool lost = std::exchange(reopen_, false);
  const bool open =
      window_.explorer().device() && window_.explorer().deviceId() == QString::fromStdString(step.stage.device) && !lost;
  if (open && !again && step.running != lesson::Running::freely) {
    window_.freeRun().setActive(false);
    return showTrace();
  }
  if (open) return runStage();
  if (!step.stage.probe.empty()) player_.measuring();
  opening_ = true;
  if (window_.explorer().opening() && window_.explorer().deviceId() == QString::fromStdString(step.stage.device)) return;
  window_.openDevice(QString::fromStdString(step.stage.device));
}

void LessonMode::runStage() {
  const lesson::Step& step = player_.step();
  shown_ = step.stage;
  if (step.stage.probe.empty()) return;
  Explorer& explorer = window_.explorer();
  window_.freeRun().setActive(false);
  if (!explorer.recording()) explorer.newSession();
  player_.measuring();
  running_ = true;
  const QString probe = QString::fromStdString(step.stage.probe);
  window_.views().of<MissPatternView>().turnTo(probe);  // a sweep has a row for each footprint, a chase one for each pass
  window_.runProbe(probe, step.stage.values, step.running == lesson::Running::freely);
  if (!explorer.busy() && std::exchange(running_, false)) {
    const QString why = explorer.store().whyNot({probe});
    player_.failed(why.isEmpty() ? tr("The probe %1 can't be run with these settings.").arg(probe) : why);
  }
}

void LessonMode::takeMeasured(const QString& sentence) {
  if (!active() || !running_) return;
  running_ = window_.freeRun().active();
  if (!sentence.isEmpty()) {
    // A program may have ended, or a card may be lost: open the device anew before the next probe.
    reopen_ = true;
    shown_.reset();
    return player_.failed(sentence);
  }
  measured_ = measuredPart();
  player_.measured(measured_);
  showTrace();
}

/// A recording's document holds all recorded runs; a step asks only about those of its own probe.
Session LessonMode::measuredPart() const {
  const Explorer& explorer = window_.explorer();
  const lesson::Stage& stage = player_.step().stage;
  const Probe* probe = explorer.recording() ? find_probe(stage.probe) : nullptr;
  auto part = probe == nullptr ? std::nullopt : recorded_part(*explorer.recording(), probe->info(), stage.values);
  return part ? *std::move(part) : explorer.session();
}

void LessonMode::showTrace() {
  if (const auto& row = player_.step().row) {
    window_.views().catchUp();
    window_.views().of<ReportView>().showRow(row->subject, row->quantity);
  }
  const std::string& label = player_.step().trace;
  if (label.empty()) return;
  window_.views().catchUp();  // a view can't turn to a run before it has taken it in
  for (const RunPtr& run : measured_.runs) {
    if (run->label != label || !is_data(*run)) continue;  // references of the same name are not shown
    return window_.explorer().selection().followRun(QString::fromStdString(run->id));
  }
}

void LessonMode::coverChase(bool cache, bool array, bool pass) {
  auto& chase = window_.views().of<ChaseView>();
  chase.setCovered(ChaseView::Part::cache, cache);
  chase.setCovered(ChaseView::Part::array, array);
  chase.setCovered(ChaseView::Part::pass, pass);
}

/// While a guess is asked for, a click on a word of the array is the guess.
void LessonMode::takeClick() {
  if (!active() || !player_.step().question || player_.step().question->ask != lesson::Ask::word) return;
  const auto access = window_.explorer().selection().access();
  const ShownRun* run = window_.explorer().store().run(window_.explorer().selection().currentRun());
  if (!access || run == nullptr || run->order.period() == 0) return;
  player_.setGuess(lesson::Answer(static_cast<double>(run->order.position(*access))));
}

void LessonMode::cover() {
  if (!active()) return;
  const lesson::Step& step = player_.step();
  const bool curve = step.question && step.question->ask == lesson::Ask::curve;
  const bool asks = step.question && !player_.revealed();
  const auto covers = [&](lesson::Cover part) {
    return asks && std::find(step.question->cover.begin(), step.question->cover.end(), part) != step.question->cover.end();
  };
  // The settings are free again before the focus settles, which an answer takes from the options: it goes on to "Next".
  if (strip_.setLocked(asks && step.running != lesson::Running::freely) && player_.revealed()) focus_->take();
  coverChase(covers(lesson::Cover::cache), covers(lesson::Cover::array), covers(lesson::Cover::pass));
  // The heads of two cards show their miss rates, so with two cards everything is covered if anything is.
  const bool hides = covers(lesson::Cover::view) || (asks && !beside_.isEmpty() && !step.question->cover.empty());
  // The text below two cards, in what they agree and differ, is covered too.
  if (!beside_.isEmpty()) window_.second().likeness()->setCovered(hides || curve);
  QWidget* view = &window_.cards();
  const bool wanted = curve || hides;
  // Each step has its own cover sheet, so that a curve drawn for one step does not stay for the next.
  if (cover_ && (!wanted || covered_ != player_.index() || (qobject_cast<CurvePad*>(cover_) != nullptr) != curve)) delete cover_;
  if (!wanted || cover_) return;
  covered_ = player_.index();
  cover_ = curve ? static_cast<QWidget*>(new CurvePad(player_, theme_)) : new CoverSheet(theme_);
  cover_->setParent(view->parentWidget());
  new OverWidget(*cover_, *view);
  cover_->show();
}

}  // namespace chasescope

#include "moc_lesson_mode.cpp"
