// An imperfect clock that times loads: it may advance by several cycles at once, and it may switch between two speeds while the
// memory keeps its own speed.
//
//   CardClock clock({.tick_cycles = 8}, seed);
//   clock.time(part);                         // replaces true latencies of consecutive accesses by clock readings
//
// Ticks. One access begins when the one before ends, and each of the two times is rounded down to a tick; so the latency of one
// access is a multiple of the tick, and the mean over many accesses is right.
// Speeds. At the second speed the clock counts `ratio` cycles for each of the first. It keeps a speed for `switch_cycles` cycles
// on average, at random up to half as many more or less, and begins with a random speed.
#pragma once

#include <cstdint>
#include <span>

#include "engine/trace/random.h"

namespace chasescope::model {

struct ClockSpec {
  std::uint32_t tick_cycles = 1;
  double ratio = 1;          ///< of the second speed to the first
  double switch_cycles = 0;  ///< average time at one speed; 0: the clock has one speed

  bool plain() const { return tick_cycles <= 1 && switch_cycles == 0; }
  friend bool operator==(const ClockSpec&, const ClockSpec&) = default;
};

class CardClock {
 public:
  CardClock(const ClockSpec& spec, std::uint64_t seed);

  /// Replaces true latencies by the readings of the clock, in order.
  void time(std::span<float> cycles);

 private:
  double at_speed(double cycles);
  double stay();  // random duration of the next speed

  ClockSpec spec_;
  Random random_;
  bool second_ = false;
  double left_ = 0;      // cycles until the next switch
  double fraction_ = 0;  // cycles since the last tick
};

}  // namespace chasescope::model
