#include "engine/session/report/markdown_text.h"

#include "engine/output/outgoing_text.h"

namespace chasescope {

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row += " " + markdown_escaped(cell) + " |";
  return row + "\n";
}

std::string markdown_header(const std::vector<std::string>& cells) {
  std::string rule = "|";
  for (std::size_t i = 0; i < cells.size(); ++i) rule += "---|";
  return markdown_row(cells) + rule + "\n";
}

}  // namespace chasescope
