// The stride at which the average latency stops growing: the plateau that shows a fetch size or a page size (C2070 poster, "latency
// plateau at 128 B stride indicates the line size", "plateauing at 2 MB indicates the page size").
//
//   const StrideSaturation line = find_saturation(points);   // strides in powers of two, footprint too large for the cache
//   if (line.found()) fetch_bytes = line.stride;
//
// In a unit of u bytes, u/s accesses in a row share the unit and one of them misses. So the average is a + b·s/u, and each doubling
// of the stride adds twice as much as the one before. From s = u on, every access misses, and the curve is flat. A rise that
// doesn't follow this law (a set conflict is a single step) is not a unit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/inference/curves/plateaus.h"

namespace chasescope::inference {

struct StrideSaturation {
  enum class Kind {
    found,      ///< one unit, `stride` bytes
    several,    ///< more than one rise; no single unit explains the curve
    none,       ///< the curve does not rise
    undecided,  ///< it rises, but follows the law for too few doublings, or is not seen to end
  };
  Kind kind = Kind::undecided;
  std::uint64_t stride = 0;   ///< where the plateau begins, bytes
  double rise = 0;            ///< b, cycles
  double low_cycles = 0;      ///< a: the curve's foot
  double plateau_cycles = 0;  ///< a + b
  std::size_t octaves = 0;    ///< doublings below the plateau that follow the law
  std::string reason;         ///< a sentence, unless found
  bool found() const { return kind == Kind::found; }
};

struct SaturationRules {
  std::size_t fewest_octaves = 2;  ///< doublings that must follow the law
  std::size_t fewest_flat = 1;     ///< doublings of the plateau that must be flat
  double later_rise = 0.05;        ///< the curve behind the plateau may rise by this share of b (a slower unit far away)
  double foot = -1;                ///< the curve's lowest value (the hit latency), if it is known, cycles; negative: unknown
};

/// `curve`: its x are strides, each twice the one before. Points after the plateau falls are left out: there, the array has so few
/// elements that they fit in the cache.
StrideSaturation find_saturation(std::span<const CurvePoint> curve, const SaturationRules& rules = {});

}  // namespace chasescope::inference
