// The levels of a card and their bandwidths as tables for a paper, with all that the summary says of them.
#include <algorithm>

#include "engine/session/report/report.h"
#include "engine/session/tables/table_formats.h"

namespace chasescope {

Report latex_report(const Session& session) {
  const std::vector<TableCard> cards = cards_of({&session, 1});
  std::vector<std::string> warnings;
  if (!session.findings.empty())
    warnings.emplace_back(
        "The tables hold what the summary says of each level; the format latex-long also has bank conflicts, requests in flight, "
        "what is "
        "not known, and all findings.");
  std::string text = table_text(print_table(*find_table("summary"), cards), TableFormat::latex);
  const PrintedTable bandwidths = print_table(*find_table("bandwidths"), cards);
  const bool has_rows =
      std::ranges::any_of(bandwidths.blocks, [](const PrintedTable::Block& block) { return !block.rows.empty(); });
  if (has_rows) text += "\n" + table_text(bandwidths, TableFormat::latex);
  return {std::move(text), std::move(warnings)};
}

}  // namespace chasescope
