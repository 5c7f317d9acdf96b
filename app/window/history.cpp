#include "app/window/history.h"

#include <QElapsedTimer>
#include <QScopedValueRollback>
#include <algorithm>

namespace chasescope {
namespace {

constexpr qint64 kPause = 400;           // ms; changes with shorter pauses are one gesture
constexpr std::size_t kMostSteps = 500;  // the oldest go first

}  // namespace

History::History(QObject* parent) : QObject(parent) {
  QElapsedTimer timer;
  timer.start();
  clock_ = [timer] { return timer.elapsed(); };
}

int History::add(Track track) {
  now_.push_back(track.read());
  tracks_.push_back(std::move(track));
  return static_cast<int>(tracks_.size()) - 1;
}

void History::changed(int track) {
  if (putting_) return;
  auto& now = now_[static_cast<std::size_t>(track)];
  nlohmann::json value = tracks_[static_cast<std::size_t>(track)].read();
  if (value == now) return;
  const qint64 when = clock_();
  const bool isLast = at_ > 0 && at_ == steps_.size() && steps_.back().track == track && steps_.back().gesture == gesture_;
  if (isLast && when - steps_.back().when < kPause) {
    steps_.back().after = value;
    steps_.back().when = when;
    if (steps_.back().after == steps_.back().before) {  // the value is back where the step began
      steps_.pop_back();
      at_ = steps_.size();
    }
  } else {
    steps_.resize(at_);
    steps_.push_back({track, now, value, when, gesture_});
    if (steps_.size() > kMostSteps) steps_.erase(steps_.begin());
    at_ = steps_.size();
  }
  now = std::move(value);
  emit stepsChanged();
}

void History::moved(int track) {
  if (!putting_) now_[static_cast<std::size_t>(track)] = tracks_[static_cast<std::size_t>(track)].read();
}

void History::forget(int track) {
  const auto done = std::count_if(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(at_),
                                  [&](const Step& step) { return step.track != track; });
  std::erase_if(steps_, [&](const Step& step) { return step.track == track; });
  at_ = static_cast<std::size_t>(done);
  moved(track);
  emit stepsChanged();
}

QString History::undoName() const { return canUndo() ? tracks_[static_cast<std::size_t>(steps_[at_ - 1].track)].name : QString(); }

QString History::redoName() const { return canRedo() ? tracks_[static_cast<std::size_t>(steps_[at_].track)].name : QString(); }

void History::put(int track, const nlohmann::json& value) {
  {
    const QScopedValueRollback putting(putting_, true);
    tracks_[static_cast<std::size_t>(track)].write(value);
  }
  // The restored value may have changed other values too (a run brings its own view).
  for (std::size_t i = 0; i < tracks_.size(); ++i) now_[i] = tracks_[i].read();
  endGesture();
  emit stepsChanged();
}

void History::undo() {
  if (!canUndo()) return;
  --at_;
  const Step step = steps_[at_];
  put(step.track, step.before);
}

void History::redo() {
  if (!canRedo()) return;
  const Step step = steps_[at_];
  ++at_;
  put(step.track, step.after);
}

}  // namespace chasescope

#include "moc_history.cpp"
