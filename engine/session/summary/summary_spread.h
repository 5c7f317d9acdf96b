// How far the numbers of several discoveries of one card lie apart: the least and the most of each number of the summary, and what
// was told in some of them only.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/session/summary/summary_text.h"

namespace chasescope {

/// A number of the summary in all discoveries that told it.
struct SpreadNumber {
  std::string row, column;  ///< stable: "l1_data", "cycles"; of a series its label: "2-way"
  std::string what;         ///< "L1 data, cycles"
  SummaryNumber least, most;
  std::size_t told = 0;  ///< in so many discoveries
};

struct SummarySpread {
  std::size_t discoveries = 0;
  std::vector<SpreadNumber> numbers;  ///< in the order of the summary
};

/// Of one summary there is no spread: all numbers are told once, least and most alike.
SummarySpread spread_of(std::span<const Summary> summaries);

/// What differs ("33.25 to 33.5"), then what was told in some only, then how many numbers were the same in all.
std::vector<SummaryLine> spread_lines(const SummarySpread& spread, std::size_t width);

/// {"discoveries": 5, "numbers": [{"row", "column", "unit", "min", "max", "told"}, …]}: docs/reports.md.
nlohmann::json spread_json(const SummarySpread& spread);

}  // namespace chasescope
