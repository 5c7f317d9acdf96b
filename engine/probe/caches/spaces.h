// The data caches behind several memory spaces of one device: each space is explored, its caches get the names that all spaces
// together support, and whoever asks tells what it wants to know of each. Spaces share caches: one that was shown through a space
// is not told of again through another.
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

/// Hears of each space when its caches were told of, in the order in which spaces were explored. Caches that can't be named are
/// "device" in the report, or left out of it. `shared`: the names of the caches that all spaces share, nearest first.
using AfterSpace = std::function<void(Lab&, const SpaceReport&, const std::vector<std::string>& shared)>;

/// Whether what a level takes is wanted so well that SMs all over a card are asked (many_sms.h), which takes a tenth of a second.
enum class Latencies { of_one_sm, of_many_sms };

struct Exploration {
  Device& device;
  Recorder& recorder;  ///< must share its work (Recorder::shared())
  Setting setting;     ///< but for the space
  std::vector<MemorySpace> spaces;
  Budget& budget;
  Depth depth = Depth::levels;
  Latencies latencies = Latencies::of_one_sm;
  std::string title;
  double from = 0, to = 1;  ///< of the probe's progress
  /// Caches that all spaces share are neither asked nor told of where one of global.ca's own lies in front of them.
  bool nearest_only = false;
};

/// Explores the spaces, global.cg first, and puts the findings of their caches into the recorder. Without `findings_of` it tells
/// nothing. Throws DeviceFailure.
void explore_spaces(const Exploration& exploration, const FindingsOfCache& findings_of, const AfterSpace& after = {});

}  // namespace chasescope::structure
