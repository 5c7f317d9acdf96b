// What two sessions say of the same things: where they agree, where they differ beyond their intervals, what only one knows.
//
//   const Comparison comparison = compare_sessions(*ours, *theirs);
//   for (const Compared& row : comparison.rows) if (row.verdict == Agreement::differs) ...
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/session/compare/chip_comparison.h"
#include "engine/session/document/session.h"

namespace chasescope {

enum class Agreement {
  differs,  ///< both know, and their intervals have nothing in common
  only_a,   ///< only A has a value, or says that there is none
  only_b,
  agrees,        ///< their intervals overlap
  incomparable,  ///< both have values that can't be put side by side (a word and a number, other units)
  neither        ///< nobody could tell
};

/// "differs", "only A", "only B", "agrees", "incomparable", "neither".
std::string_view to_string(Agreement verdict);

/// One subject and quantity under conditions that don't contradict each other. At least one side is there.
struct Compared {
  std::optional<Finding> a, b;
  Agreement verdict = Agreement::neither;
  std::optional<double> apart;  ///< of two numbers: their difference, as a part of the larger one
  std::string remark;           ///< what the verdict allowed for, or why one side has no value; empty if there is nothing to say
  const Finding& either() const { return a ? *a : *b; }
};

struct Comparison {
  std::string name_a, name_b;  ///< of the devices
  std::vector<Compared> rows;  ///< in the order of a report
  std::optional<double> tolerance;  ///< that was asked for, as a part: 0.02
  std::optional<ComparedChips> chips;  ///< whether it is one chip; nothing where neither session has a map of it
  std::size_t count(Agreement verdict) const;
};

/// Compares findings, and what the devices say of themselves. Findings are paired by subject and quantity: those under equal
/// conditions first, then those whose conditions do not contradict each other (a condition that one side does not name is no
/// contradiction, and the SM is none; but where no carve-out is named, the driver chose it). Numbers agree when their intervals
/// overlap. Times, shares, rates and measured clocks without an interval are given half of kTolerance on both sides, since two
/// measurements never agree to the last digit; sizes and counts are not. Arrays without an order of their own (ways of each set,
/// probabilities, index bits, shared caches) are compared as such.
///
/// Two lower bounds agree.
///
/// With a tolerance (a part: 0.02 is 2 %) intervals don't count: two numbers, or two arrays of as many numbers, agree when none are
/// farther apart than that part of the larger one; words, flags and orders must be the same.
Comparison compare_sessions(const Session& a, const Session& b, std::optional<double> tolerance = {});

/// With what was measured, not what was: the driver, the runtime and notes.
bool is_circumstance(const Finding& finding);

/// A time, a share, a rate or a measured clock: two measurements never give it to the last digit.
bool is_continuous(const Finding& finding);

/// "2%", "0.5 %": a part, 0.02, 0.005. Nothing for other units, for none, and beyond 0 to 100 %.
std::optional<double> tolerance_from(std::string_view text);

/// Why a check of the two fails, in one sentence: what differs, or that nothing could be compared. Nothing if they pass. The
/// driver, the runtime and notes are what a check is made for, and none of what it checks.
std::optional<std::string> why_it_fails(const Comparison& comparison);

/// What times, shares and rates without intervals may differ by, as a part of their size.
inline constexpr double kTolerance = 0.02;

}  // namespace chasescope
