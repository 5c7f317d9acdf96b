// What the answer to a question is, and whether a guess is right.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "engine/device/error.h"
#include "engine/lesson/lesson.h"
#include "engine/session/document/session.h"

namespace chasescope::lesson {

/// A point of a curve over the footprint: bytes, and cycles on average.
struct CurvePoint {
  double bytes = 0;
  double cycles = 0;
  friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

/// A number (also the place of a word), the words of an option, or a curve in the order of footprints.
using Answer = std::variant<double, std::string, std::vector<CurvePoint>>;

/// The answer as what was measured has it. \return an error whose sentence says what is missing: no whole pass, nothing that tells
/// hit from miss, a finding that could not be made.
Outcome<Answer> answer_of(const Question& question, const Session& measured);

/// Whether a guess is the answer, as far off as the question allows. Of curves: see curve_distance().
bool is_right(const Question& question, const Answer& guess, const Answer& truth);

/// How far a drawn curve is from the measured one: the mean distance of their heights where both are, as a share of the measured
/// curve's height (its highest less its lowest cycles). 1 where they share no footprint.
double curve_distance(const std::vector<CurvePoint>& drawn, const std::vector<CurvePoint>& measured);

/// Beyond this share of the height a drawn curve is not right: half a step of a curve with two equal steps.
inline constexpr double kCurveTolerance = 0.25;

/// "3 of 13", "24 KiB", "LRU": as people read it.
std::string words_of(const Question& question, const Answer& answer);

}  // namespace chasescope::lesson
