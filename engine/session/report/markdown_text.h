// Tables in Markdown (GitHub's flavour: pipe tables).
#pragma once

#include <string>
#include <vector>

namespace chasescope {

/// "| a | b |" and a newline. The cells are escaped here.
std::string markdown_row(const std::vector<std::string>& cells);

/// A header row with its rule.
std::string markdown_header(const std::vector<std::string>& cells);

}  // namespace chasescope
