// Explores the data caches behind several memory spaces of one device. The caches get names that fit the results of all spaces. The
// caller turns each cache into findings. Spaces share caches: a cache that was measured through one space gets no second finding
// through another.
//
//   explore_spaces({device, recorder, setting, spaces, budget, Depth::sets, Latencies::of_one_sm, "Capacity"}, capacity_findings);
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/structure/explore/explore.h"

namespace chasescope::structure {

/// Findings of one cache of one space.
using FindingsOfCache = std::function<std::vector<Finding>(Lab&, const SpaceReport&, const CacheReport&)>;

/// Called for each space after its findings were made, in the order of exploration. Caches that can't be named are "device" in the
/// report, or are left out of it. `shared`: the names of the caches that all spaces share, nearest first.
using AfterSpace = std::function<void(Lab&, const SpaceReport&, const std::vector<std::string>& shared)>;

/// Whether latencies are measured on SMs all over a card (many_sms.h), which takes a tenth of a second, or on one SM.
enum class Latencies { of_one_sm, of_many_sms };

struct Exploration {
  Device& device;
  Recorder& recorder;  ///< must share its work (Recorder::shared())
  Setting setting;     ///< everything but the space, which `spaces` gives
  std::vector<MemorySpace> spaces;
  Budget& budget;
  Depth depth = Depth::levels;
  Latencies latencies = Latencies::of_one_sm;
  std::string title;
  double from = 0, to = 1;  ///< the part of the probe's progress that the exploration covers
  /// Leaves out the caches that all spaces share, if global.ca has an L1 in front of them.
  bool nearest_only = false;
};

/// Explores the spaces, global.cg first, and adds the findings of their caches to the recorder. Without `findings_of` it adds none.
/// Throws DeviceFailure.
void explore_spaces(const Exploration& exploration, const FindingsOfCache& findings_of, const AfterSpace& after = {});

}  // namespace chasescope::structure
