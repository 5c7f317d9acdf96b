// Which caches the two kinds of global loads (global.ca and global.cg) share, and the name of each cache behind a memory space.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/device/description.h"

namespace chasescope::structure {

/// The subject (name) of each of the `caches` behind a space. The last data cache before memory is the l2, unless there are three.
/// `beside`: how many caches global.ca has, if the space is global.cg. Loads of global.cg skip the nearest cache if they meet fewer
/// caches than global.ca does. If global.ca has a single cache and the device also serves global.cg, that cache is the l2, because
/// the loads that skip a first level meet it too. Without such loads nothing shows that it is a second level, and it is called
/// l1_data.
std::vector<std::string> subjects_of(const Description& device, MemorySpace space, std::size_t caches, std::size_t beside);

/// What a survey of one global space found.
struct Behind {
  std::size_t caches = 0;
  double nearest = 0;          ///< cycles
  std::uint64_t fits = 0;      ///< bytes that fit in the nearest cache
  double second = 0;           ///< cycles: latency of the level behind the nearest; 0 if it was not seen
  std::vector<double> levels;  ///< cycles: latency of every level, nearest first

  /// Whether memory answers every access, so that there is no cache. False also if nothing was seen.
  bool is_uncached() const { return nearest > 0 && caches == 0; }
};

/// How many caches the loads global.ca and global.cg meet. global.cg may show a cache of global.ca that global.ca by itself does
/// not show.
struct GlobalCaches {
  std::size_t of_ca = 0;
  std::size_t of_cg = 0;      ///< 0 if global.cg skips no cache; its nearest cache may then be shared with other spaces
  bool told_apart = true;     ///< false: the survey of global.ca shows fewer caches than it must have
  bool cg_told_apart = true;  ///< false: the survey of global.cg shows fewer caches than it must have
};
GlobalCaches count_global_caches(const Behind& ca, const Behind& cg);

}  // namespace chasescope::structure
