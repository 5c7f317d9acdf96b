// The cache that a memory space meets first: what two agents need to know of it to get in each other's way. Each is measured here,
// by the survey that the other structure probes begin with; nothing is assumed.
#pragma once

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
  bool absent = false;    ///< the space meets no cache at all

  bool usable() const { return undecided.empty() && !absent; }
  std::uint64_t limit_bytes = 0;  ///< the largest array that the space can have
  double hit_cycles() const { return survey.levels.front().latency.median; }
  /// Distance at which accesses need lines of their own. Bytes.
  std::uint64_t stride() const;
  /// A footprint that fits, and one that does not. Bytes, multiples of stride().
  std::uint64_t fits() const { return survey.boundaries.front().fits / stride() * stride(); }
  std::uint64_t outgrown() const { return survey.boundaries.front().outgrown / stride() * stride(); }
};

struct NearestCaches {
  std::vector<NearestCache> caches;  ///< of global.ca, texture, readonly and constant, as far as the device has them
  /// What global.cg meets first, if that is not what global.ca does: a way past the nearest cache.
  std::optional<NearestCache> past_the_nearest;
  /// Whether global.ca surely has no L1: its nearest cache is the only one, and noise can't have hidden another, or global.cg,
  /// which would pass the L1 by, is as fast.
  bool surely_no_l1 = false;
};

/// Looks at the nearest cache of each of `spaces`. `setting` has everything but the space. DeviceFailure passes through.
NearestCaches find_nearest_caches(Device& device, Recorder& recorder, Setting setting, Budget& budget,
                                  const std::vector<MemorySpace>& spaces);

}  // namespace chasescope::structure
