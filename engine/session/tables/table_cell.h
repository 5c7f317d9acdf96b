// One cell of a printed table: the number of one card, or a published number of it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/session/tables/table_spec.h"
#include "engine/trace/number_text.h"

namespace chasescope {

/// A published number of a card.
struct PublishedNumber {
  Finding what;
  std::string source;  ///< its key: "MEI14"
  std::string note;    ///< "median", "with the small L1"
  std::string short_name = {};  ///< of the source: "MT4G"; empty: the key is shown
  std::string cited = {};       ///< full citation: "MT4G, sample_results of 2025-08-10 (…)"
};

struct TableCell {
  QuantityText text{"–", ""};       ///< value and unit, rounded as the interval allows
  nlohmann::json value;             ///< with all digits; null without a value
  std::string unit;                 ///< of `value`: "bytes"
  std::optional<double> low, high;  ///< the interval, in that unit
  std::string source;               ///< source of a published value: "MEI14"
  std::string source_name, cited;   ///< the source for readers: "MT4G", and its full citation
  std::string subject, quantity;    ///< of the published value
  std::string setting;              ///< of a size: "at carve-out 0 %" if it was measured so, "with the largest L1" if published so
  std::string status;               ///< "measured", "published", …; empty if it was not measured
  std::string note;                 ///< why there is no value, or why it differs from the published one; a sentence, or empty
  bool has_value() const { return !value.is_null(); }
};

/// The cell from the findings. Of several findings it uses the one with the fewest conditions that the cell does not name; a
/// measured finding is preferred to a reported one.
TableCell found_cell(const CellAsk& ask, std::span<const Finding> findings);

/// The cell from the published number of `source` (empty: the first number of any source).
TableCell published_cell(const CellAsk& ask, std::span<const PublishedNumber> numbers, const std::string& source);

/// Whether both are the same number: equal in words, or cycles within 2 % (two medians over other lines differ by as much), or the
/// published one lies within the interval.
bool agree(const TableCell& found, const TableCell& published);

}  // namespace chasescope
