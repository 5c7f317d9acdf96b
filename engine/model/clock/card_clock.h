// The clock that loads are timed with, where it is no perfect one: it may tick by several cycles at once, and it may switch between
// two speeds while the memory keeps its own.
//
//   CardClock clock({.tick_cycles = 8}, seed);
//   clock.time(part);                         // the latencies of accesses that follow each other, as the clock shows them
//
// Ticks. One access begins when the one before ends, and each of the two times is rounded down to a tick; so the latency of one
// access is a multiple of the tick, and the mean over many is true.
// Speeds. At the second speed the clock counts `ratio` cycles for each of the first. It stays at one for `switch_cycles` cycles,
// half as many more or less by chance, and begins with either.
#pragma once

#include <cstdint>
#include <span>

#include "engine/trace/random.h"

namespace chasescope::model {

struct ClockSpec {
  std::uint32_t tick_cycles = 1;
  double ratio = 1;          ///< of the second speed to the first
  double switch_cycles = 0;  ///< how long it stays at one speed, on average; 0: it has one

  bool plain() const { return tick_cycles <= 1 && switch_cycles == 0; }
  friend bool operator==(const ClockSpec&, const ClockSpec&) = default;
};

class CardClock {
 public:
  CardClock(const ClockSpec& spec, std::uint64_t seed);

  /// Replaces true latencies by what the clock shows, in order.
  void time(std::span<float> cycles);

 private:
  double at_speed(double cycles);
  double stay();  // how long the next speed lasts

  ClockSpec spec_;
  Random random_;
  bool second_ = false;
  double left_ = 0;      // until it switches
  double fraction_ = 0;  // cycles since the last tick
};

}  // namespace chasescope::model
