// Instruction caches, from the time per instruction over the length of straight code (topology thesis §6.2; Wong 2010 §5.3). The
// time is constant as long as the code fits in a level, and rises to that of the next level when it does not.
//
//   const CodeLevels found = find_code_levels(curve);   // points in order of length
//   for (const CodeLevel& level : found.levels) ends_at(curve[level.last].x);
//
// Stated resolution: a rise by less than a quarter is not another level. On real cards such small rises occur within a level (other
// code in the same cache, page limits), while the next level takes several times as many cycles. The first small rise is kept, so
// that the interval of the level's end can include it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/inference/curves/plateaus.h"

namespace chasescope::inference {

struct CodeLevel {
  std::size_t first = 0, last = 0;  ///< points [first, last] belong to this level
  std::size_t even_last = 0;        ///< the last point before a small rise within; `last` where there is none
  double cycles = 0;                ///< per instruction: median of its first even stretch
  double last_cycles = 0;           ///< and of its last one
  double low = 0, high = 0;         ///< the lowest and highest of its points
};

struct CodeLevels {
  enum class Verdict {
    found,       ///< one level or more
    no_plateau,  ///< the curve is nowhere even
    /// The time falls from one even stretch to the next, or jumps within one; a hierarchy of caches can't explain that.
    uneven,
  };
  Verdict verdict = Verdict::no_plateau;
  std::vector<CodeLevel> levels;  ///< nearest first; empty unless found
};

struct CodeRules {
  double resolution = 0.03;  ///< four points in a row of an even stretch differ by no more than this share
  double step = 0.25;        ///< a rise to another level is at least this share
};

/// `curve`: length of the code in bytes, cycles per instruction. O(n).
CodeLevels find_code_levels(std::span<const CurvePoint> curve, const CodeRules& rules = {});

/// Whether code with that many cycles per instruction still belongs to `level`.
bool still_in(const CodeLevel& level, double cycles, const CodeRules& rules = {});

}  // namespace chasescope::inference
