// What probe `operations` measured, and what is told of it.
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

/// Which places the threads take.
struct ThreadPlaces {
  const char* name;       ///< as the condition `addresses` has it
  const char* words;      ///< "one word"
  std::uint64_t spacing;  ///< bytes from the place of a thread to that of the next
};
/// Lines of no card are longer than 128 bytes.
inline constexpr std::array kThreadPlaces{ThreadPlaces{"one_word", "one word", 0},
                                          ThreadPlaces{"neighbours", "neighbouring words", 4},
                                          ThreadPlaces{"own_lines", "lines of their own", 128}};

/// One request; or why there is no answer.
struct OperationPoint {
  std::uint64_t threads = 0;
  std::vector<double> cycles;  ///< as they came
  double overhead = 0;         ///< of so many threads
  inference::TimedOperation timed;
  std::string run;      ///< its id; empty: there is none
  std::string refusal;  ///< what the device said then
  bool is_measured() const { return !run.empty(); }
};

struct AtomicsOfLevel {
  OperationLevel level = OperationLevel::global;
  std::uint64_t warp = 32;
  OperationPoint plain;                                  ///< a load from there
  OperationPoint one;                                    ///< an atomic of one thread
  std::vector<std::vector<OperationPoint>> curves = {};  ///< for each of kThreadPlaces, by growing numbers of threads
};
std::vector<Finding> atomic_findings(const AtomicsOfLevel& atomics);

/// \param more operations that `many` makes more than `few`
Finding crowd_finding(MemoryOperation operation, const ThreadPlaces& places, const OperationPoint& few, const OperationPoint& many,
                      double more);

/// \param points the same request some times over; the last may have been refused
std::vector<Finding> store_findings(OperationLevel level, const OperationPoint& plain, const std::vector<OperationPoint>& points);

/// \param present whether the line was in the L1 when it was stored to
Finding after_store_finding(const OperationPoint& hit, const OperationPoint& miss, bool present, const OperationPoint& seen);
Finding hit_under_miss_finding(const OperationPoint& hit, const OperationPoint& miss, const OperationPoint& seen);

/// "copy through registers", "asynchronous copy", "bulk copy"; `operation` is load, async_copy or bulk_copy.
const char* copy_words(MemoryOperation operation);
Finding copy_finding(MemoryOperation operation, std::uint64_t bytes, const OperationPoint& point);

}  // namespace chasescope
