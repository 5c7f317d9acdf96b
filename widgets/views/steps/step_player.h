// The state of the step player: the played run, the source that knows the cache's state, the present step and the part that is
// shown. The view shows it.
//
// A source is prepared in slices of some milliseconds between the window's events, and only while the view is visible (setActive).
// If a source turns out to disagree with the recorded trace, the next best source is used.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <memory>
#include <optional>

#include "engine/step/make_source.h"

namespace chasescope {

class RunStore;
class Selection;
struct ShownRun;

class StepPlayer : public QObject {
  Q_OBJECT
 public:
  enum class State {
    empty,       ///< no run is chosen
    measuring,   ///< the chosen run is not finished
    preparing,   ///< the run is played to its end once, to find all events
    ready,       ///< it can be stepped through
    impossible,  ///< see why()
  };

  StepPlayer(RunStore& store, Selection& selection, QObject* parent = nullptr);
  ~StepPlayer() override;

  /// Sets the model on which the shown runs were measured; without a card, if it was no model.
  void setModel(step::RunModel model);
  /// Whether the view is visible; otherwise nothing is prepared or played.
  void setActive(bool active);

  State state() const { return state_; }
  /// Why the run can't be played, as a sentence.
  const QString& why() const { return why_; }
  /// How much is prepared, 0 to 1.
  double prepared() const;
  step::Footing footing() const { return footing_; }

  /// Null unless ready.
  step::Source* source() const { return source_.get(); }
  const QString& runId() const { return runId_; }
  std::uint64_t at() const { return at_; }
  std::size_t part() const { return part_; }
  void setPart(std::size_t part);

  /// Goes to a step, at most to the first or last one. \return whether the step changed.
  bool goTo(std::uint64_t at);
  bool forward() { return source_ && goTo(at_ + 1); }
  bool back() { return at_ > 0 && goTo(at_ - 1); }
  /// Goes to the nearest step with the event; false if there is none.
  bool next(step::Event event);
  bool previous(step::Event event);

  bool isPlaying() const { return clock_.isActive(); }
  void setPlaying(bool playing);
  /// Steps a second, 1 to 60.
  double speed() const { return speed_; }
  void setSpeed(double stepsPerSecond);

 signals:
  /// The state, the source or the progress changed.
  void changed();
  /// The step or the part changed.
  void moved();
  void playingChanged(bool playing);

 private:
  void connectStore();
  void reset();
  void look();
  void begin(const ShownRun& run, step::Footing from);
  void prepareSlice();
  void finish();
  void setState(State state, const QString& why = {});
  void follow();

  RunStore& store_;
  Selection& selection_;
  step::RunModel model_;
  bool active_ = false;
  bool stale_ = true;
  State state_ = State::empty;
  QString why_;
  std::unique_ptr<step::Source> source_, next_;  // the source that is shown, and the one that is being prepared
  step::Footing footing_ = step::Footing::model, nextFooting_ = step::Footing::model;
  QString runId_, nextRunId_;
  std::uint64_t at_ = 0;
  std::size_t part_ = 0;
  double speed_ = 4;
  QTimer slice_, clock_, findingsLanded_;
  bool telling_ = false;  // the player itself changes the selection: ignore the signal
};

}  // namespace chasescope
