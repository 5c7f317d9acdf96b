// Thread-latency curves and copies from the runs of a session or a store, with the spikes in them, and the request table that the
// findings tell of.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/findings/run.h"
#include "engine/inference/curves/copy_saturation.h"
#include "engine/inference/requests/thread_latency.h"

namespace chasescope {

/// Time over threads, for one number of loads and of threads that share a block.
struct ThreadSeries {
  std::uint64_t loads = 1;
  std::uint64_t sharing = 1;
  std::vector<inference::LoadPoint> points;  ///< by threads
  std::vector<double> variance;              ///< of the harmonic means, as the study draws it; entry i belongs to point i + 1
  std::vector<inference::Spike> spikes;
  std::optional<std::uint64_t> fits;  ///< the threads after which the first request waits
};

struct ThreadCurves {
  std::vector<ThreadSeries> series;  ///< by sharing, then by loads
  bool empty() const { return series.empty(); }
  const ThreadSeries* find(std::uint64_t loads, std::uint64_t sharing) const;
  std::vector<std::uint64_t> sharings() const;
};

/// Runs that are no outstanding requests, references, and curves of fewer than three points are left out.
ThreadCurves gatherThreadCurves(std::span<const RunPtr> runs);

/// The table of outstanding requests, as far as the findings have it.
struct TableShape {
  enum class Kind { mshr, prt };
  Kind kind = Kind::mshr;
  std::uint64_t entries = 0;
  std::uint64_t merges = 1;           ///< threads that share an entry (MSHR)
  bool merges_more = false;           ///< `merges` is the least that it may be: no curve showed where merging ends
  std::optional<std::uint64_t> pool;  ///< unique blocks under way at most, where that is less than the entries hold (PRT)
};
std::optional<TableShape> tableOf(std::span<const Finding> findings);

/// Copies by size, medians, in the unit that all of them have.
struct CopyCurve {
  std::vector<inference::CopyTimes> points;
  bool seconds = false;
  inference::CopySaturation saturation;
  bool empty() const { return points.empty(); }
};
CopyCurve gatherCopies(std::span<const RunPtr> runs);

}  // namespace chasescope
