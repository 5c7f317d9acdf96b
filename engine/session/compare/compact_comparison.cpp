// A table of the differences that fits into a column of a paper: the cards as columns, a block for each part, units in the rows'
// heads, numbers without the digits that their intervals leave open, and one row for findings that differ only in a size or rank.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/compare/latex_comparison.h"
#include "engine/session/tables/table_formats.h"

namespace chasescope {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestWords = 24;  // of a cell in a column; longer ones stand in the long form

/// A quantity of one part, as each card tells it.
struct ToldRow {
  std::string subject, quantity;
  json conditions = json::object();  ///< that all cards share
  std::string more;                  ///< conditions in words where the cards' differ
  std::vector<std::optional<Finding>> told;
};

/// The conditions that are equal in both.
json shared(const json& a, const json& b) {
  json both = json::object();
  if (a.is_object() && b.is_object())
    for (const auto& [key, value] : a.items())
      if (const auto other = b.find(key); other != b.end() && *other == value) both[key] = value;
  return both;
}

/// The conditions that name a kind, such as "global.ca", and no size or rank.
json kinds_of(const json& conditions) {
  json kinds = json::object();
  for (const auto& [key, value] : conditions.items())
    if (!value.is_number()) kinds[key] = value;
  return kinds;
}

/// "sequential, global.cg, cold": kinds by their names alone, and numbers with theirs.
std::string brief_conditions(const Finding& about) {
  std::string words;
  Finding numbers = about;
  numbers.conditions = json::object();
  for (const auto& [key, value] : about.conditions.items()) {
    if (!value.is_string()) {
      numbers.conditions[key] = value;
      continue;
    }
    std::string kind = one_line(value.get<std::string>());
    std::replace(kind.begin(), kind.end(), '_', ' ');
    words += (words.empty() ? "" : ", ") + kind;
  }
  const std::string others = condition_words(numbers);
  return words + (words.empty() || others.empty() ? "" : ", ") + others;
}

/// A card's name without its maker, which the caption names.
std::string head_of(const std::string& name) {
  const std::string words = one_line(name), maker = "NVIDIA ";
  return words.starts_with(maker) && words.size() > maker.size() ? words.substr(maker.size()) : words;
}

/// Whether the table is wider than the single column of a thesis, so that labels and heads must be broken into lines.
bool is_wide(const PrintedTable& table) {
  constexpr std::size_t kLetters = 80;
  std::size_t label = 0;
  std::vector<std::size_t> columns;
  for (const auto& column : table.columns) columns.push_back(column.head.size());
  for (const auto& block : table.blocks)
    for (const auto& row : block.rows) {
      label = std::max(label, head_words(row.label, row.unit).size());
      for (std::size_t i = 0; i < row.cells.size(); ++i) columns[i] = std::max(columns[i], row.cells[i].text.joined().size());
    }
  for (const std::size_t column : columns) label += column + 1;
  return label > kLetters;
}

QuantityText words_of_number(double value, const Finding& finding) {
  Finding one = finding;
  one.value = value;
  return value_parts(one);
}

/// "202 to 211" of several rows in one; a single value as it is.
QuantityText told_by(const std::vector<const ToldRow*>& rows, std::size_t card) {
  std::vector<double> numbers;
  const Finding* last = nullptr;
  for (const ToldRow* row : rows) {
    if (!row->told[card]) continue;
    last = &*row->told[card];
    if (last->value.is_number()) numbers.push_back(as_told(*last).value.get<double>());
  }
  if (last == nullptr) return {"\u2013", ""};
  if (last->value.is_null()) return {interval_words(*last).empty() ? status_words(last->status) : interval_words(*last), ""};
  if (numbers.empty()) return {value_words(*last), ""};
  const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
  const QuantityText from = words_of_number(*low, *last), to = words_of_number(*high, *last);
  if (from.joined() == to.joined()) return to;
  return from.unit == to.unit ? QuantityText{from.value + " to " + to.value, to.unit}
                              : QuantityText{from.joined() + " to " + to.joined(), ""};
}

PrintedTable::Row printed(const std::vector<const ToldRow*>& rows, std::size_t cards) {
  PrintedTable::Row out;
  Finding about;
  about.subject = rows.front()->subject;
  about.quantity = rows.front()->quantity;
  about.conditions = rows.front()->conditions;
  for (const ToldRow* row : rows) about.conditions = shared(about.conditions, row->conditions);
  std::vector<QuantityText> texts;
  for (std::size_t i = 0; i < cards; ++i) texts.push_back(told_by(rows, i));
  std::string unit;
  bool one_unit = true;
  for (const QuantityText& text : texts) {
    if (text.unit.empty()) continue;
    one_unit = one_unit && (unit.empty() || unit == text.unit);
    unit = text.unit;
  }
  std::string conditions = rows.front()->more.empty() ? brief_conditions(about) : rows.front()->more;
  if (rows.size() > 1) conditions += (conditions.empty() ? "" : ", ") + std::to_string(rows.size()) + " settings";
  out.label = quantity_words(about.quantity) + (conditions.empty() ? "" : ", " + conditions);
  if (one_unit) out.unit = unit;
  for (const QuantityText& text : texts) {
    PrintedCell cell;
    cell.text = {one_line(text.value), one_line(text.unit)};
    out.cells.push_back(std::move(cell));
  }
  return out;
}

bool is_brief(const PrintedTable::Row& row) {
  return std::all_of(row.cells.begin(), row.cells.end(),
                     [](const PrintedCell& cell) { return cell.text.joined().size() <= kLongestWords; });
}
bool is_alike(const PrintedTable::Row& row) {
  return std::all_of(row.cells.begin(), row.cells.end(),
                     [&](const PrintedCell& cell) { return cell.text.joined() == row.cells.front().text.joined(); });
}

/// A block for each part, in order; rows that differ only in sizes or ranks are merged.
std::string table_of(const std::vector<ToldRow>& rows, PrintedTable table) {
  constexpr std::size_t kFew = 2;
  table.units_in_rows = true;
  std::vector<std::pair<std::string, std::vector<std::vector<const ToldRow*>>>> parts;
  for (const ToldRow& row : rows) {
    auto part = std::find_if(parts.begin(), parts.end(), [&](const auto& one) { return one.first == row.subject; });
    if (part == parts.end()) part = parts.insert(parts.end(), {row.subject, {}});
    const auto alike = std::find_if(part->second.begin(), part->second.end(), [&](const auto& group) {
      return group.front()->quantity == row.quantity && group.front()->more.empty() && row.more.empty() &&
             kinds_of(group.front()->conditions) == kinds_of(row.conditions);
    });
    if (alike == part->second.end())
      part->second.push_back({&row});
    else
      alike->push_back(&row);
  }
  for (const auto& [subject, groups] : parts) {
    PrintedTable::Block block{subject_words(subject), {}};
    const auto add = [&](const std::vector<const ToldRow*>& of) {
      PrintedTable::Row row = printed(of, table.columns.size());
      if (is_brief(row) && !is_alike(row)) block.rows.push_back(std::move(row));
    };
    for (const auto& group : groups) {
      if (group.size() > kFew)
        add(group);
      else
        for (const ToldRow* row : group) add({row});
    }
    if (!block.rows.empty()) table.blocks.push_back(std::move(block));
  }
  if (table.blocks.empty())
    table.blocks.push_back({"", {{"Nothing differs", "", "", std::vector<PrintedCell>(table.columns.size())}}});
  table.holds_words = is_wide(table);
  return kLatexNeeds + latex_table(table);
}

}  // namespace

