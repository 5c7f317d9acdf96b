// The screen for a terminal, or for whatever shows lines of letters of one width.
//
//   print(plain_text(summary_lines(summary, {.width = 80})));
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/session/summary/summary.h"

namespace chasescope {

struct SummaryLayout {
  std::size_t width = 80;           ///< columns
  std::vector<std::string> footer;  ///< sentences below it: where the rest is
  bool whole = false;               ///< all that differs from what was published, and not only what has room
};

inline constexpr std::size_t kLeastSummaryWidth = 80, kUsualSummaryWidth = 80, kMostSummaryWidth = 200;

struct SummarySpan {
  enum class Style { plain, title, quiet, warning };
  std::string text;
  Style style = Style::plain;
};
using SummaryLine = std::vector<SummarySpan>;

/// One line of what others found: "L2, cycles", "281.2", "219.3-222" (of the source that differs most), "MT4G: …".
struct PublishedLine {
  std::string what, here, others, why;
};
PublishedLine published_line(const SummaryComparison& one);

/// No line is wider than the layout, but for a word that is.
std::vector<SummaryLine> summary_lines(const Summary& summary, const SummaryLayout& layout);

/// For a pipe or a file.
std::string plain_text(const std::vector<SummaryLine>& lines);
/// For a terminal that knows colours (ECMA-48). What the device or a file said commands nothing.
std::string coloured_text(const std::vector<SummaryLine>& lines);

}  // namespace chasescope
