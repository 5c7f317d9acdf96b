// The runs of a recording, by what they can answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engine/probe/run.h"

namespace chasescope {

class RecordedRuns {
 public:
  explicit RecordedRuns(std::vector<RunPtr> runs);

  /// The run whose turn it is to answer `request`, or null. Each call takes a turn.
  RunPtr next(const ChaseRequest& request);

  /// A sentence for a person: that `request` was not recorded, and which run comes nearest.
  std::string missing(const ChaseRequest& request) const;

 private:
  /// What equal requests have in common: the first run that answers them, and what they ask of it.
  using Turn = std::tuple<std::size_t, std::uint64_t, Record>;

  std::vector<RunPtr> runs_;
  std::map<Turn, std::size_t> turns_;
};

/// What `run` recorded, as the answer to `request`: cut, averaged and without ground truth as asked.
/// \pre the run came from RecordedRuns::next(request).
ChaseResult answer_from(const Run& run, const ChaseRequest& request);

}  // namespace chasescope
