// The nearest cache of each memory space, with everything that is needed to see whether two agents evict each other's lines from
// it. It is measured here by the survey that the other structure probes begin with; nothing is assumed.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

struct NearestCache {
  std::string subject;  ///< "l1_data", "texture", …; "l2" if the space meets no other cache
  Setting setting;      ///< with its space
  Survey survey;
  std::string undecided;  ///< why agents can't be compared in it; empty if they can
  bool absent = false;    ///< no cache is behind the space

  bool usable() const { return undecided.empty() && !absent; }
  std::uint64_t limit_bytes = 0;            ///< the largest array that the space allows
  std::optional<std::uint64_t> line_bytes;  ///< if an earlier step has told it
  double hit_cycles() const { return survey.levels.front().latency.median; }
  /// The distance (bytes) at which two accesses need different lines.
  std::uint64_t stride() const;
  /// The distance at which agent B reads an array to evict all lines of agent A: one access to each line. Bytes.
  std::uint64_t evicting_stride() const { return std::max(stride(), line_bytes.value_or(0)); }
  /// A footprint that fits, and one that does not. Bytes, multiples of stride().
  std::uint64_t fits() const { return survey.boundaries.front().fits / stride() * stride(); }
  std::uint64_t outgrown() const { return survey.boundaries.front().outgrown / stride() * stride(); }
};

struct NearestCaches {
  std::vector<NearestCache> caches;  ///< of global.ca, texture, readonly and constant, as far as the device has these spaces
  /// The nearest cache of global.cg, if it is not that of global.ca: global.cg then skips the nearest cache.
  std::optional<NearestCache> past_the_nearest;
  /// Whether it is certain that global.ca has no L1. Either its nearest cache is the only one and noise can't have hidden another,
  /// or global.cg, which would skip the L1, is as fast.
  bool surely_no_l1 = false;
};

/// Surveys the nearest cache of each of `spaces`. `setting` has everything but the space. DeviceFailure passes through.
NearestCaches find_nearest_caches(Device& device, Recorder& recorder, Setting setting, Budget& budget,
                                  const std::vector<MemorySpace>& spaces);

}  // namespace chasescope::structure
