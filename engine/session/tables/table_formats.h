// A printed table as text: for a paper, a page or a program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/session/tables/printed_table.h"

namespace chasescope {

enum class TableFormat { latex, markdown, csv, json };

/// The names of the formats.
inline constexpr const char* kTableFormats = "latex, markdown, csv, json";
std::optional<TableFormat> table_format_from(std::string_view word);

/// UTF-8, ends with a newline. Equal tables give equal bytes.
std::string table_text(const PrintedTable& table, TableFormat format);

/// LaTeX with booktabs rules: a `table` if it fits into a column of 3.3 inches, otherwise a `table*`. If all cards don't even fit
/// into two columns, several tables. Notes with letters stand below.
std::string latex_table(const PrintedTable& table);
/// A comment with the packages that the LaTeX text needs.
inline constexpr const char* kLatexNeeds =
    "% Made by ChaseScope; \\input it, in one column or in two. Packages: array, booktabs, textcomp; [T1]{fontenc}, and UTF-8 as "
    "the encoding.\n";
std::string markdown_table(const PrintedTable& table);
/// One line for each cell: table, card, row, column, who, value, unit, low, high, status, note.
std::string csv_table(const PrintedTable& table);
std::string json_table(const PrintedTable& table);

/// "a" to "z", then "aa".
std::string note_letter(std::size_t note);
/// The text of a cell, without a unit that its column or row already has.
std::string cell_words(const PrintedCell& cell, const std::string& common_unit);
/// "Size (KiB)".
std::string head_words(const std::string& head, const std::string& unit);

}  // namespace chasescope
