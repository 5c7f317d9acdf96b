// Which numbers a printed table holds: rows and columns, and for each cell the finding that fills it. The tables of the papers are
// such specifications in resources/gallery/tables.json (the only place that names them), and so are the compact tables of any card.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chasescope {

/// The finding that one cell shows. Of several subjects, quantities or values of a condition, the first with a finding is used. A
/// cell without quantities stays empty (shared memory has no lines).
struct CellAsk {
  enum class How {
    value,   ///< the value of the finding
    sum,     ///< sum of all quantities, as the miss latency is hit latency plus miss penalty
    mean,    ///< mean of a list, as of the ways of unequal sets
    is_lru,  ///< "yes" or "no"
    added    ///< what comes on top of a hit: "+10"
  };
  How how = How::value;
  std::vector<std::string> subjects, quantities;
  nlohmann::json conditions = nlohmann::json::object();  ///< a list stands for alternatives
  std::string published_quantity;                        ///< the quantity in the published source, if it is another one; else empty
  std::string published_note;                            ///< chooses, of several published values, the one with this note
};

/// The printed text of a source if it is no plain value of values.json, or the reason why the found number differs from it.
struct CellRemark {
  std::vector<std::string> cards;   ///< names; empty: any
  std::string row, column;          ///< labels; empty: any
  std::string source;               ///< source of the published number; empty: any
  std::string published;            ///< as printed: "> 62.5 KiB"; empty: what values.json says
  std::optional<double> low, high;  ///< range of found values that agree with the published one
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
    std::string notes_of = {};  ///< of a row: the row of the summary whose notes stand below the table; empty: none
  };
  struct Step {
    std::string probe;
    std::vector<std::string> settings;  ///< "key=value"
  };
  std::string name;    ///< "paper-table-3"
  std::string title;   ///< its content: the begin of the caption
  std::string corner;  ///< the head of the column of row labels
  std::string source;  ///< source of the published values: a key of values.json; empty: all sources
  std::string where;   ///< "table 3"
  Layout layout = Layout::matrix;
  enum class Units {
    heads,  ///< in the head of a column or row, if most of its cells share a unit
    cells,  ///< each cell has its own
    title   ///< the whole table has one unit, which the title names
  };
  Units units = Units::heads;
  bool drops_empty_rows = false;
  std::vector<std::string> devices;        ///< the software GPUs of the source's cards
  std::vector<Step> probes;                ///< the probes that measure all its numbers; empty: a discovery
  std::vector<Head> rows, columns;         ///< Layout::cards has no columns here
  std::vector<std::vector<CellAsk>> asks;  ///< by row and column; Layout::cards has one column
  std::vector<CellRemark> remarks;
};

/// All tables that come with the program. \throws nlohmann::json::exception if the compiled-in file is not valid, which a
/// test excludes.
const std::vector<TableSpec>& all_tables();
std::vector<TableSpec> tables_from(const std::string& text);
/// The table of that name, or null.
const TableSpec* find_table(std::string_view name);

}  // namespace chasescope