std::string latex_comparison(const Comparison& comparison) {
  PrintedTable table;
  table.name = latex_label({comparison.name_a, comparison.name_b});
  table.caption = one_line(differs_title(comparison) + ": " + comparison.name_a + " and " + comparison.name_b + " (" +
                           comparison_summary(comparison) + ").");
  table.columns = {{head_of(comparison.name_a), "", ""}, {head_of(comparison.name_b), "", ""}};
  std::vector<ToldRow> rows;
  for (const Compared& row : comparison.rows) {
    if (row.verdict != Agreement::differs || !row.a || !row.b) continue;
    const bool same = row.a->conditions == row.b->conditions;
    rows.push_back({row.a->subject,
                    row.a->quantity,
                    shared(row.a->conditions, row.b->conditions),
                    same ? std::string() : words_of(row).conditions,
                    {row.a, row.b}});
  }
  return table_of(rows, std::move(table));
}

std::string latex_comparison(const DeviceTable& devices) {
  PrintedTable table;
  table.name = latex_label(devices.devices);
  const auto alike = std::count_if(devices.rows.begin(), devices.rows.end(), [](const auto& row) { return row.alike; });
  table.caption =
      "What differs; " + std::to_string(alike) + " of " + std::to_string(devices.rows.size()) + " quantities are alike.";
  for (const std::string& name : devices.devices) table.columns.push_back({head_of(name), "", ""});
  std::vector<ToldRow> rows;
  for (const DeviceTable::Row& row : devices.rows) {
    if (row.alike || row.told.empty()) continue;
    ToldRow told{row.subject, row.quantity, {}, {}, row.told};
    bool first = true;
    for (const auto& finding : row.told) {
      if (!finding) continue;
      told.conditions = first ? finding->conditions : shared(told.conditions, finding->conditions);
      first = false;
    }
    if (!told.conditions.is_object()) told.conditions = json::object();
    if (!row.aside.empty()) told.more = row.aside;
    rows.push_back(std::move(told));
  }
  return table_of(rows, std::move(table));
}

}  // namespace chasescope
