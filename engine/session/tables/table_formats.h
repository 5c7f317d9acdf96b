// A printed table as text for a paper, a page or a program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/session/tables/printed_table.h"

namespace chasescope {

enum class TableFormat { latex, markdown, csv, json };

/// The formats by name.
inline constexpr const char* kTableFormats = "latex, markdown, csv, json";
std::optional<TableFormat> table_format_from(std::string_view word);

/// UTF-8, ends with a newline. Equal tables give equal bytes.
std::string table_text(const PrintedTable& table, TableFormat format);

/// booktabs, in a `table` where it fits into a column of 3.3 inches, else in a `table*`; where even two columns are too narrow for
/// all cards, in several of them. Notes stand below, by letters.
std::string latex_table(const PrintedTable& table);
/// What such a text needs in a document's head, as a comment.
inline constexpr const char* kLatexNeeds =
    "% Made by ChaseScope; \\input it, in one column or in two. Packages: array, booktabs, textcomp; [T1]{fontenc}, and UTF-8 as "
    "the encoding.\n";
std::string markdown_table(const PrintedTable& table);
/// A line for each cell: table, card, row, column, who, value, unit, low, high, status, note.
std::string csv_table(const PrintedTable& table);
std::string json_table(const PrintedTable& table);

/// "a" to "z", then "aa".
std::string note_letter(std::size_t note);
/// A cell without the unit that its column or row has already.
std::string cell_words(const PrintedCell& cell, const std::string& common_unit);
/// "Size (KiB)".
std::string head_words(const std::string& head, const std::string& unit);

}  // namespace chasescope
