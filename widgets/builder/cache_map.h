// A pass through a built cache as a map of sets: which set each line goes to, and whether the line hit or missed. Pure.
//
// Unlike the map of a recorded run (set_map.h), everything about the cache is known here, so nothing is inferred.
#pragma once

#include "engine/build/warm_pass.h"
#include "widgets/views/set_map/set_map.h"

namespace chasescope {

/// \pre the part is one of the pass's.
SetMap cacheMapOf(const build::WarmPass& pass, std::size_t part);

/// The access to begin with: the first access to a line that has no room in its set, or the last access where every line has room.
std::uint64_t tellingAccess(const build::WarmPass& pass, std::size_t part);

}  // namespace chasescope
