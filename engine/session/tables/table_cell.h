// One cell of a printed table: the number of one card, or what was published of it.
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

/// A number that a source printed of a card.
struct PublishedNumber {
  Finding what;
  std::string source;  ///< its key: "MEI14"
  std::string note;    ///< "median", "with the small L1"
};

struct TableCell {
  QuantityText text{"–", ""};       ///< value and unit, rounded as the interval allows
  nlohmann::json value;             ///< with all its digits; null where there is none
  std::string unit;                 ///< of `value`: "bytes"
  std::optional<double> low, high;  ///< the interval, in that unit
  std::string source;               ///< of what was published: "MEI14"
  std::string subject, quantity;    ///< of what was published
  std::string status;               ///< "measured", "published", …; empty where nobody asked
  std::string note;                 ///< why there is no value, or why it is another one than published; a sentence, or empty
  bool has_value() const { return !value.is_null(); }
};

/// What the findings tell. Among findings under several conditions it is the one with the fewest that were not asked for, and what
/// was measured comes before what was reported.
TableCell found_cell(const CellAsk& ask, std::span<const Finding> findings);

/// What was printed by `source` (empty: by anyone, the first of them).
TableCell published_cell(const CellAsk& ask, std::span<const PublishedNumber> numbers, const std::string& source);

/// Whether both are the same number: equal in words, or cycles within 2 % (two medians over other lines differ by as much), or the
/// published one lies within the interval.
bool agree(const TableCell& found, const TableCell& published);

}  // namespace chasescope
