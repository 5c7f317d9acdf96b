#include "engine/session/compare/device_table.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/compare/latex_comparison.h"
#include "engine/session/report/markdown_text.h"
#include "engine/session/summary/summary_columns.h"

namespace chasescope {
namespace {

std::string padded(const std::string& text, std::size_t columns) {
  return text + std::string(columns - std::min(columns, columns_of(text)), ' ');
}

/// Breaks the text into lines of at most `columns` columns: between words if possible, else within a word.
std::vector<std::string> wrapped(const std::string& text, std::size_t columns) {
  std::vector<std::string> lines;
  for (std::string line : broken(text, columns, columns)) {
    while (columns_of(line) > columns) {
      std::size_t bytes = 0;
      for (std::size_t taken = 0; bytes < line.size(); ++bytes)
        if ((static_cast<unsigned char>(line[bytes]) & 0xC0U) != 0x80U && taken++ == columns) break;
      lines.push_back(line.substr(0, bytes));
      line.erase(0, bytes);
    }
    lines.push_back(line);
  }
  return lines;
}

/// "Only one device has these, so they have no row: L3 TLB (A100)."; empty if there are none.
std::string words_of_alone(const DeviceTable& table) {
  std::string words;
  for (const std::string& level : table.alone) words += (words.empty() ? "" : ", ") + level;
  return words.empty() ? words : "Only one device has these, so they have no row: " + words + ".";
}

/// Puts as many devices side by side as the width allows; the other devices follow in tables below.
std::string text_of(const DeviceTable& table, std::size_t width) {
  // KLeast is the width of "1,234.5 cycles".
  constexpr std::size_t kGap = 2, kLeast = 14, kMostLabel = 34;
  std::size_t label = 1;
  std::vector<std::size_t> widest(table.devices.size(), 1);
  for (std::size_t i = 0; i < table.devices.size(); ++i) widest[i] = columns_of(table.devices[i]);
  for (const auto& row : table.rows) {
    label = std::max(label, columns_of(row.what));
    for (std::size_t i = 0; i < row.cells.size(); ++i) widest[i] = std::max(widest[i], columns_of(cell_text(row, i)));
  }
  label = std::min({label, kMostLabel, std::max(kLeast, width / 3)});
  const std::size_t room = width > label ? width - label : 0;
  const std::size_t most = std::max<std::size_t>(1, room / (kLeast + kGap));
  const auto put = [](std::string& text, const std::vector<std::vector<std::string>>& cells,
                      const std::vector<std::size_t>& widths) {
    std::size_t lines = 1;
    for (const auto& cell : cells) lines = std::max(lines, cell.size());
    for (std::size_t line = 0; line < lines; ++line) {
      std::string one;
      for (std::size_t i = 0; i < cells.size(); ++i)
        one += (i == 0 ? "" : std::string(kGap, ' ')) + padded(line < cells[i].size() ? cells[i][line] : "", widths[i]);
      one.erase(one.find_last_not_of(' ') + 1);
      text += one + '\n';
    }
  };
  std::string text;
  for (std::size_t first = 0; first < table.devices.size(); first += most) {
    const std::size_t end = std::min(table.devices.size(), first + most);
    std::vector<std::size_t> widths{label};
    // A column that needs less than its share leaves the rest to wider columns.
    std::size_t left = room, columns = end - first;
    std::vector<std::size_t> by_need;
    for (std::size_t i = first; i < end; ++i) by_need.push_back(i);
    std::sort(by_need.begin(), by_need.end(), [&](std::size_t a, std::size_t b) { return widest[a] < widest[b]; });
    std::vector<std::size_t> given(table.devices.size());
    for (const std::size_t i : by_need) {
      const std::size_t share = std::max(left / columns, kGap + 1);
      given[i] = std::min(widest[i], share - kGap);
      left -= std::min(left, given[i] + kGap);
      --columns;
    }
    std::vector<std::vector<std::string>> cells{{""}};
    for (std::size_t i = first; i < end; ++i) {
      widths.push_back(given[i]);
      cells.push_back(wrapped(table.devices[i], given[i]));
    }
    text += first == 0 ? "" : "\n";
    put(text, cells, widths);
    for (const auto& row : table.rows) {
      cells = {wrapped(row.what, label)};
      for (std::size_t i = first; i < end; ++i) cells.push_back(wrapped(cell_text(row, i), given[i]));
      put(text, cells, widths);
    }
  }
  if (const std::string words = words_of_alone(table); !words.empty()) {
    text += '\n';
    for (const std::string& line : wrapped(words, width)) text += line + '\n';
  }
  return text;
}

std::string markdown_of(const DeviceTable& table) {
  std::vector<std::string> head{""};
  head.insert(head.end(), table.devices.begin(), table.devices.end());
  std::string text = markdown_header(head);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells{row.what};
    for (std::size_t i = 0; i < row.cells.size(); ++i) cells.push_back(cell_text(row, i));
    text += markdown_row(cells);
  }
  if (const std::string words = words_of_alone(table); !words.empty()) text += "\n" + markdown_escaped(words) + "\n";
  return text;
}

std::string csv_of(const DeviceTable& table) {
  std::string text = "subject,quantity,what";
  for (const std::string& device : table.devices) text += "," + csv_field(device);
  text += "\n";
  for (const auto& row : table.rows) {
    text += csv_field(row.subject) + "," + csv_field(row.quantity) + "," + csv_field(row.what);
    for (const std::string& cell : row.cells) text += "," + csv_field(cell);
    text += "\n";
  }
  return text;
}

std::string json_of(const DeviceTable& table) {
  nlohmann::ordered_json document{{"devices", table.devices}, {"rows", nlohmann::ordered_json::array()}};
  for (const auto& row : table.rows) {
    nlohmann::ordered_json cells = nlohmann::ordered_json::array();
    for (const std::string& cell : row.cells)
      cells.push_back(cell.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(cell));
    document["rows"].push_back({{"subject", row.subject},
                                {"quantity", row.quantity},
                                {"what", row.what},
                                {"cells", cells},
                                {"why", row.why},
                                {"alike", row.alike}});
  }
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string cell_text(const DeviceTable::Row& row, std::size_t device) {
  if (!row.cells[device].empty()) return row.cells[device];
  const bool says = row.why[device] != kNobodyAsked || row.quantity == quantity::replacement_policy;
  return says && !row.why[device].empty() ? row.why[device] : "–";
}

std::string device_table_report(const DeviceTable& table, ComparisonFormat format, std::size_t width) {
  switch (format) {
    case ComparisonFormat::text: return text_of(table, width);
    case ComparisonFormat::latex: return latex_comparison(table);
    case ComparisonFormat::latex_long: return latex_long_comparison(table);
    case ComparisonFormat::markdown: return markdown_of(table);
    case ComparisonFormat::csv: return csv_of(table);
    case ComparisonFormat::json: return json_of(table);
  }
  return {};
}

}  // namespace chasescope
