#include "app/lesson/lesson_player.h"

#include <QFileInfo>
#include <QSettings>
#include <algorithm>
#include <filesystem>
#include <utility>

#include "engine/lesson/lesson_check.h"
#include "engine/lesson/question_words.h"
#include "widgets/document/shown_text.h"

namespace chasescope {
namespace {

/// The key of the place where a lesson was left. The id may be a path, and settings make groups of its slashes, so it is encoded.
QString place_of(const QString& id) {
  return QStringLiteral("lessons/") + QString::fromLatin1(id.toUtf8().toBase64(QByteArray::Base64UrlEncoding));
}

}  // namespace

LessonPlayer::LessonPlayer(std::vector<std::string> views, QObject* parent) : QObject(parent), views_(std::move(views)) {
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, &LessonPlayer::reload);
  // Some editors write another file and rename it to the old name. The watcher has then lost the file, and the folder changes.
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, [this] {
    if (active() && !watcher_.files().contains(id_) && QFileInfo::exists(id_)) reload();
  });
}

QString LessonPlayer::start(const QString& idOrPath) {
  auto opened = lesson::open_lesson(idOrPath.toStdString());
  if (!opened) return QString::fromStdString(opened.error().message);
  // A lesson is refused at its beginning rather than in the middle of a class.
  if (const QString faults = faultsOf(*opened); !faults.isEmpty()) return faults;
  if (active()) keepPlace();
  id_ = QString::fromStdString(opened->id);
  lesson_ = *std::move(opened);
  session_ = {};
  makeStates();
  watch();
  const int place = QSettings().value(place_of(id_), 0).toInt();
  show(place >= 0 && place < steps() ? place : 0);
  return {};
}

QString LessonPlayer::faultsOf(const lesson::OpenedLesson& opened) const {
  // A test checks the bundled lessons.
  if (opened.folder.empty() && !QFileInfo::exists(QString::fromStdString(opened.id))) return {};
  const std::string name = std::filesystem::path(opened.id).filename().string();
  return shownText(lesson::first_of(lesson::faults_of_words(opened.reading, views_), name));
}

void LessonPlayer::makeStates() {
  states_.assign(lesson().steps.size(), {});
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const auto& question = lesson().steps[i].question;
    if (!question) continue;
    for (const std::string& option : question->options) states_[i].votes.push_back({QString::fromStdString(option), 0});
  }
}

void LessonPlayer::watch() {
  if (!watcher_.files().isEmpty()) watcher_.removePaths(watcher_.files());
  if (!watcher_.directories().isEmpty()) watcher_.removePaths(watcher_.directories());
  if (!QFileInfo::exists(id_)) return;  // a bundled lesson is no file
  watcher_.addPath(id_);
  watcher_.addPath(QFileInfo(id_).absolutePath());
}

void LessonPlayer::reload() {
  auto opened = lesson::open_lesson(id_.toStdString());
  watch();
  if (!opened) return tell(QString::fromStdString(opened.error().message));
  const QString faults = faultsOf(*opened);
  if (opened->reading.lesson.steps.empty()) return tell(faults);
  lesson_ = *std::move(opened);
  makeStates();
  show(std::min(index_, steps() - 1));
  if (!faults.isEmpty()) tell(faults);
}

void LessonPlayer::leave() {
  if (!active()) return;
  keepPlace();
  lesson_.reset();
  id_.clear();
  watch();
  emit left();
}

void LessonPlayer::keepPlace() const {
  // A lesson that was played to its end begins anew next time. The share that was played is kept by itself.
  QSettings settings;
  settings.setValue(place_of(id_), index_ + 1 == steps() ? 0 : index_);
  const double before = settings.value(place_of(id_) + QStringLiteral("-done"), 0).toDouble();
  settings.setValue(place_of(id_) + QStringLiteral("-done"), std::max(before, (index_ + 1.0) / steps()));
}

double LessonPlayer::shareDone(const QString& id, int steps) {
  const double done = QSettings().value(place_of(id) + QStringLiteral("-done"), 0).toDouble();
  return steps > 0 ? std::clamp(done, 0.0, 1.0) : 0;
}

