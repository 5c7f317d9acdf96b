// The levels of a card in one table as wide as a column, for a paper.
#include "engine/session/report/report.h"
#include "engine/session/tables/table_formats.h"

namespace chasescope {

Report latex_report(const Session& session) {
  const std::vector<TableCard> cards = cards_of({&session, 1});
  std::vector<std::string> warnings;
  if (!session.findings.empty())
    warnings.emplace_back(
        "The table holds sizes, lines, sets, ways, policies and latencies; the format latex-long has all findings.");
  return {table_text(print_table(*find_table("summary"), cards), TableFormat::latex), std::move(warnings)};
}

}  // namespace chasescope
