// The right answer to a question of a lesson, and whether a guess matches it.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "engine/device/error.h"
#include "engine/lesson/lesson.h"
#include "engine/session/document/session.h"

namespace chasescope::lesson {

/// A point of a curve over the footprint: the footprint in bytes, and the mean cycles of an access.
struct CurvePoint {
  double bytes = 0;
  double cycles = 0;
  friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

/// A number (also the place of a word), the text of an option, or a curve with ascending footprints.
using Answer = std::variant<double, std::string, std::vector<CurvePoint>>;

/// The right answer, as the run measured it. \return an error whose sentence says what is missing: a whole pass, a level that
/// separates hits from misses, or a finding that could not be made.
Outcome<Answer> answer_of(const Question& question, const Session& measured);

/// Whether a guess matches the answer within the tolerance of the question. For curves: see curve_distance().
bool is_right(const Question& question, const Answer& guess, const Answer& truth);

/// Why a guess is impossible in this run, without a full stop: a word beyond the end of the array, or more misses than a pass has
/// accesses. Empty if the guess is possible, or if the run does not tell.
std::string fault_of_guess(const Question& question, const Answer& guess, const Session& measured);

/// The distance of a drawn curve from the measured one: the mean difference of their heights at the footprints of both, as a share
/// of the measured curve's height (its highest minus its lowest cycles). 1 if the drawn curve covers less than half of the measured
/// footprints.
double curve_distance(const std::vector<CurvePoint>& drawn, const std::vector<CurvePoint>& measured);

/// A drawn curve with a larger distance is wrong. The value is half a step of a curve with two equal steps.
inline constexpr double kCurveTolerance = 0.25;

/// An answer for people: "3 of 13", "24 KiB", "LRU".
std::string words_of(const Question& question, const Answer& answer);
/// The right answer for people: "word 0 or 1" if both words are right.
std::string truth_words(const Question& question, const Answer& truth);

}  // namespace chasescope::lesson
