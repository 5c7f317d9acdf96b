// The footprints of one memory space, from a few bytes to beyond its last cache: the curve, and where each level of it ends.
//
// The topology thesis's search (§3.2, §3.4): grow the array until it no longer fits, halve the interval, then sweep one
// footprint after the other around the place and test for a change point. Two things are done differently. The array grows by four
// steps to each doubling, so that two small levels don't hide behind each other. And whether a footprint fits is decided by what
// holds under every replacement policy: an array that doesn't fit misses in every warm pass, one that fits in none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/inference/curve_point.h"
#include "engine/inference/footprint_search.h"
#include "engine/inference/miss_mark.h"
#include "engine/probe/change_test.h"
#include "engine/probe/sweep_runner.h"

namespace chasescope {

struct SurveyPlan {
  ChaseRequest base;                               ///< space, carve-out, L1 size, SM
  std::optional<std::uint64_t> stride, from, to;   ///< bytes; unset: found by itself
  std::uint64_t points = 4;                        ///< footprints to a doubling
  bool sequential = true;                          ///< the thesis's sweep around each rise
  std::vector<inference::FootprintBracket> known;  ///< ends of levels seen in other spaces: asked first, since spaces share caches
  std::uint64_t usual_stride = 32;                 ///< where a cold pass tells no fetch size
};

struct SurveyPoint {
  std::uint64_t bytes = 0;
  std::uint64_t stride = 0;
  RunPtr run;
  inference::CurveAverage average;
};

/// The end of one level.
struct FootprintLevel {
  inference::FootprintBracket bracket;  ///< largest footprint without a miss of this level, smallest with one; bytes
  std::uint64_t stride = 0;             ///< of the chases that decided
  bool narrowed = false;                ///< the bracket is one stride wide, or as wide as chance makes it
  bool by_chance = false;               ///< within the bracket misses begin now here, now there
  std::string doubt;                    ///< why the bracket is not to be trusted or not narrow; empty if it is both
  inference::MissMark mark;             ///< hits and misses of this level
  std::optional<ChangeTest> test;       ///< of the sequential sweep, where one was made
  /// What misses of it took is what no plateau shows: another level lies behind, which neighbouring lines outgrow at once.
  bool hides_another = false;
  bool blurred_behind = false;  ///< of the levels behind it, noise does not let be told which one a plateau is
  std::vector<std::string> evidence;
};

struct FootprintSurvey {
  MemorySpace space = MemorySpace::global_ca;
  std::uint64_t stride = 0;         ///< bytes; of all chases but those over more than 65,536 elements
  std::uint64_t fetch_bytes = 0;    ///< what one cold miss brings; 0: a cold pass did not tell
  double hit_cycles = 0;            ///< one element over and over
  double first_touch_cycles = 0;    ///< median of accesses to lines that nobody touched before; 0: the device does not start cold
  std::vector<SurveyPoint> points;  ///< ascending
  std::vector<FootprintLevel> levels;  ///< nearest first
  bool reached_memory = false;         ///< the largest footprints took as long as first touches
  std::string end;                     ///< why no larger footprint was chased; a sentence
};

/// Surveys one space. A limit of the device or of the budget ends it early and is told in `end`; any other error of the device is
/// the outcome.
Outcome<FootprintSurvey> survey_footprints(SweepRunner& runner, const SurveyPlan& plan);

}  // namespace chasescope
