// What memory operations besides plain loads cost, as a card file states it: atomics, stores and their fences, copies to shared
// memory. Values only; times are SM cycles.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace chasescope::model {

/// Which places the threads take.
enum class PlacesOfThreads {
  one_word,    ///< all the same
  neighbours,  ///< words next to each other
  own_lines,   ///< each in a line of its own
};

/// What more threads add to an operation of one.
struct CrowdCost {
  double lane_cycles = 0;  ///< each further thread of the first warp
  double warp_cycles = 0;  ///< each further warp
  friend bool operator==(const CrowdCost&, const CrowdCost&) = default;
};

struct AtomicSpec {
  double cycles = 0;  ///< of one thread, until the old value is there
  std::map<PlacesOfThreads, CrowdCost> crowds;
  /// Of all SMs together, atomics that are done in a cycle, by places; empty: nobody knows.
  std::map<PlacesOfThreads, double> per_cycle;
  friend bool operator==(const AtomicSpec&, const AtomicSpec&) = default;
};

/// A copy from global to shared memory: what the first bytes take, and how many bytes a cycle follow.
struct CopySpec {
  double cycles = 0;
  double bytes_per_cycle = 1;
  friend bool operator==(const CopySpec&, const CopySpec&) = default;
};

struct OperationLevelSpec {
  double load_cycles = 0;   ///< in shared memory, or where the L1 hits
  double fence_cycles = 0;  ///< that nothing waits for: of the block for shared memory, of the card for global memory
  double store_cycles = 0;  ///< what a store adds to the fence behind it
  AtomicSpec atomic;
  friend bool operator==(const OperationLevelSpec&, const OperationLevelSpec&) = default;
};

struct OperationsSpec {
  double measuring_cycles = 0;  ///< of each measurement, without any operation
  OperationLevelSpec shared;
  OperationLevelSpec global;
  double miss_cycles = 0;            ///< of a load that misses the L1 and hits the L2
  double after_store_cycles = 0;     ///< of a load from where the thread has stored, the line not in the L1 before
  double after_update_cycles = 0;    ///< the same, the line in the L1 before
  double hit_under_miss_cycles = 0;  ///< from a load that misses to the arrival of one that hits behind it
  CopySpec through_registers;        ///< `cycles` is `miss_cycles`
  std::optional<CopySpec> async_copy, bulk_copy;
  friend bool operator==(const OperationsSpec&, const OperationsSpec&) = default;
};

}  // namespace chasescope::model
