// A table as it is printed: filled from findings, with published values and values of another tool beside them.
//
//   const PrintedTable table = print_table(*find_table("paper-table-3"), cards);
//   file.put(table_text(table, TableFormat::latex));
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/session/document/session.h"
#include "engine/session/tables/table_cell.h"

namespace chasescope {

/// One card, as the input of a table.
struct TableCard {
  std::string name;
  std::vector<Finding> findings;
  std::vector<PublishedNumber> published;
  std::vector<Finding> tool;  ///< findings of a topology file of MT4G of the same card; empty without one
  std::map<std::string, std::string> notes = {};  ///< sentences by the row of the summary (notes_by_row())
  bool is_model = false;      ///< a software GPU; its table must say so
};

/// Cards from sessions. A topology file of MT4G becomes the `tool` of a measured card of the same name.
std::vector<TableCard> cards_of(std::span<const Session> sessions);

struct PrintedCell : TableCell {
  std::vector<std::size_t> notes;  ///< indices into PrintedTable::notes
};

struct PrintedTable {
  struct Column {
    std::string head, unit;  ///< unit: shared by most cells of the column, which do not repeat it
    std::string over;        ///< a common head above several columns: a card's name
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
  bool tells_who = false;      ///< whether a column names the kind of each row (`who`)
  bool holds_words = false;    ///< cells and labels are long, and are broken into lines
  bool units_in_rows = false;  ///< units stand in the rows' labels instead of the columns' heads
  std::vector<Column> columns;
  std::vector<Block> blocks;
  std::vector<std::string> notes;
};

PrintedTable print_table(const TableSpec& spec, std::span<const TableCard> cards);

}  // namespace chasescope
