// A table as it is printed: filled from findings, beside what was published and what another tool says.
//
//   const PrintedTable table = print_table(*find_table("paper-table-3"), cards);
//   file.put(table_text(table, TableFormat::latex));
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/session/document/session.h"
#include "engine/session/tables/table_cell.h"

namespace chasescope {

/// One card, as a table takes it.
struct TableCard {
  std::string name;
  std::vector<Finding> findings;
  std::vector<PublishedNumber> published;
  std::vector<Finding> tool;  ///< what a topology file of MT4G says of the same card; empty without one
  bool is_model = false;      ///< a software GPU, which its table must say
};

/// Sessions as cards: a topology file of MT4G whose card was measured, too, stands beside it as its tool.
std::vector<TableCard> cards_of(std::span<const Session> sessions);

struct PrintedCell : TableCell {
  std::vector<std::size_t> notes;  ///< by their place in PrintedTable::notes
};

struct PrintedTable {
  struct Column {
    std::string head, unit;  ///< unit: of most cells of the column, which need not repeat it
    std::string over;        ///< what stands above several columns: a card's name
  };
  struct Row {
    std::string label, unit;
    std::string who;  ///< "measured", "published", "MT4G"
    std::vector<PrintedCell> cells;
  };
  struct Block {
    std::string title;  ///< a card's name
    std::vector<Row> rows;
  };
  std::string name, caption, corner;
  bool tells_who = false;      ///< whether the rows are of several kinds, and a column says which
  bool holds_words = false;    ///< cells and labels are long, and are broken into lines
  bool units_in_rows = false;  ///< in the rows' labels instead of the columns' heads
  std::vector<Column> columns;
  std::vector<Block> blocks;
  std::vector<std::string> notes;
};

PrintedTable print_table(const TableSpec& spec, std::span<const TableCard> cards);

}  // namespace chasescope
