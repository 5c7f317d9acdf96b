// A comparison as a document: text for a terminal, LaTeX (compact, or all of it), Markdown, CSV or JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/session/compare/comparison.h"

namespace chasescope {

enum class ComparisonFormat { text, latex, latex_long, markdown, csv, json };

/// The formats by name.
inline constexpr const char* kComparisonFormats = "text, latex, latex-long, markdown, csv, json";

/// One of kComparisonFormats.
std::optional<ComparisonFormat> comparison_format_from(std::string_view word);

/// A row in words: what it is about, each side, under which conditions, and why.
struct ComparedWords {
  std::string what, a, b, conditions, remark;
};
ComparedWords words_of(const Compared& row);

/// UTF-8, ends with a newline. First what differs, then what only one side has, what can't be compared, what agrees, and what
/// nobody knows. `file_a` and `file_b` stand for the sides.
std::string comparison_report(const Comparison& comparison, const std::string& file_a, const std::string& file_b,
                              ComparisonFormat format);

/// "Differs beyond the intervals", "Differs by more than 2 %": what stands above what differs.
std::string differs_title(const Comparison& comparison);

/// "3 differ, 2 only in A, 1 only in B, 12 agree".
std::string comparison_summary(const Comparison& comparison);

}  // namespace chasescope
