// The numbers of a machine, drawn from a seed. A seed gives the same numbers on every computer and compiler.
//
// Draw into named variables or within braces: the compiler may evaluate the arguments of a function in any order.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "engine/trace/random.h"

namespace chasescope::accuracy {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  /// A whole number from low to high, both included.
  std::uint64_t between(std::uint64_t low, std::uint64_t high) { return low + random_.below(high - low + 1); }
  /// A random latency: whole cycles from low to high.
  double cycles(std::uint64_t low, std::uint64_t high) { return static_cast<double>(between(low, high)); }
  /// One of the choices. A choice that is named twice is twice as likely.
  template <typename T>
  T any(std::initializer_list<T> choices) {
    return choices.begin()[random_.below(choices.size())];
  }
  bool once_in(std::uint64_t times) { return random_.below(times) == 0; }

 private:
  Random random_;
};

}  // namespace chasescope::accuracy
