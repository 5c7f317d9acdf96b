// Delays that come with the clock, whatever is read: memory is refreshed again and again, and who comes meanwhile waits.
//
//   const ClockedDelaysFound found = clocked_delays(cycles);   // of accesses that follow each other
//   if (found.delays) …                                        // found.delays->interval
//
// A trace tells how long each access took, so that the latencies before it, added up, are nearly the time at which it began; what
// lies between the end of one access and the begin of the next is not in the trace. It is taken to be the same each time, and found
// with the interval: with the right one the delays keep step for longest.
//
// The slowest tenth of the accesses are events at their times. If they come with a clock, they are close together on a circle whose
// round takes the interval (Rayleigh's test). Devices pause between parts of a trace, so that each window of accesses has a circle
// of its own, and what each of them tells is added up. A delay that goes by the address keeps step with the number of the access
// instead. So the circle of times must explain the delays better than a circle of numbers does.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace chasescope::inference {

struct ClockedDelays {
  double interval = 0, interval_low = 0, interval_high = 0;  ///< cycles from one to the next, with the 99.7 % interval
  double between = 0;                  ///< cycles from the end of an access to the begin of the next, as fits best
  double delayed = 0;                  ///< share of the accesses that wait: how many more are slow than would be at the calm times
  double calm_cycles = 0;              ///< median of the accesses at times of the interval that lie far from the delays
  double calm_low = 0, calm_high = 0;  ///< 95 %
  double strength = 0;                 ///< Rayleigh's statistic, added over the windows; by chance as large as their number
  double by_number = 0;                ///< the same if every access took equally long
  std::size_t windows = 0;
};

struct ClockedDelaysFound {
  std::optional<ClockedDelays> delays;
  std::string undecided;  ///< why there are none; a sentence
  bool none = false;      ///< delays of a good part of the slow accesses would have been seen
};

/// `cycles`: latencies of accesses in their order, all of one kind of place (memory). At least some thousand.
ClockedDelaysFound clocked_delays(std::span<const double> cycles);

}  // namespace chasescope::inference
