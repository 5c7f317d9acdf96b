// The data of the views of requests, from the runs of a session or of the open document: the latency over the number of threads,
// the spikes of these curves (jumps where requests begin to wait), and times of copies; and from findings the table of outstanding
// requests.
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

/// Time over threads, for one number of loads and one number of threads that share a block.
struct ThreadSeries {
  std::uint64_t loads = 1;
  std::uint64_t sharing = 1;
  std::vector<inference::LoadPoint> points;  ///< by threads
  std::vector<double> variance;  ///< variance of the harmonic means, as the study draws it; entry i belongs to point i + 1
  std::vector<inference::Spike> spikes;
  std::optional<std::uint64_t> fits;  ///< the most threads of which no request waits
};

struct ThreadCurves {
  std::vector<ThreadSeries> series;  ///< sorted by sharing, then by loads
  bool empty() const { return series.empty(); }
  const ThreadSeries* find(std::uint64_t loads, std::uint64_t sharing) const;
  std::vector<std::uint64_t> sharings() const;
};

/// The curves of all runs of outstanding requests. Leaves out auxiliary runs, and curves of fewer than three points.
ThreadCurves gatherThreadCurves(std::span<const RunPtr> runs);

/// The table of outstanding requests, as far as the findings have it.
struct TableShape {
  enum class Kind { mshr, prt };
  Kind kind = Kind::mshr;
  std::uint64_t entries = 0;
  std::uint64_t merges = 1;           ///< threads that share an entry (MSHR)
  bool merges_more = false;           ///< `merges` is a lower bound: no curve showed where merging ends
  std::optional<std::uint64_t> pool;  ///< the most unique blocks under way, if fewer than the entries hold (PRT)
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
