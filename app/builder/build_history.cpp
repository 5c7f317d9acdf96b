#include "app/builder/build_history.h"

#include <utility>

namespace chasescope {
namespace {

constexpr std::int64_t kAtOnce = 500;     // ms; changes of the same controls that follow each other faster are one step
constexpr std::size_t kMostStates = 500;  // each has a few hundred bytes; the oldest are dropped first

/// The controls in which two states differ: a bit for each control or group of controls.
unsigned difference(const BuilderState& a, const BuilderState& b) {
  const build::BuiltCache &x = a.built, &y = b.built;
  const bool differs[] = {x.name != y.name,
                          x.cache.unit_bytes != y.cache.unit_bytes,
                          x.cache.sector_bytes != y.cache.sector_bytes,
                          x.cache.ways.size() != y.cache.ways.size(),
                          x.cache.ways != y.cache.ways,
                          !(x.cache.index == y.cache.index),
                          x.cache.policy.kind != y.cache.policy.kind,
                          !(x.cache.policy == y.cache.policy),
                          x.hit_cycles != y.hit_cycles,
                          x.miss_cycles != y.miss_cycles,
                          x.tlb.has_value() != y.tlb.has_value(),
                          x.tlb != y.tlb,
                          x.behind.has_value() != y.behind.has_value(),
                          x.behind != y.behind,
                          a.bytes != b.bytes,
                          a.stride != b.stride};
  unsigned bits = 0;
  for (const bool one : differs) bits = bits << 1 | (one ? 1 : 0);
  return bits;
}

}  // namespace

BuildHistory::BuildHistory(std::function<std::int64_t()> clock) : clock_(std::move(clock)) {}

void BuildHistory::begin(const BuilderState& state) {
  states_ = {state};
  at_ = 0;
  controls_ = 0;
}

void BuildHistory::changed(const BuilderState& state, bool dragging) {
  if (states_.empty()) return begin(state);
  const unsigned controls = difference(states_[at_], state);
  if (controls == 0 && states_[at_] == state) return;
  const std::int64_t now = clock_();
  const bool same = controls_ != 0 && at_ > 0 && ((dragging && dragging_) || (controls == controls_ && now - when_ < kAtOnce));
  states_.resize(at_ + 1);
  if (same) {
    states_.back() = state;
  } else {
    states_.push_back(state);
    if (states_.size() > kMostStates) states_.erase(states_.begin());
    at_ = states_.size() - 1;
  }
  controls_ = controls;
  when_ = now;
  dragging_ = dragging;
}

const BuilderState& BuildHistory::undo() {
  controls_ = 0;
  return states_[--at_];
}

const BuilderState& BuildHistory::redo() {
  controls_ = 0;
  return states_[++at_];
}

}  // namespace chasescope
