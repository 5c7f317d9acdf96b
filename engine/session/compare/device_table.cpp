#include "engine/session/compare/device_table.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/compare/latex_comparison.h"
#include "engine/session/report/markdown_text.h"

namespace chasescope {
namespace {

constexpr const char* kNotMeasured = "not measured";

std::size_t letters_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(const std::string& text, std::size_t columns) {
  return text + std::string(columns - std::min(columns, letters_of(text)), ' ');
}

bool is_told(const Finding& finding) {
  return !finding.value.is_null() && (finding.status == FindingStatus::measured || finding.status == FindingStatus::reported);
}

std::ptrdiff_t knowing(const DeviceTable::Row& row) {
  return std::count_if(row.cells.begin(), row.cells.end(), [](const std::string& cell) { return !cell.empty(); });
}

/// What says of a cache that there is one, so that its policy is worth asking for.
bool tells_of_cache(const DeviceTable::Row& row) {
  return row.quantity == quantity::line_bytes || row.quantity == quantity::ways_per_set || row.quantity == quantity::reach_bytes;
}

bool is_policy_of_known(const DeviceTable::Row& row, const DeviceTable& table) {
  return row.quantity == quantity::replacement_policy &&
         std::any_of(table.rows.begin(), table.rows.end(), [&](const DeviceTable::Row& other) {
           return other.subject == row.subject && tells_of_cache(other) && knowing(other) > 1;
         });
}

/// A row for the policy of each cache that has none, behind its other rows.
void add_policies(DeviceTable& table, std::size_t devices) {
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const DeviceTable::Row& row = table.rows[i];
    const auto of_it = [&](const DeviceTable::Row& other) { return other.subject == row.subject; };
    const bool last = std::none_of(table.rows.begin() + static_cast<std::ptrdiff_t>(i) + 1, table.rows.end(), of_it);
    if (!last || std::any_of(table.rows.begin(), table.rows.end(), [&](const DeviceTable::Row& other) {
          return of_it(other) && other.quantity == quantity::replacement_policy;
        }))
      continue;
    DeviceTable::Row policy{row.subject, quantity::replacement_policy,
                            one_line(subject_words(row.subject) + ": " + quantity_words(quantity::replacement_policy)),
                            std::vector<std::string>(devices), false};
    policy.why.resize(devices, kNotMeasured);
    policy.values.resize(devices);
    if (is_policy_of_known(policy, table))
      table.rows.insert(table.rows.begin() + static_cast<std::ptrdiff_t>(++i), std::move(policy));
  }
}

std::string text_of(const DeviceTable& table) {
  std::vector<std::size_t> widths(table.devices.size() + 1);
  for (const auto& row : table.rows) {
    widths[0] = std::max(widths[0], letters_of(row.what));
    for (std::size_t i = 0; i < row.cells.size(); ++i) widths[i + 1] = std::max(widths[i + 1], letters_of(cell_text(row, i)));
  }
  std::string text = padded("", widths[0]);
  for (std::size_t i = 0; i < table.devices.size(); ++i) {
    widths[i + 1] = std::max(widths[i + 1], letters_of(table.devices[i]));
    text += "  " + padded(table.devices[i], widths[i + 1]);
  }
  text += '\n';
  for (const auto& row : table.rows) {
    text += padded(row.what, widths[0]);
    for (std::size_t i = 0; i < row.cells.size(); ++i) text += "  " + padded(cell_text(row, i), widths[i + 1]);
    while (text.ends_with(' ')) text.pop_back();
    text += row.alike ? "  =\n" : "\n";
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
  const bool says = row.why[device] != kNotMeasured || row.quantity == quantity::replacement_policy;
  return says && !row.why[device].empty() ? row.why[device] : "–";
}

DeviceTable device_table(std::span<const Session> sessions, const std::vector<std::string>& names) {
  DeviceTable table;
  table.devices = names;
  std::map<std::string, std::size_t> known;
  const auto rowOf = [&](const Finding& finding, const std::string& conditions) -> DeviceTable::Row& {
    const std::string what = subject_words(finding.subject) + ": " + quantity_words(finding.quantity) +
                             (conditions.empty() ? "" : " (" + conditions + ")");
    const auto [at, fresh] = known.emplace(what, table.rows.size());
    if (fresh) {
      DeviceTable::Row row{finding.subject, finding.quantity, one_line(what), std::vector<std::string>(sessions.size()), false};
      row.why.resize(sessions.size(), kNotMeasured);
      row.values.resize(sessions.size());
      row.told.resize(sessions.size());
      table.rows.push_back(std::move(row));
    }
    return table.rows[at->second];
  };
  for (std::size_t i = 0; i < sessions.size(); ++i)
    for (const Finding& finding : sessions[i].findings) {
      const std::string conditions = condition_words(with_telling_conditions(finding, sessions[i].findings));
      DeviceTable::Row& row = rowOf(finding, conditions);
      if (!is_told(finding)) {
        if (row.cells[i].empty()) row.why[i] = status_words(finding.status);
        continue;
      }
      row.cells[i] = one_line(value_words(finding));
      row.why[i].clear();
      row.unit = finding.unit;
      row.told[i] = with_telling_conditions(finding, sessions[i].findings);
      if (finding.value.is_number()) row.values[i] = finding.value.get<double>();
    }
  add_policies(table, sessions.size());
  std::erase_if(table.rows, [&](const DeviceTable::Row& row) { return knowing(row) < 2 && !is_policy_of_known(row, table); });
  for (DeviceTable::Row& row : table.rows) {
    std::string first;
    row.alike = knowing(row) > 1;
    for (const std::string& cell : row.cells) {
      if (cell.empty()) continue;
      if (first.empty()) first = cell;
      row.alike = row.alike && cell == first;
    }
  }
  return table;
}

std::string device_table_report(const DeviceTable& table, ComparisonFormat format) {
  switch (format) {
    case ComparisonFormat::text: return text_of(table);
    case ComparisonFormat::latex: return latex_comparison(table);
    case ComparisonFormat::latex_long: return latex_long_comparison(table);
    case ComparisonFormat::markdown: return markdown_of(table);
    case ComparisonFormat::csv: return csv_of(table);
    case ComparisonFormat::json: return json_of(table);
  }
  return {};
}

}  // namespace chasescope
