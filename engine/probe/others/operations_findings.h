// The measurements of probe `operations`, and the findings from them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/device/requests.h"
#include "engine/findings/finding.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/requests/memory_operations.h"

namespace chasescope {

inline constexpr const char* kOperationsReference = "2014 paper §3.1; topology thesis §6.3.2";

/// The addresses that the threads of a request use.
struct ThreadPlaces {
  const char* name;       ///< value of the condition `addresses`
  const char* words;      ///< "one word"
  std::uint64_t spacing;  ///< bytes between the addresses of neighbouring threads
};
/// The widest spacing puts every thread into a line of its own, because no card has lines longer than 128 bytes.
inline constexpr std::array kThreadPlaces{ThreadPlaces{"one_word", "one word", 0},
                                          ThreadPlaces{"neighbours", "neighbouring words", 4},
                                          ThreadPlaces{"own_lines", "lines of their own", 128}};

/// The result of one request, or the reason why there is none.
struct OperationPoint {
  std::uint64_t threads = 0;
  std::vector<double> cycles;  ///< one per repeat, in order
  double overhead = 0;         ///< measuring overhead with so many threads, cycles
  inference::TimedOperation timed;
  std::string run;      ///< id of the run; empty if there is none
  std::string refusal;  ///< the device's message if there is no run
  bool is_measured() const { return !run.empty(); }
};

struct AtomicsOfLevel {
  OperationLevel level = OperationLevel::global;
  std::uint64_t warp = 32;
  OperationPoint plain;                                  ///< a plain load from this level
  OperationPoint one;                                    ///< an atomic of one thread
  std::vector<std::vector<OperationPoint>> curves = {};  ///< for each of kThreadPlaces, by growing numbers of threads
};
std::vector<Finding> atomic_findings(const AtomicsOfLevel& atomics);

/// The finding about the rate of operations when all SMs take part. \param more the number of operations by which `many` exceeds
/// `few`
Finding crowd_finding(MemoryOperation operation, const ThreadPlaces& places, const OperationPoint& few, const OperationPoint& many,
                      double more);

/// The findings about a store until it is visible. \param points repeats of the same request; the last may have been refused
std::vector<Finding> store_findings(OperationLevel level, const OperationPoint& plain, const std::vector<OperationPoint>& points);

/// The finding about the first load after a store to its line. \param present whether the L1 held the line before the store
Finding after_store_finding(const OperationPoint& hit, const OperationPoint& miss, bool present, const OperationPoint& seen);
Finding hit_under_miss_finding(const OperationPoint& hit, const OperationPoint& miss, const OperationPoint& seen);

/// "copy through registers", "asynchronous copy", "bulk copy"; `operation` is load, async_copy or bulk_copy.
const char* copy_words(MemoryOperation operation);
Finding copy_finding(MemoryOperation operation, std::uint64_t bytes, const OperationPoint& point);

}  // namespace chasescope
