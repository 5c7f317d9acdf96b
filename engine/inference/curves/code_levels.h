// Instruction caches from the time per instruction over the length of straight code (topology thesis §6.2; Wong 2010 §5.3): it is
// even as long as the code fits a level, and rises to the next one's where it no longer does.
//
//   const CodeLevels found = find_code_levels(curve);   // points in order of length
//   for (const CodeLevel& level : found.levels) ends_at(curve[level.last].x);
//
// Stated resolution: a rise by less than a quarter is not taken for another level. On real cards such rises show within a level
// (other code in the same cache, pages), while another level answers in several times as many cycles. A level keeps where its first
// such rise begins, so that the interval of its end can hold it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/inference/curves/plateaus.h"

namespace chasescope::inference {

struct CodeLevel {
  std::size_t first = 0, last = 0;  ///< points [first, last] are served from here
  std::size_t even_last = 0;        ///< the last point before a small rise within; `last` where there is none
  double cycles = 0;                ///< per instruction: median of its first even stretch
  double last_cycles = 0;           ///< and of its last one
  double low = 0, high = 0;         ///< the lowest and highest of its points
};

struct CodeLevels {
  enum class Verdict {
    found,       ///< one level or more
    no_plateau,  ///< the curve is nowhere even
    uneven,      ///< it falls from one even stretch to the next, or leaps within one: no caches in a row explain that
  };
  Verdict verdict = Verdict::no_plateau;
  std::vector<CodeLevel> levels;  ///< nearest first; empty unless found
};

struct CodeRules {
  double resolution = 0.03;  ///< what four points in a row may differ on an even stretch, as a share
  double step = 0.25;        ///< what a rise to another level is at the least, as a share
};

/// `curve`: length of the code in bytes, cycles per instruction. O(n).
CodeLevels find_code_levels(std::span<const CurvePoint> curve, const CodeRules& rules = {});

/// Whether code that takes `cycles` per instruction is still served from `level`.
bool still_in(const CodeLevel& level, double cycles, const CodeRules& rules = {});

}  // namespace chasescope::inference
