// A comparison as a document: text for a terminal, LaTeX (compact or complete), Markdown, CSV or JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/session/compare/comparison.h"

namespace chasescope {

enum class ComparisonFormat { text, latex, latex_long, markdown, csv, json };

/// The names of the formats.
inline constexpr const char* kComparisonFormats = "text, latex, latex-long, markdown, csv, json";

/// Reads one of kComparisonFormats.
std::optional<ComparisonFormat> comparison_format_from(std::string_view word);

/// A row in words: its quantity, the value of each side, the conditions, and a remark.
struct ComparedWords {
  std::string what, a, b, conditions, remark;
};
ComparedWords words_of(const Compared& row);

/// UTF-8, ends with a newline. The order: rows that differ, rows of only one side, rows that can't be compared, rows that agree,
/// and quantities that neither side knows. `file_a` and `file_b` name the sides.
std::string comparison_report(const Comparison& comparison, const std::string& file_a, const std::string& file_b,
                              ComparisonFormat format);

/// "Differs beyond the intervals", "Differs by more than 2 %": the title of the rows that differ.
std::string differs_title(const Comparison& comparison);

/// "3 differ, 2 only in A, 1 only in B, 12 agree".
std::string comparison_summary(const Comparison& comparison);

}  // namespace chasescope
