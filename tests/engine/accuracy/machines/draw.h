// The numbers of a machine, drawn from a seed: the same on every machine and compiler.
//
// Draw into named variables, or within braces: in which order a function's arguments are drawn is the compiler's choice.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "engine/trace/random.h"

namespace chasescope::accuracy {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  /// Any of low to high, both included.
  std::uint64_t between(std::uint64_t low, std::uint64_t high) { return low + random_.below(high - low + 1); }
  /// The same as a latency: whole cycles.
  double cycles(std::uint64_t low, std::uint64_t high) { return static_cast<double>(between(low, high)); }
  /// One of these; to name one twice makes it likelier.
  template <typename T>
  T any(std::initializer_list<T> choices) {
    return choices.begin()[random_.below(choices.size())];
  }
  bool once_in(std::uint64_t times) { return random_.below(times) == 0; }

 private:
  Random random_;
};

}  // namespace chasescope::accuracy
