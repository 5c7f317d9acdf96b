// Delays that recur at a fixed interval of the clock, whatever is read: memory is refreshed periodically, and an access that comes
// meanwhile waits.
//
//   const ClockedDelaysFound found = clocked_delays(cycles);   // of accesses that follow each other
//   if (found.delays) …                                        // found.delays->interval
//
// A trace holds the latency of each access. The sum of the latencies before an access is nearly the time at which it began. The
// time between the end of one access and the begin of the next is not in the trace. It is assumed to be constant, and is fitted
// together with the interval: with the right value the delays stay periodic for longest.
//
// The slowest tenth of the accesses are events in time. If they recur with a fixed interval, they lie close together on a circle
// whose circumference is that interval (Rayleigh's test). Devices pause between parts of a trace, so that each window of accesses
// has a circle of its own, and the statistics of the windows are added. A delay that depends on the address recurs with the number
// of the access instead of with time. So the circle of times must explain the delays better than a circle of access numbers does.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace chasescope::inference {

struct ClockedDelays {
  double interval = 0, interval_low = 0, interval_high = 0;  ///< cycles from one delay to the next, with the 99.7 % interval
  double between = 0;  ///< best fit of the cycles from the end of an access to the begin of the next
  /// Share of the accesses that wait: slow accesses beyond the share of slow ones at calm times.
  double delayed = 0;
  double calm_cycles = 0;              ///< median latency at calm times, which are far from the delays
  double calm_low = 0, calm_high = 0;  ///< 95 %
  /// Rayleigh's statistic, summed over the windows; about the number of windows if there is no period.
  double strength = 0;
  double by_number = 0;  ///< the same statistic if time is replaced by the number of the access
  std::size_t windows = 0;
};

struct ClockedDelaysFound {
  std::optional<ClockedDelays> delays;
  std::string undecided;  ///< why no delays are reported; a sentence
  /// True: there are no delays, because ones that cause a good part of the slow accesses would have been found.
  bool none = false;
};

/// `cycles`: the latencies of consecutive accesses, all to the same level (memory); at least some thousand.
ClockedDelaysFound clocked_delays(std::span<const double> cycles);

}  // namespace chasescope::inference
