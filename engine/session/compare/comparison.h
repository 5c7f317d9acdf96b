// Compares two sessions: findings that agree, findings that differ beyond their intervals, and findings of one session only.
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
  differs,  ///< both have a value, and their intervals do not overlap
  only_a,   ///< only A has a value, or states that the part is absent
  only_b,
  agrees,        ///< their intervals overlap
  incomparable,  ///< both have values that can't be put side by side (a word and a number, other units)
  neither        ///< neither has a value
};

/// "differs", "only A", "only B", "agrees", "incomparable", "neither".
std::string_view to_string(Agreement verdict);

/// One subject and quantity under conditions that don't contradict each other. At least one side is there.
struct Compared {
  std::optional<Finding> a, b;
  Agreement verdict = Agreement::neither;
  std::optional<double> apart;  ///< for two numbers: their difference, relative to the larger number
  std::string remark;  ///< the allowance behind the verdict, or why one side has no value; empty if there is nothing to say
  const Finding& either() const { return a ? *a : *b; }
};

struct Comparison {
  std::string name_a, name_b;  ///< of the devices
  std::vector<Compared> rows;  ///< in the order of a report
  std::optional<double> tolerance;     ///< the requested tolerance, as a fraction: 0.02
  std::optional<ComparedChips> chips;  ///< whether both are one chip; empty if neither session has a map of the chip
  std::size_t count(Agreement verdict) const;
};

/// Compares findings, and what the devices say of themselves. Findings are paired by subject and quantity: those under equal
/// conditions first, then those whose conditions do not contradict each other (a condition that one side does not name is no
/// contradiction, nor are different SMs; but a finding without a carve-out is one whose carve-out the driver chose). Numbers agree
/// when their intervals overlap. Times, shares, rates and measured clocks without an interval are given half of kTolerance on both
/// sides, since two measurements never agree to the last digit; sizes and counts get no such allowance. Arrays without an order of
/// their own (ways of each set, probabilities, index bits, shared caches) are compared without regard to order.
///
/// Two lower bounds agree.
///
/// With a tolerance (a part: 0.02 is 2 %) intervals don't count: two numbers, or two arrays of as many numbers, agree when none are
/// farther apart than that part of the larger one; words, flags and orders must be the same.
Comparison compare_sessions(const Session& a, const Session& b, std::optional<double> tolerance = {});

/// Whether the finding names a circumstance of the measurement (driver, runtime, notes) and no property of the card.
bool is_circumstance(const Finding& finding);

/// A time, a share, a rate or a measured clock: two measurements never give it to the last digit.
bool is_continuous(const Finding& finding);

/// "2%", "0.5 %": a part, 0.02, 0.005. Empty for another unit, for none, and outside 0 to 100 %.
std::optional<double> tolerance_from(std::string_view text);

/// Why a check of the two fails, in one sentence: what differs, or that nothing could be compared. Empty if they pass. The
/// driver, the runtime and notes do not count: a check is often made because these have changed.
std::optional<std::string> why_it_fails(const Comparison& comparison);

/// The relative difference that times, shares and rates without intervals may have.
inline constexpr double kTolerance = 0.02;

}  // namespace chasescope
