// The cost of memory operations besides plain loads, as a card file states it: atomics, stores and their fences, copies to shared
// memory. Values only; times are SM cycles.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace chasescope::model {

/// The addresses that the threads access.
enum class PlacesOfThreads {
  one_word,    ///< all threads access one word
  neighbours,  ///< words next to each other
  own_lines,   ///< each thread accesses its own line
};

/// The cost of further threads, on top of an operation of one thread.
struct CrowdCost {
  double lane_cycles = 0;  ///< each further thread of the first warp
  double warp_cycles = 0;  ///< each further warp
  friend bool operator==(const CrowdCost&, const CrowdCost&) = default;
};

struct AtomicSpec {
  double cycles = 0;  ///< of one thread, until the old value has arrived
  std::map<PlacesOfThreads, CrowdCost> crowds;
  /// Atomics per cycle of all SMs together, by places; empty: unknown.
  std::map<PlacesOfThreads, double> per_cycle;
  friend bool operator==(const AtomicSpec&, const AtomicSpec&) = default;
};

/// A copy from global to shared memory: cycles of the first bytes, and bytes per cycle after them.
struct CopySpec {
  double cycles = 0;
  double bytes_per_cycle = 1;
  friend bool operator==(const CopySpec&, const CopySpec&) = default;
};

struct OperationLevelSpec {
  double load_cycles = 0;   ///< in shared memory; in global memory: of an L1 hit
  double fence_cycles = 0;  ///< of a fence without earlier stores: of block scope for shared memory, of GPU scope for global memory
  double store_cycles = 0;  ///< cycles that a store adds to the fence behind it
  AtomicSpec atomic;
  friend bool operator==(const OperationLevelSpec&, const OperationLevelSpec&) = default;
};

struct OperationsSpec {
  double measuring_cycles = 0;  ///< of each measurement, without any operation
  OperationLevelSpec shared;
  OperationLevelSpec global;
  double miss_cycles = 0;            ///< of a load that misses the L1 and hits the L2
  double after_store_cycles = 0;     ///< of a load from an address that the thread has stored to, whose line was not in the L1
  double after_update_cycles = 0;    ///< the same, with the line in the L1 before the store
  double hit_under_miss_cycles = 0;  ///< from the issue of a load that misses to the arrival of the hit behind it
  CopySpec through_registers;        ///< `cycles` is `miss_cycles`
  std::optional<CopySpec> async_copy, bulk_copy;
  friend bool operator==(const OperationsSpec&, const OperationsSpec&) = default;
};

}  // namespace chasescope::model
