// The summary as text for a terminal, or for another display with a fixed-width font.
//
//   print(plain_text(summary_lines(summary, {.width = 80})));
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/session/summary/summary.h"

namespace chasescope {

struct SummaryLayout {
  std::size_t width = 80;           ///< in columns of characters
  std::vector<std::string> footer;  ///< sentences below it that say where to find more
  bool whole = false;               ///< whether all differences from published values are shown; otherwise as many as have room
};

inline constexpr std::size_t kLeastSummaryWidth = 80, kUsualSummaryWidth = 80, kMostSummaryWidth = 200;

struct SummarySpan {
  enum class Style { plain, title, quiet, warning };
  std::string text;
  Style style = Style::plain;
};
using SummaryLine = std::vector<SummarySpan>;

/// One line of the comparison with published values: "L2, cycles", "281.2", "219.3-222" (of the source that differs most), "MT4G:
/// …".
struct PublishedLine {
  std::string what, here, others, why;
};
PublishedLine published_line(const SummaryComparison& one);

/// No line is wider than the layout, except for a single word that is wider.
std::vector<SummaryLine> summary_lines(const Summary& summary, const SummaryLayout& layout);

/// For a pipe or a file, without colours.
std::string plain_text(const std::vector<SummaryLine>& lines);
/// For a terminal with colours (ECMA-48). Escape sequences in the names of a device or file are made harmless.
std::string coloured_text(const std::vector<SummaryLine>& lines);

}  // namespace chasescope
