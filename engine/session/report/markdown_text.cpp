#include "engine/session/report/markdown_text.h"

#include <string_view>

#include "engine/session/report/finding_words.h"

namespace chasescope {

std::string markdown_escaped(const std::string& text) {
  constexpr std::string_view kMarkup = "\\`*[]|~#";
  std::string escaped;
  for (const char c : one_line(text)) {
    if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '&') {
      escaped += "&amp;";
    } else {
      if (kMarkup.find(c) != std::string_view::npos) escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

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
