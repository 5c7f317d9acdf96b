// A level under load: its throughput as the number of threads grows, and the conclusions from Little's law (topology thesis §6.1).
//
//   const UnderLoad l1 = read_load(points_of_l1), l2 = read_load(points_of_l2);
//   const auto thread = thread_cost({l1_cycles, l1.alone}, {l2_cycles, l2.alone});
//   if (thread && l2.verdict == UnderLoad::Verdict::found) report(thread->latency(l2.busy_high_time));
//
// A thread has several loads in flight, waits for them, and does some work of its own before it issues the next ones. The time
// between two loads of a thread is the number of bytes that all threads request at once, divided by the rate. As long as no load
// waits for another, this time does not depend on the number of threads, and the rate grows with them. Once the level is saturated,
// the time grows instead.
#pragma once

#include <optional>
#include <span>

namespace chasescope::inference {

/// One measurement: all threads use loads of the same width.
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
    still_growing  ///< the rate still grows at the largest number of threads
  };
  Verdict verdict = Verdict::too_few;
  double best = 0;                     ///< the highest rate, bytes a cycle
  double alone = 0;                    ///< cycles between two loads of a thread if no load waits; 0: not known
  double busy_low = 0, busy_high = 0;  ///< bytes requested at once: at the last point below kBusyShare, and at the first one above
  double busy_low_time = 0, busy_high_time = 0;  ///< cycles between two loads of a thread at these
};

/// \pre points rise in bytes; every rate is above 0.
UnderLoad read_load(std::span<const CrowdPoint> points);

/// Cycles between two loads of a thread.
inline double time_of(const CrowdPoint& point) { return point.bytes / point.rate; }

/// How a thread spends its time. No interface reports how many loads it keeps in flight, nor how long its own work takes.
struct ThreadCost {
  double loads = 1;  ///< under way at once
  double own = 0;    ///< cycles of its own work for so many loads
  /// The latency of a load if a thread makes one load in `time` cycles.
  double latency(double time) const { return loads * time - own; }
};

/// A level with the latency of a lone load, and the time between two loads of an undisturbed thread.
struct TimedLevel {
  double latency = 0;  ///< cycles
  double alone = 0;    ///< cycles between two loads of a thread
};

/// Computed from two levels that the same threads read. No value if the latencies of the levels differ by less than a factor of
/// two, or if the result is impossible for a thread.
std::optional<ThreadCost> thread_cost(const TimedLevel& near, const TimedLevel& far);

}  // namespace chasescope::inference
