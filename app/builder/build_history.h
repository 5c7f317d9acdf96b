// What a person has built, step by step, to be taken back and done again: the cache with its N and s, as a whole.
//
// Changes of one gesture are one step: what is dragged with the mouse held down, and changes of the same control that follow each
// other at once, such as letters of a number.
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

  /// Begins here: nothing can be taken back.
  void begin(const BuilderState& state);
  /// The person made it another one. `dragging`: with the mouse held down.
  void changed(const BuilderState& state, bool dragging);
  bool canUndo() const { return at_ > 0; }
  bool canRedo() const { return at_ + 1 < states_.size(); }
  /// The state that is there from now on. \pre canUndo(), canRedo()
  const BuilderState& undo();
  const BuilderState& redo();

 private:
  std::function<std::int64_t()> clock_;
  std::vector<BuilderState> states_;
  std::size_t at_ = 0;
  unsigned controls_ = 0;  // which changed last, one bit each; 0: the next change is a step in any case
  std::int64_t when_ = 0;  // of the last change
  bool dragging_ = false;
};

}  // namespace chasescope
