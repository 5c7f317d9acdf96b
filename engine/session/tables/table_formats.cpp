#include "engine/session/tables/table_formats.h"

#include "engine/output/outgoing_text.h"

namespace chasescope {
namespace {

using nlohmann::ordered_json;

std::string row_of(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + markdown_escaped(cell) + " |";
  return text + "\n";
}

std::string with_notes(const PrintedCell& cell, const std::string& unit) {
  std::string text = cell_words(cell, unit);
  for (const std::size_t note : cell.notes) text += " (" + note_letter(note) + ")";
  return text;
}

/// Calls `take` for each cell, with its card, row, column and kind of value.
template <typename Take>
void each_cell(const PrintedTable& table, const Take& take) {
  for (const auto& block : table.blocks)
    for (const auto& row : block.rows)
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const auto& column = table.columns[i];
        const bool cards_beside = table.units_in_rows;
        take(cards_beside ? column.over : block.title, row.label, cards_beside ? std::string() : column.head,
             cards_beside ? (column.head.empty() ? "measured" : column.head) : row.who, row.cells[i]);
      }
}

std::string csv_number(const std::optional<double>& number) { return number ? ordered_json(*number).dump() : std::string(); }

std::string csv_value(const nlohmann::json& value) {
  if (value.is_null()) return {};
  return value.is_string() ? csv_field(value.get<std::string>()) : csv_field(value.dump());
}

}  // namespace

std::optional<TableFormat> table_format_from(std::string_view word) {
  if (word == "latex") return TableFormat::latex;
  if (word == "markdown") return TableFormat::markdown;
  if (word == "csv") return TableFormat::csv;
  if (word == "json") return TableFormat::json;
  return std::nullopt;
}

std::string note_letter(std::size_t note) {
  constexpr std::size_t kLetters = 26;
  return (note < kLetters ? std::string() : note_letter(note / kLetters - 1)) + static_cast<char>('a' + note % kLetters);
}

std::string cell_words(const PrintedCell& cell, const std::string& common_unit) {
  return cell.text.unit.empty() || cell.text.unit == common_unit ? cell.text.value : cell.text.joined();
}

std::string head_words(const std::string& head, const std::string& unit) { return unit.empty() ? head : head + " (" + unit + ")"; }

std::string markdown_table(const PrintedTable& table) {
  std::string text = "**" + markdown_escaped(table.caption) + "**\n\n";
  std::vector<std::string> heads{table.corner.empty() ? " " : table.corner}, rule{"---"};
  if (table.tells_who) heads.emplace_back(" ");
  for (const auto& column : table.columns) {
    const std::string head = head_words(column.head, column.unit);
    heads.push_back(table.units_in_rows ? column.over + (head.empty() ? "" : ", " + head)
                                        : (column.over.empty() ? head : column.over + ": " + head));
  }
  text += row_of(heads) + "|";
  for (std::size_t i = 0; i < heads.size(); ++i) text += " --- |";
  text += "\n";
  for (const auto& block : table.blocks) {
    if (!block.title.empty() && (table.blocks.size() > 1)) {
      std::vector<std::string> title(heads.size());
      title.front() = block.title;
      text += row_of(title);
    }
    std::string label;
    for (const auto& row : block.rows) {
      std::vector<std::string> cells{table.tells_who && row.label == label ? "" : head_words(row.label, row.unit)};
      label = row.label;
      if (table.tells_who) cells.push_back(row.who);
      for (std::size_t i = 0; i < row.cells.size(); ++i)
        cells.push_back(with_notes(row.cells[i], table.units_in_rows ? row.unit : table.columns[i].unit));
      text += row_of(cells);
    }
  }
  if (!table.notes.empty()) text += "\n";
  for (std::size_t i = 0; i < table.notes.size(); ++i)
    text += "(" + note_letter(i) + ") " + markdown_escaped(table.notes[i]) + (i + 1 < table.notes.size() ? "  \n" : "\n");
  return text;
}

std::string csv_table(const PrintedTable& table) {
  std::string text = "table,card,row,column,who,value,unit,low,high,status,note\n";
  each_cell(table, [&](const auto& card, const auto& row, const auto& column, const std::string& who, const PrintedCell& cell) {
    text += csv_field(table.name) + "," + csv_field(card) + "," + csv_field(row) + "," + csv_field(column) + "," + csv_field(who) +
            "," + csv_value(cell.value) + "," + csv_field(cell.has_value() ? cell.unit : "") + "," + csv_number(cell.low) + "," +
            csv_number(cell.high) + "," + csv_field(cell.status) + "," + csv_field(cell.note) + "\n";
  });
  return text;
}

std::string json_table(const PrintedTable& table) {
  ordered_json out{
      {"schema", "chasescope-table-1"}, {"table", table.name}, {"caption", table.caption}, {"cells", ordered_json::array()}};
  each_cell(table, [&](const auto& card, const auto& row, const auto& column, const std::string& who, const PrintedCell& cell) {
    ordered_json one{{"card", card},         {"row", row},          {"column", column},
                     {"who", who},           {"value", cell.value}, {"unit", cell.has_value() ? cell.unit : ""},
                     {"status", cell.status}};
    if (cell.low) one["low"] = *cell.low;
    if (cell.high) one["high"] = *cell.high;
    if (!cell.note.empty()) one["note"] = cell.note;
    out["cells"].push_back(std::move(one));
  });
  return json_without_controls(out.dump(2, ' ', false, ordered_json::error_handler_t::replace)) + "\n";
}

std::string table_text(const PrintedTable& table, TableFormat format) {
  switch (format) {
    case TableFormat::latex: return kLatexNeeds + latex_table(table);
    case TableFormat::markdown: return markdown_table(table);
    case TableFormat::csv: return csv_table(table);
    case TableFormat::json: return json_table(table);
  }
  return {};
}

}  // namespace chasescope
