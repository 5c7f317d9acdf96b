// The shape of a cache or TLB, as if found, whose set is the line number modulo the number of sets.
#pragma once

#include "engine/structure/sets/cache_solver.h"

namespace chasescope::structure {

inline CacheShape modulo_shape(std::uint64_t sets, std::uint32_t ways, std::uint64_t line_bytes) {
  CacheShape shape;
  shape.line_bytes = line_bytes;
  shape.index.emplace();
  shape.index->kind = inference::SetIndex::Kind::modulo;
  shape.index->granule_bytes = line_bytes;
  shape.index->modulus = sets;
  shape.ways.assign(sets, ways);
  return shape;
}

}  // namespace chasescope::structure
