// A lesson being played: which step is in front, what was guessed and voted, and whether the answer is shown. It draws nothing and
// measures nothing; the window does what it says and tells it what was measured.
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

/// What a room voted for, in the order in which it was offered.
struct Vote {
  QString words;
  int hands = 0;
};

class LessonPlayer : public QObject {
  Q_OBJECT
 public:
  /// `views`: the ids of the views that a step may name.
  explicit LessonPlayer(std::vector<std::string> views, QObject* parent = nullptr);

  /// Begins a lesson, by its id or its file, at the step where it was left. Returns a sentence where that can't be, also where a
  /// step names something that there is not, and goes on with whatever was being played.
  QString start(const QString& idOrPath);
  void leave();

  bool active() const { return lesson_.has_value(); }
  const lesson::Lesson& lesson() const { return lesson_->reading.lesson; }
  const QString& id() const { return id_; }
  int index() const { return index_; }
  const lesson::Step& step() const { return lesson().steps[static_cast<std::size_t>(index_)]; }
  int steps() const { return static_cast<int>(lesson().steps.size()); }

  /// Whether going on shows another step; where a question waits for its answer it does not.
  bool mayGoOn() const;
  /// The key of a presenter: shows the answer where there is a guess, else the next step; after the last, leaves.
  void goOn();
  void goBack();
  void goTo(int step);

  /// Of the step in front. Guessing changes nothing once the answer is shown.
  const std::optional<lesson::Answer>& guess() const { return states_[static_cast<std::size_t>(index_)].guess; }
  void setGuess(std::optional<lesson::Answer> guess);
  const std::vector<Vote>& votes() const { return states_[static_cast<std::size_t>(index_)].votes; }
  int hands() const;
  /// Adds hands to an option, or takes some away; a number that was not offered gets a row of its own.
  void vote(const QString& words, int hands);
  /// Whether there is a guess or a vote.
  bool hasGuess() const;
  bool revealed() const { return states_[static_cast<std::size_t>(index_)].revealed; }
  /// Shows the answer, with or without a guess. Nothing happens while the step is still being measured.
  void reveal();
  /// The answer, once it has been shown.
  const std::optional<lesson::Answer>& truth() const { return states_[static_cast<std::size_t>(index_)].truth; }

  /// The curve over the footprint as it was measured: what a drawn one is drawn and held against. Empty where there is none.
  std::vector<lesson::CurvePoint> curve() const;

  /// The step's run is under way; what was measured; or why it was not. A step that runs nothing keeps what was measured before it.
  void measuring();
  void measured(const Session& session);
  void failed(const QString& sentence);
  bool isMeasuring() const { return measuring_; }
  /// Whether the step's run failed and can be asked for once more; and asks for it.
  bool mayTryAgain() const { return active() && broken_ && !measuring_; }
  void tryAgain();
  /// What went wrong in the step in front, as a sentence; empty if nothing did.
  const QString& trouble() const { return trouble_; }

  /// How far a lesson was played, as a share; 0 if it was not begun, 1 if it was ended.
  static double shareDone(const QString& id, int steps);

 signals:
  /// Another step is in front: the window is to be set up as it says.
  void stepChanged();
  /// Guess, votes, answer or trouble of the step in front are others.
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