void LessonPlayer::show(int step) {
  index_ = step;
  trouble_.clear();
  measuring_ = broken_ = false;
  emit stepChanged();
}

bool LessonPlayer::mayGoOn() const { return !step().question || revealed(); }

void LessonPlayer::goOn() {
  if (!active()) return;
  if (!mayGoOn()) {
    if (hasGuess()) reveal();
    return;
  }
  if (index_ + 1 < steps())
    show(index_ + 1);
  else
    leave();
}

void LessonPlayer::goBack() {
  if (active() && index_ > 0) show(index_ - 1);
}

void LessonPlayer::goTo(int step) {
  if (active() && step >= 0 && step < steps() && step != index_) show(step);
}

void LessonPlayer::setGuess(std::optional<lesson::Answer> guess) {
  if (!active() || !step().question || revealed() || state().guess == guess) return;
  state().guess = std::move(guess);
  emit questionChanged();
}

int LessonPlayer::hands() const {
  int all = 0;
  for (const Vote& vote : votes()) all += vote.hands;
  return all;
}

void LessonPlayer::vote(const QString& words, int hands) {
  if (!active() || !step().question || revealed()) return;
  auto& votes = state().votes;
  auto row = std::find_if(votes.begin(), votes.end(), [&](const Vote& vote) { return vote.words == words; });
  if (row == votes.end()) {
    const auto number = lesson::number_from(*step().question, words.toStdString());
    if (step().question->ask != lesson::Ask::number || !number) return;
    // The rows of numbers are in ascending order.
    row = std::find_if(votes.begin(), votes.end(), [&](const Vote& vote) {
      return lesson::number_from(*step().question, vote.words.toStdString()).value_or(0) > *number;
    });
    row = votes.insert(row, {words, 0});
  }
  row->hands = std::clamp(row->hands + hands, 0, kMostHands);
  emit questionChanged();
}

QString LessonPlayer::faultOf(const QString& typed) const {
  if (!active() || !step().question) return {};
  const std::string text = typed.toStdString();
  const auto number = lesson::number_from(*step().question, text);
  // While the step is being measured, `session_` is still that of the step before.
  const std::string fault = !number      ? lesson::fault_of_number(*step().question, text)
                            : measuring_ ? std::string()
                                         : lesson::fault_of_guess(*step().question, lesson::Answer(*number), session_);
  return fault.empty() ? QString() : tr("%1.").arg(QString::fromStdString(fault));
}

bool LessonPlayer::hasGuess() const { return guess().has_value() || hands() > 0; }

void LessonPlayer::reveal() {
  if (!active() || !step().question || revealed() || measuring_) return;
  const auto answer = lesson::answer_of(*step().question, session_);
  if (answer) {
    state().truth = *answer;
  } else {
    trouble_ = tr("The answer can't be told: %1.").arg(QString::fromStdString(answer.error().message));
  }
  state().revealed = true;  // also where there is no answer, so that the lesson can go on
  emit questionChanged();
}

std::vector<lesson::CurvePoint> LessonPlayer::curve() const {
  if (!active() || !step().question || step().question->ask != lesson::Ask::curve) return {};
  const auto answer = lesson::answer_of(*step().question, session_);
  return answer ? std::get<std::vector<lesson::CurvePoint>>(*answer) : std::vector<lesson::CurvePoint>();
}

void LessonPlayer::measuring() {
  measuring_ = true;
  broken_ = false;
  trouble_.clear();
  emit questionChanged();
}

void LessonPlayer::measured(const Session& session) {
  session_ = session;
  measuring_ = false;
  emit questionChanged();
}

void LessonPlayer::failed(const QString& sentence) {
  measuring_ = false;
  broken_ = true;
  session_ = {};  // an earlier step's measurement can't answer this step's question
  tell(sentence);
}

void LessonPlayer::tell(const QString& sentence) {
  trouble_ = sentence;
  emit questionChanged();
}

void LessonPlayer::tryAgain() {
  if (!mayTryAgain()) return;
  broken_ = false;
  trouble_.clear();
  if (!truth()) state().revealed = false;  // there was no answer to reveal
  emit questionChanged();
  emit againWanted();
}

}  // namespace chasescope

#include "moc_lesson_player.cpp"
