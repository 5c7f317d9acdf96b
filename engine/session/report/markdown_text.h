// Text in Markdown (GitHub's flavour: pipe tables).
#pragma once

#include <string>
#include <vector>

namespace chasescope {

/// Text of any origin that shows as it is, and stays in its table cell.
std::string markdown_escaped(const std::string& text);

/// "| a | b |" and a newline; the cells are escaped here.
std::string markdown_row(const std::vector<std::string>& cells);

/// A header row with its rule.
std::string markdown_header(const std::vector<std::string>& cells);

}  // namespace chasescope
