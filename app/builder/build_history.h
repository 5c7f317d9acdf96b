// Undo and redo in the cache builder: each step is the whole cache with its N and s.
//
// The changes of one gesture are one step: a drag with the mouse, or quick changes of the same control, such as typing the digits
// of a number.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/build/built_cache.h"

namespace chasescope {

struct BuilderState {
  build::BuiltCache built;
  std::uint64_t bytes = 0, stride = 0;
  friend bool operator==(const BuilderState&, const BuilderState&) = default;
};

class BuildHistory {
 public:
  /// `clock` tells milliseconds.
  explicit BuildHistory(std::function<std::int64_t()> clock);

  /// Begins a new history: nothing can be undone.
  void begin(const BuilderState& state);
  /// The person changed the state. `dragging`: with the mouse held down.
  void changed(const BuilderState& state, bool dragging);
  bool canUndo() const { return at_ > 0; }
  bool canRedo() const { return at_ + 1 < states_.size(); }
  /// Undoes or redoes a step. \return the new state. \pre canUndo(), canRedo()
  const BuilderState& undo();
  const BuilderState& redo();

 private:
  std::function<std::int64_t()> clock_;
  std::vector<BuilderState> states_;
  std::size_t at_ = 0;
  unsigned controls_ = 0;  // the controls of the last change, one bit each; 0: the next change begins a step in any case
  std::int64_t when_ = 0;  // of the last change
  bool dragging_ = false;
};

}  // namespace chasescope
