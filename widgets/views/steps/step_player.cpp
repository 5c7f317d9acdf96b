#include "widgets/views/steps/step_player.h"

#include <algorithm>

#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"

namespace chasescope {
namespace {

constexpr int kSlice = 8;               // ms of preparing before the window's events are handled
constexpr std::uint64_t kPiece = 4096;  // steps before the clock is read
constexpr int kFindingsPause = 200;     // ms; findings come by the dozen

}  // namespace

StepPlayer::StepPlayer(RunStore& store, Selection& selection, QObject* parent)
    : QObject(parent), store_(store), selection_(selection) {
  connect(&slice_, &QTimer::timeout, this, &StepPlayer::prepareSlice);
  connect(&clock_, &QTimer::timeout, this, [this] {
    if (!forward()) setPlaying(false);
  });
  clock_.setTimerType(Qt::PreciseTimer);
  findingsLanded_.setSingleShot(true);
  findingsLanded_.setInterval(kFindingsPause);
  connect(&findingsLanded_, &QTimer::timeout, this, &StepPlayer::look);
  setSpeed(speed_);
  connectStore();
}

StepPlayer::~StepPlayer() = default;

void StepPlayer::connectStore() {
  const auto shown = [this](const QString& id) {
    if (id == selection_.currentRun()) look();
  };
  connect(&store_, &RunStore::runStarted, this, shown);
  connect(&store_, &RunStore::runFinished, this, shown);
  connect(&store_, &RunStore::runFailed, this, shown);
  connect(&store_, &RunStore::cleared, this, [this] {
    reset();
    look();
  });
  connect(&store_, &RunStore::findingAdded, this, [this] {
    // A model knows its own state, so findings about it change nothing.
    if (!source_ || footing_ != step::Footing::model) findingsLanded_.start();
  });
  connect(&selection_, &Selection::currentRunChanged, this, &StepPlayer::look);
  connect(&selection_, &Selection::accessChanged, this, &StepPlayer::follow);
}

void StepPlayer::setModel(step::RunModel model) {
  if (model.card == model_.card && model.seed == model_.seed) return;
  model_ = std::move(model);
  look();
}

void StepPlayer::setActive(bool active) {
  if (active_ == active) return;
  active_ = active;
  if (!active) setPlaying(false);
  if (!active) slice_.stop();
  if (!active) return;
  if (stale_) {
    look();
  } else if (next_) {
    slice_.start(0);
  }
}

void StepPlayer::setState(State state, const QString& why) {
  state_ = state;
  why_ = why;
  emit changed();
}

void StepPlayer::reset() {
  setPlaying(false);
  slice_.stop();
  state_ = State::empty;  // first of all, so that nobody sees the state `ready` without a source
  source_.reset();
  next_.reset();
  runId_.clear();
  at_ = 0;
  part_ = 0;
}

/// Looks at the current run anew.
void StepPlayer::look() {
  stale_ = !active_;
  if (!active_) return;
  findingsLanded_.stop();
  const ShownRun* run = store_.run(selection_.currentRun());
  if (run == nullptr) {
    reset();
    return setState(State::empty);
  }
  if (run->state == ShownRun::State::running) {
    if (source_ && runId_ == run->id) return;  // free-running: the source before stays until the new run has data
    reset();
    return setState(State::measuring);
  }
  if (runId_ != run->id) reset();
  if (run->run->chase() == nullptr) return setState(State::impossible, tr("This run was no chase: it has no single accesses."));
  if (run->trace.empty() && run->state != ShownRun::State::finished)
    return setState(State::impossible, tr("The run ended before its first access."));
  begin(*run, step::Footing::model);
}

void StepPlayer::begin(const ShownRun& run, step::Footing from) {
  const auto& chase = *run.run->chase();
  step::MadeSource made = step::make_source({run.run->id, chase.request, chase.result, run.trace, run.levels}, store_.findings(), model_, from);
  if (!made.source) {
    reset();
    return setState(State::impossible, QString::fromStdString(made.why_not));
  }
  next_ = std::move(made.source);
  nextFooting_ = made.footing;
  nextRunId_ = run.id;
  slice_.start(0);
  prepareSlice();  // a short trace is ready at once
}

double StepPlayer::prepared() const {
  if (!next_ || next_->size() == 0) return source_ ? 1 : 0;
  return static_cast<double>(next_->ready()) / static_cast<double>(next_->size());
}

void StepPlayer::prepareSlice() {
  QElapsedTimer spent;
  spent.start();
  while (next_ && !next_->complete() && !next_->given_up() && spent.elapsed() < kSlice) next_->extend(kPiece);
  if (next_ && (next_->complete() || next_->given_up())) return finish();
  if (!next_) return slice_.stop();
  if (!source_) setState(State::preparing);
}

void StepPlayer::finish() {
  slice_.stop();
  if (!next_->trusted() && nextFooting_ != step::Footing::trace) {
    const auto below = nextFooting_ == step::Footing::model ? step::Footing::findings : step::Footing::trace;
    next_.reset();
    if (const ShownRun* run = store_.run(nextRunId_)) return begin(*run, below);
    return;
  }
  const bool same = runId_ == nextRunId_ && source_ && at_ < next_->size();
  source_ = std::move(next_);
  footing_ = nextFooting_;
  runId_ = nextRunId_;
  part_ = std::min(part_, source_->parts().size() - 1);
  const auto chosen = selection_.access();
  if (!same || chosen) at_ = std::min(source_->warmup() + chosen.value_or(0), source_->size() - 1);
  setState(State::ready);
  emit moved();
}

void StepPlayer::setPart(std::size_t part) {
  if (!source_ || part >= source_->parts().size() || part == part_) return;
  part_ = part;
  emit moved();
}

bool StepPlayer::goTo(std::uint64_t at) {
  if (!source_) return false;
  at = std::min(at, source_->size() - 1);
  if (at == at_) return false;
  at_ = at;
  telling_ = true;
  selection_.setAccess(at >= source_->warmup() ? std::optional(at - source_->warmup()) : std::nullopt);
  telling_ = false;
  emit moved();
  return true;
}

bool StepPlayer::next(step::Event event) {
  const auto at = source_ ? source_->next(at_, event, part_) : std::nullopt;
  return at && goTo(*at);
}

bool StepPlayer::previous(step::Event event) {
  const auto at = source_ ? source_->previous(at_, event, part_) : std::nullopt;
  return at && goTo(*at);
}

void StepPlayer::follow() {
  if (telling_ || !source_ || runId_ != selection_.currentRun()) return;
  if (const auto access = selection_.access()) goTo(source_->warmup() + *access);
}

void StepPlayer::setPlaying(bool playing) {
  playing = playing && source_;
  if (playing == clock_.isActive()) return;
  if (playing) {
    clock_.start();
  } else {
    clock_.stop();
  }
  emit playingChanged(playing);
}

void StepPlayer::setSpeed(double stepsPerSecond) {
  speed_ = std::clamp(stepsPerSecond, 1.0, 60.0);
  clock_.setInterval(static_cast<int>(1000 / speed_));
}

}  // namespace chasescope

#include "moc_step_player.cpp"
