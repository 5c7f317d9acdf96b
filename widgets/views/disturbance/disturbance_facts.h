// How much the threads of a block disturb thread 0, cache by cache (topology thesis §4.6, figures 4.21 to 4.26).
#pragma once

#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "engine/findings/finding.h"

namespace chasescope {

struct DisturbingThread {
  std::uint64_t thread = 0;
  double cycles = 0;               ///< by how many cycles the accesses of thread 0 were slower, on average
  std::optional<bool> throws_out;  ///< whether the thread evicts lines of thread 0; none: not known
};

/// The threads' disturbances in one cache.
struct Disturbance {
  std::string subject;                    ///< "texture"
  std::vector<DisturbingThread> threads;  ///< ascending
  std::size_t throwing() const;
  double lowest() const;
  double highest() const;
};

/// The measured caches, nearest first; only `cache` unless it is empty.
std::vector<Disturbance> gatherDisturbances(const std::vector<Finding>& findings, const std::string& cache = {});

/// "512 of 1,023 threads throw out lines of thread 0".
QString disturbanceText(const Disturbance& cache);
/// "512 of 1,023 threads".
QString shortDisturbanceText(const Disturbance& cache);

/// A thread in words: "thread 32", "evicts lines of thread 0", "+118 cycles on average".
QStringList threadWords(const DisturbingThread& thread);

}  // namespace chasescope
