// Which numbers a printed table holds: rows and columns, and for each cell the finding that fills it. The tables of the papers are
// such specifications in resources/gallery/tables.json (the only place that names them), and so are the compact tables of any card.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chasescope {

/// What one cell asks of the findings. Of several subjects, quantities or values of a condition the first that was found is taken.
/// One without quantities stays empty: shared memory has no lines.
struct CellAsk {
  enum class How {
    value,  ///< as it was found
    sum,    ///< of all quantities: a miss is a hit and its penalty
    mean,   ///< of a list: ways of unequal sets
    is_lru  ///< "yes" or "no"
  };
  How how = How::value;
  std::vector<std::string> subjects, quantities;
  nlohmann::json conditions = nlohmann::json::object();  ///< a list stands for alternatives
  std::string published_quantity;                        ///< what the source calls it, where that is another quantity; else empty
  std::string published_note;                            ///< of several published values the one with this note
};

/// What a source printed where its number is no plain value of values.json, or why the number found is another one.
struct CellRemark {
  std::vector<std::string> cards;   ///< names; empty: any
  std::string row, column;          ///< labels; empty: any
  std::string source;               ///< of what was published; empty: any
  std::string published;            ///< as printed: "> 62.5 KiB"; empty: what values.json says
  std::optional<double> low, high;  ///< the values found that agree with that
  std::string why;                  ///< a sentence
  bool matches(std::string_view card, std::string_view row_label, std::string_view column_head) const;
};

struct TableSpec {
  enum class Layout {
    matrix,  ///< rows by columns, a block for each card
    cards    ///< rows by cards
  };
  struct Head {
    std::string label, group;  ///< a group of rows gets a rule above it
  };
  struct Step {
    std::string probe;
    std::vector<std::string> settings;  ///< "key=value"
  };
  std::string name;    ///< "paper-table-3"
  std::string title;   ///< what it holds, as a caption begins
  std::string corner;  ///< what stands above the rows' labels
  std::string source;  ///< of published values: a key of values.json; empty: all sources
  std::string where;   ///< "table 3"
  Layout layout = Layout::matrix;
  enum class Units {
    heads,  ///< of a column or row, where most of its cells have the same
    cells,  ///< each cell has its own
    title   ///< there is one, which the title says
  };
  Units units = Units::heads;
  bool drops_empty_rows = false;
  std::vector<std::string> devices;        ///< the software GPUs of the source's cards
  std::vector<Step> probes;                ///< what measures all of it; empty: a discovery
  std::vector<Head> rows, columns;         ///< of Layout::cards no columns
  std::vector<std::vector<CellAsk>> asks;  ///< by row and column; of Layout::cards one column
  std::vector<CellRemark> remarks;
};

/// All tables that come with the program. \throws nlohmann::json::exception if the file is none of ours; it is compiled in and
/// tested.
const std::vector<TableSpec>& all_tables();
std::vector<TableSpec> tables_from(const std::string& text);
/// The table of that name, or null.
const TableSpec* find_table(std::string_view name);

}  // namespace chasescope
