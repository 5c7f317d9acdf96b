// The spread of several discoveries of one card: the least and the largest value of each number of the summary, and the numbers
// that only some discoveries have.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/session/summary/summary_text.h"

namespace chasescope {

/// A number of the summary, over all discoveries that have it.
struct SpreadNumber {
  std::string row, column;  ///< stable names: "l1_data", "cycles"; in a series the label, such as "2-way"
  std::string what;         ///< "L1 data, cycles"
  SummaryNumber least, most;
  std::size_t told = 0;  ///< the number of discoveries that have it
};

struct SummarySpread {
  std::size_t discoveries = 0;
  std::vector<SpreadNumber> numbers;  ///< in the order of the summary
};

/// A single summary has no spread: each number is counted once, and its least and largest value are equal.
SummarySpread spread_of(std::span<const Summary> summaries);

/// The lines: first the numbers that differ ("33.25 to 33.5"), then those that only some discoveries have, then how many are the
/// same in all.
std::vector<SummaryLine> spread_lines(const SummarySpread& spread, std::size_t width);

/// {"discoveries": 5, "numbers": [{"row", "column", "unit", "min", "max", "told"}, …]}: docs/reports.md.
nlohmann::json spread_json(const SummarySpread& spread);

}  // namespace chasescope
