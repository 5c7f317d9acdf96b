#include "engine/session/tables/table_spec.h"

#include <algorithm>
#include <stdexcept>

#include "resources/resources.h"

namespace chasescope {
namespace {

using nlohmann::json;

std::vector<std::string> words_in(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (found->is_string()) return {found->get<std::string>()};
  return found->get<std::vector<std::string>>();
}

CellAsk::How how_of(const std::string& word) {
  if (word == "sum") return CellAsk::How::sum;
  if (word == "mean") return CellAsk::How::mean;
  if (word == "is_lru") return CellAsk::How::is_lru;
  if (word == "added") return CellAsk::How::added;
  if (word == "value") return CellAsk::How::value;
  throw std::runtime_error("A cell is found by value, sum, mean, is_lru or added, not by '" + word + "'.");
}

CellAsk ask_from(const json& object) {
  CellAsk ask;
  ask.how = how_of(object.value("how", "value"));
  ask.subjects = words_in(object, "subject");
  ask.quantities = words_in(object, "quantity");
  ask.conditions = object.value("conditions", json::object());
  ask.published_quantity = object.value("published_quantity", "");
  ask.published_note = object.value("published_note", "");
  return ask;
}

/// Merges the properties of a row and a column into those of their cell. The row's properties override the column's, but conditions
/// are combined. The row's properties for this single cell override both.
json merged(const json& row, const json& column) {
  json all = column;
  const auto add = [&all](const json& part) {
    for (const auto& [key, value] : part.items()) {
      if (key == "cells" || key == "label" || key == "group") continue;
      if (key == "conditions" && all.contains(key))
        all[key].update(value);
      else
        all[key] = value;
    }
  };
  add(row);
  if (const auto cells = row.find("cells"); cells != row.end())
    if (const auto own = cells->find(column.value("label", "")); own != cells->end()) add(*own);
  return all;
}

std::optional<double> number_in(const json& object, const char* key) {
  return object.contains(key) ? std::optional(object.at(key).get<double>()) : std::nullopt;
}

CellRemark remark_from(const json& object) {
  return {words_in(object, "cards"),     object.value("row", ""),  object.value("column", ""), object.value("source", ""),
          object.value("published", ""), number_in(object, "low"), number_in(object, "high"),  object.value("why", "")};
}

TableSpec table_from(const json& object) {
  TableSpec table;
  table.name = object.at("name");
  table.title = object.at("title");
  table.corner = object.value("corner", "");
  table.source = object.value("source", "");
  table.where = object.value("where", "");
  table.layout = object.value("layout", "matrix") == "cards" ? TableSpec::Layout::cards : TableSpec::Layout::matrix;
  const std::string units = object.value("units", "heads");
  table.units = units == "cells" ? TableSpec::Units::cells : units == "title" ? TableSpec::Units::title : TableSpec::Units::heads;
  table.drops_empty_rows = object.value("drops_empty_rows", false);
  table.devices = words_in(object, "devices");
  for (const json& step : object.value("probes", json::array()))
    table.probes.push_back({step.at("probe").get<std::string>(), words_in(step, "settings")});
  const json columns = object.value("columns", json::array({json::object()}));
  for (const json& row : object.at("rows")) {
    table.rows.push_back({row.at("label").get<std::string>(), row.value("group", ""), row.value("notes_of", "")});
    std::vector<CellAsk>& asks = table.asks.emplace_back();
    for (const json& column : columns) asks.push_back(ask_from(merged(row, column)));
  }
  if (table.layout == TableSpec::Layout::matrix)
    for (const json& column : columns)
      table.columns.push_back({column.at("label").get<std::string>(), column.value("group", ""), {}});
  for (const json& remark : object.value("remarks", json::array())) table.remarks.push_back(remark_from(remark));
  return table;
}

}  // namespace

bool CellRemark::matches(std::string_view card, std::string_view row_label, std::string_view column_head) const {
  return (cards.empty() || std::find(cards.begin(), cards.end(), card) != cards.end()) && (row.empty() || row == row_label) &&
         (column.empty() || column == column_head);
}

std::vector<TableSpec> tables_from(const std::string& text) {
  const json file = json::parse(text);
  if (file.at("format") != "chasescope-tables-1") throw std::runtime_error("That is no file of tables.");
  std::vector<TableSpec> tables;
  for (const json& table : file.at("tables")) tables.push_back(table_from(table));
  return tables;
}

const std::vector<TableSpec>& all_tables() {
  static const std::vector<TableSpec> tables = tables_from(resource_text("gallery/tables.json").value());
  return tables;
}

const TableSpec* find_table(std::string_view name) {
  for (const TableSpec& table : all_tables())
    if (table.name == name) return &table;
  return nullptr;
}

}  // namespace chasescope
