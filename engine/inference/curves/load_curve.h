// A level under load: what it moves as more and more threads ask at once, and what Little's law tells of that (topology thesis
// §6.1).
//
//   const UnderLoad l1 = read_load(points_of_l1), l2 = read_load(points_of_l2);
//   const auto thread = thread_cost({l1_cycles, l1.alone}, {l2_cycles, l2.alone});
//   if (thread && l2.verdict == UnderLoad::Verdict::found) report(thread->latency(l2.busy_high_time));
//
// A thread has some loads under way at once, waits for them, and does some work of its own before the next ones. The time between
// two loads of a thread is what all threads ask for at once by the rate. While no load waits for another it is the same however
// many threads there are, and the rate grows with them. Once the level moves all that it can, the time grows instead.
#pragma once

#include <optional>
#include <span>

namespace chasescope::inference {

/// All threads with one width of a load.
struct CrowdPoint {
  double bytes = 0;  ///< threads times bytes of a load
  double rate = 0;   ///< bytes a cycle
};

/// The share of the best rate from which on a level counts as busy. A convention, stated with each finding: the best rate itself is
/// reached nowhere, since the rate creeps towards it.
inline constexpr double kBusyShare = 0.9;

struct UnderLoad {
  enum class Verdict {
    found,
    too_few,       ///< fewer than four points
    never_alone,   ///< the fewest threads wait for each other: how long a load takes alone is not known
    still_growing  ///< more threads than were asked would move more
  };
  Verdict verdict = Verdict::too_few;
  double best = 0;                     ///< the highest rate, bytes a cycle
  double alone = 0;                    ///< cycles between two loads of a thread, while none waits; 0: not known
  double busy_low = 0, busy_high = 0;  ///< bytes asked for at once: the last point below kBusyShare, the first of those above
  double busy_low_time = 0, busy_high_time = 0;  ///< cycles between two loads of a thread at these
};

/// \pre points rise in bytes; every rate is above 0.
UnderLoad read_load(std::span<const CrowdPoint> points);

/// Cycles between two loads of a thread.
inline double time_of(const CrowdPoint& point) { return point.bytes / point.rate; }

/// How a thread spends its time: nobody states how many loads it has under way, nor how long its own work takes.
struct ThreadCost {
  double loads = 1;  ///< under way at once
  double own = 0;    ///< cycles of its own work for so many loads
  /// What a load takes where a thread makes one in so many cycles.
  double latency(double time) const { return loads * time - own; }
};

/// A level whose loads were timed by themselves, and by threads that nobody disturbs.
struct TimedLevel {
  double latency = 0;  ///< cycles
  double alone = 0;    ///< cycles between two loads of a thread
};

/// From two levels that the same threads read. None where one is not at least twice as far as the other, or where the result is
/// none that a thread can have.
std::optional<ThreadCost> thread_cost(const TimedLevel& near, const TimedLevel& far);

}  // namespace chasescope::inference
