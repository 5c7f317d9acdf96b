#include "engine/mystery/export/paper_html.h"

#include "engine/output/outgoing_text.h"

namespace chasescope::mystery {
namespace {

std::string row_html(const std::vector<std::string>& cells, const char* tag) {
  std::string html = "<tr>";
  for (const std::string& cell : cells) html += std::string("<") + tag + ">" + xml_escaped(cell) + "</" + tag + ">";
  return html + "</tr>\n";
}

std::string table_html(const PaperTable& table) {
  std::string html =
      "<p>" + xml_escaped(table.caption) + "</p>\n<table>\n<thead>\n" + row_html(table.head, "th") + "</thead>\n<tbody>\n";
  for (const auto& row : table.rows) html += row_html(row, "td");
  return html + "</tbody>\n</table>\n";
}

}  // namespace

std::string paper_html(const Variant& variant) {
  std::string html;
  for (const std::string& paragraph : variant.story) html += "<p>" + xml_escaped(paragraph) + "</p>\n";
  for (const PaperTable& table : variant.tables) html += table_html(table);
  return html;
}

}  // namespace chasescope::mystery
