// Where the step player stands: the run that is played, who knows its state, the step and the part that is looked at. The view
// shows it.
//
// A source is prepared in slices of some milliseconds between the window's events, and only while somebody looks (setActive). One
// that turns out to disagree with the recording gives way to the next best.
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
    preparing,   ///< it is played to its end once, to know where everything happens
    ready,       ///< it can be stepped through
    impossible,  ///< see why()
  };

  StepPlayer(RunStore& store, Selection& selection, QObject* parent = nullptr);
  ~StepPlayer() override;

  /// The model that the shown runs were measured on; without a card for others.
  void setModel(step::RunModel model);
  /// Whether somebody looks; otherwise nothing is prepared or played.
  void setActive(bool active);

  State state() const { return state_; }
  /// A sentence, where the run can't be played.
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

  /// Goes to a step; beyond the ends it stops at them. \return whether it moved.
  bool goTo(std::uint64_t at);
  bool forward() { return source_ && goTo(at_ + 1); }
  bool back() { return at_ > 0 && goTo(at_ - 1); }
  /// To the nearest step where it happens; false if there is none.
  bool next(step::Event event);
  bool previous(step::Event event);

  bool isPlaying() const { return clock_.isActive(); }
  void setPlaying(bool playing);
  /// Steps a second, 1 to 60.
  double speed() const { return speed_; }
  void setSpeed(double stepsPerSecond);

 signals:
  /// Another state, source or progress.
  void changed();
  /// Another step or part.
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
  std::unique_ptr<step::Source> source_, next_;  // what is shown, and what is being prepared
  step::Footing footing_ = step::Footing::model, nextFooting_ = step::Footing::model;
  QString runId_, nextRunId_;
  std::uint64_t at_ = 0;
  std::size_t part_ = 0;
  double speed_ = 4;
  QTimer slice_, clock_, findingsLanded_;
  bool telling_ = false;  // the selection is being told: no echo
};

}  // namespace chasescope
