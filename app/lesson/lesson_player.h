// A lesson being played: its present step, guesses and votes, and whether the answer is shown. The player draws and measures
// nothing: the window follows its signals and hands it the measurements.
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <map>
#include <optional>
#include <vector>

#include "engine/lesson/answer.h"
#include "engine/lesson/library.h"

namespace chasescope {

/// An option or a number, and how many hands of the room voted for it.
struct Vote {
  QString words;
  int hands = 0;
};

/// The most hands of a vote, more than any room has.
inline constexpr int kMostHands = 9999;

class LessonPlayer : public QObject {
  Q_OBJECT
 public:
  /// `views`: the ids of the views that a step may name.
  explicit LessonPlayer(std::vector<std::string> views, QObject* parent = nullptr);

  /// Begins a lesson, by its id or its file, at the step where it was left. \return empty, or a sentence that says why the lesson
  /// can't be played, for instance because a step names an unknown view. The lesson that was being played then goes on.
  QString start(const QString& idOrPath);
  void leave();

  bool active() const { return lesson_.has_value(); }
  const lesson::Lesson& lesson() const { return lesson_->reading.lesson; }
  const QString& id() const { return id_; }
  int index() const { return index_; }
  const lesson::Step& step() const { return lesson().steps[static_cast<std::size_t>(index_)]; }
  int steps() const { return static_cast<int>(lesson().steps.size()); }

  /// Whether goOn() may leave the step: not while a question's answer is hidden.
  bool mayGoOn() const;
  /// For the key of a presenter. Where an answer is hidden, shows it if there is a guess or a vote, and otherwise does nothing.
  /// Else shows the next step, and leaves after the last.
  void goOn();
  void goBack();
  void goTo(int step);

  /// The guess of the present step. It can't be changed once the answer is shown.
  const std::optional<lesson::Answer>& guess() const { return states_[static_cast<std::size_t>(index_)].guess; }
  void setGuess(std::optional<lesson::Answer> guess);
  const std::vector<Vote>& votes() const { return states_[static_cast<std::size_t>(index_)].votes; }
  int hands() const;
  /// Adds hands to an option, or takes some away; a number that was not offered gets a row of its own.
  void vote(const QString& words, int hands);
  /// Why the typed text is no guess, as a sentence; empty if it is one.
  QString faultOf(const QString& typed) const;
  /// Whether there is a guess or a vote.
  bool hasGuess() const;
  bool revealed() const { return states_[static_cast<std::size_t>(index_)].revealed; }
  /// Shows the answer, with or without a guess. Nothing happens while the step is still being measured.
  void reveal();
  /// The answer, once it has been shown.
  const std::optional<lesson::Answer>& truth() const { return states_[static_cast<std::size_t>(index_)].truth; }

  /// The measured curve over the footprint, with which a drawn one is compared. Empty where the step has none.
  std::vector<lesson::CurvePoint> curve() const;

  /// The window calls these when the step's run begins, when it has measured, and when it has failed, with the reason. A step
  /// without a run keeps the measurement of the step before.
  void measuring();
  void measured(const Session& session);
  void failed(const QString& sentence);
  bool isMeasuring() const { return measuring_; }
  /// Whether the step's run failed and may be run once more; tryAgain() asks for that.
  bool mayTryAgain() const { return active() && broken_ && !measuring_; }
  void tryAgain();
  /// What went wrong in the present step, as a sentence; empty if nothing did.
  const QString& trouble() const { return trouble_; }

  /// How far a lesson was played, as a share; 0 if it was not begun, 1 if it was ended.
  static double shareDone(const QString& id, int steps);

 signals:
  /// Another step is present: the window is to be set up as the step says.
  void stepChanged();
  /// The guess, the votes, the answer or the trouble of the present step changed.
  void questionChanged();
  /// The step is to be set up and run once more.
  void againWanted();
  void left();

 private:
  struct State {
    std::optional<lesson::Answer> guess, truth;
    std::vector<Vote> votes;
    bool revealed = false;
  };
  State& state() { return states_[static_cast<std::size_t>(index_)]; }
  void show(int step);
  void tell(const QString& sentence);
  /// What is wrong with the words of a lesson from a file, in a sentence.
  QString faultsOf(const lesson::OpenedLesson& opened) const;
  void reload();
  void watch();
  void makeStates();
  void keepPlace() const;

  std::vector<std::string> views_;
  QString id_;
  std::optional<lesson::OpenedLesson> lesson_;
  std::vector<State> states_;
  int index_ = 0;
  Session session_;
  bool measuring_ = false, broken_ = false;
  QString trouble_;
  QFileSystemWatcher watcher_;
};

}  // namespace chasescope
