#include "engine/session/compare/latex_comparison.h"

#include <algorithm>
#include <cmath>

#include "engine/output/outgoing_text.h"
#include "engine/session/compare/comparison_report.h"
#include "engine/session/tables/table_formats.h"

namespace chasescope {
namespace {

// The number of lines of \footnotesize below a caption, and the letters in a line, on the narrowest page for the long form: that of
// LaTeX's own class in one column.
constexpr std::size_t kMostLines = 46;
constexpr double kLetters = 86;

PrintedCell text_cell(const std::string& text) {
  PrintedCell cell;
  constexpr std::size_t kLongest = 60;  // longer texts, such as the ways of thousands of sets, have no room on paper
  if (!text.empty()) cell.text = {text.size() > kLongest ? shortened(text, kLongest) : text, ""};
  return cell;
}

/// The number of lines on the page that a row with long cells takes.
std::size_t lines_of(const PrintedTable::Row& row) {
  constexpr double kLabel = 0.38, kCells = 0.56;  // shares of the width, as in latex_table()
  const auto lines = [](const std::string& text, double share) {
    return static_cast<std::size_t>(std::ceil(static_cast<double>(text.size()) / (share * kLetters)));
  };
  std::size_t most = std::max<std::size_t>(1, lines(row.label, kLabel));
  for (const PrintedCell& cell : row.cells)
    most = std::max(most, lines(cell.text.joined(), kCells / static_cast<double>(row.cells.size())));
  return most;
}

/// Splits the table into as many tables as needed, as a table that is longer than a page can't float.
std::string in_pages(const PrintedTable& table) {
  std::string text = kLatexNeeds;
  PrintedTable page = table;
  page.blocks.clear();
  std::size_t lines = 0, pages = 0;
  const auto put = [&] {
    if (page.blocks.empty()) return;
    page.name = table.name + (pages == 0 ? "" : "-" + std::to_string(pages + 1));
    page.caption = table.caption + (pages == 0 ? "" : " (Continued.)");
    text += latex_table(page);
    page.blocks.clear();
    lines = 0;
    ++pages;
  };
  for (const auto& block : table.blocks)
    for (const auto& row : block.rows) {
      if (lines + lines_of(row) > kMostLines) put();
      lines += lines_of(row);
      if (page.blocks.empty() || page.blocks.back().title != block.title) {
        page.blocks.push_back({block.title, {}});
        lines += 2;  // the title of the block and its rule
      }
      page.blocks.back().rows.push_back(row);
    }
  put();
  return text;
}

}  // namespace

std::string latex_label(const std::vector<std::string>& names) {
  std::string label = "comparison";
  for (const std::string& name : names) {
    bool is_apart = true;  // whether a hyphen goes before the next plain character
    for (const char c : name) {
      const char low = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
      const bool is_plain = (low >= 'a' && low <= 'z') || (low >= '0' && low <= '9');
      if (is_plain) label += std::string(is_apart ? "-" : "") + low;
      is_apart = !is_plain;
    }
  }
  return label;
}

std::string latex_long_comparison(const Comparison& comparison) {
  PrintedTable table;
  table.name = latex_label({comparison.name_a, comparison.name_b});
  table.holds_words = true;
  table.caption = one_line(comparison.name_a + " and " + comparison.name_b + ": " + comparison_summary(comparison)) + ".";
  table.units_in_rows = true;  // the title of a block stands above its rows
  table.columns = {{one_line(comparison.name_a), "", ""}, {one_line(comparison.name_b), "", ""}};
  for (const auto& [verdict, title] :
       std::initializer_list<std::pair<Agreement, std::string>>{{Agreement::differs, differs_title(comparison)},
                                                                {Agreement::only_a, "Only the first"},
                                                                {Agreement::only_b, "Only the second"}}) {
    PrintedTable::Block block{title, {}};
    for (const Compared& row : comparison.rows) {
      if (row.verdict != verdict) continue;
      const ComparedWords words = words_of(row);
      block.rows.push_back({words.what + (words.conditions.empty() ? "" : ", " + words.conditions),
                            "",
                            "",
                            {text_cell(words.a), text_cell(words.b)}});
    }
    if (!block.rows.empty()) table.blocks.push_back(std::move(block));
  }
  if (table.blocks.empty()) table.blocks.push_back({"", {{"Nothing differs", "", "", {text_cell(""), text_cell("")}}}});
  return in_pages(table);
}

std::string latex_long_comparison(const DeviceTable& devices) {
  PrintedTable table;
  table.name = latex_label(devices.devices);
  table.holds_words = true;
  const auto alike = std::count_if(devices.rows.begin(), devices.rows.end(), [](const auto& row) { return row.alike; });
  table.caption =
      "What differs; " + std::to_string(alike) + " of " + std::to_string(devices.rows.size()) + " quantities are alike.";
  for (std::size_t i = 0; i < devices.devices.size(); ++i) table.columns.push_back({one_line(devices.devices[i]), "", ""});
  PrintedTable::Block block;
  for (const auto& row : devices.rows) {
    if (row.alike) continue;
    PrintedTable::Row& printed = block.rows.emplace_back();
    printed.label = row.what;
    for (const std::string& cell : row.cells) printed.cells.push_back(text_cell(cell));
  }
  if (block.rows.empty()) block.rows.push_back({"Nothing differs", "", "", std::vector<PrintedCell>(table.columns.size())});
  table.blocks.push_back(std::move(block));
  return in_pages(table);
}

}  // namespace chasescope
