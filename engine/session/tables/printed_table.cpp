#include "engine/session/tables/printed_table.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/device/description.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/published/published.h"
#include "engine/session/summary/summary_finder.h"
#include "engine/session/summary/summary_rows.h"
#include "engine/session/summary/told_size.h"

namespace chasescope {
namespace {

constexpr const char* kMeasured = "measured";
constexpr const char* kPublished = "published";
constexpr const char* kTool = "MT4G";

/// The three values of one card for one cell.
struct Told {
  TableCell measured, published, tool;
};

class Printer {
 public:
  Printer(const TableSpec& spec, std::span<const TableCard> cards) : spec_(spec), cards_(cards) {
    table_.name = spec.name;
    table_.corner = spec.corner;
    for (const TableCard& card : cards) told_.push_back(all_of(card));
  }

  PrintedTable take() {
    spec_.layout == TableSpec::Layout::matrix ? matrix() : side_by_side();
    table_.caption = caption();
    return std::move(table_);
  }

 private:
  using Grid = std::vector<std::vector<Told>>;

  const CellRemark* remark(const TableCard& card, std::size_t row, std::size_t column, bool published,
                           const std::string& source = {}) const {
    const std::string head = spec_.columns.empty() ? std::string() : spec_.columns[column].label;
    for (const CellRemark& one : spec_.remarks)
      if (one.matches(card.name, spec_.rows[row].label, head) && (published ? !one.published.empty() : !one.why.empty()) &&
          (one.source.empty() || one.source == source))
        return &one;
    return nullptr;
  }

  /// The reason why the card's number differs from the published one, as the summary gives it: ": the first size that misses
  /// (docs/h200.md)".
  static std::string known_reason(const TableCard& card, const Told& cell) {
    PublishedValue published;
    published.what.subject = cell.published.subject;
    published.what.quantity = cell.published.quantity;
    published.what.value = cell.published.value;
    published.key = cell.published.source;
    published.card = card.name;
    const PublishedReason* reason = cell.measured.value.is_number() && !published.what.subject.empty()
                                        ? why_they_differ(published_reasons(), published, cell.measured.value.get<double>())
                                        : nullptr;
    return reason == nullptr ? "; the reason is not known" : ": " + reason->why;
  }

  /// " Measured at the driver's carve-out, published with the largest L1." of a size that has such settings, else nothing.
  static std::string settings_of(const TableCard& card, const Told& cell) {
    if (cell.published.setting.empty()) return {};
    const bool has_carveouts = std::ranges::any_of(card.findings, [](const Finding& finding) {
      return finding.subject == subject::l1_data && finding.conditions.is_object() && finding.conditions.contains(kCarveout);
    });
    const std::string measured = !cell.measured.setting.empty() ? cell.measured.setting
                                 : has_carveouts                ? "at the driver's carve-out"
                                                                : "";
    return measured.empty() ? "" : " Measured " + measured + ", published " + one_line(cell.published.setting) + ".";
  }

  Told told(const TableCard& card, std::size_t row, std::size_t column) {
    const CellAsk& ask = spec_.asks[row][column];
    Told cell{found_cell(ask, card.findings), published_cell(ask, card.published, spec_.source), {}};
    if (!card.tool.empty()) cell.tool = found_cell(ask, card.tool);
    bool same = cell.published.has_value() && agree(cell.measured, cell.published);
    if (const CellRemark* printed = remark(card, row, column, true)) {
      cell.published.text = {printed->published, ""};
      cell.published.value = printed->published;
      cell.published.status = kPublished;
      const auto& value = cell.measured.value;
      same = value.is_number() ? (!printed->low || value.get<double>() >= *printed->low) &&
                                     (!printed->high || value.get<double>() <= *printed->high) && (printed->low || printed->high)
                               : cell.measured.text.joined() == printed->published;
    }
    const CellRemark* why = remark(card, row, column, false, cell.published.source);
    const bool differs = cell.measured.has_value() && cell.published.has_value() && !same;
    // The table of a paper names that paper by its key, which its readers know. Other tables give the source in full.
    const bool named = spec_.source.empty() && !cell.published.source_name.empty();
    const std::string source = named                           ? cell.published.source_name
                               : cell.published.source.empty() ? spec_.source
                                                               : cell.published.source;
    if (differs)
      cell.measured.note += (cell.measured.note.empty() ? "" : " ") +
                            (why != nullptr ? why->why : source + " has another number" + known_reason(card, cell) + ".") +
                            settings_of(card, cell);
    if (differs && named && why == nullptr && !cell.published.cited.empty()) compared_with_.insert(cell.published.cited);
    if (!cell.measured.has_value() && cell.measured.status.empty() && why != nullptr) cell.measured.note = why->why;
    return cell;
  }

  Grid all_of(const TableCard& card) {
    Grid grid(spec_.rows.size());
    for (std::size_t row = 0; row < grid.size(); ++row)
      for (std::size_t column = 0; column < spec_.asks[row].size(); ++column) grid[row].push_back(told(card, row, column));
    for (std::size_t row = 0; row < grid.size(); ++row) add_notes_of(card, spec_.rows[row].notes_of, grid[row]);
    return grid;
  }

  /// Puts what the summary says of the row at its first number.
  static void add_notes_of(const TableCard& card, const std::string& id, std::vector<Told>& cells) {
    const auto sentence = id.empty() ? card.notes.end() : card.notes.find(id);
    const auto first = std::ranges::find_if(cells, [](const Told& cell) { return cell.measured.has_value(); });
    if (sentence == card.notes.end() || first == cells.end()) return;
    std::string& note = first->measured.note;
    note += (note.empty() ? "" : " ") + one_line(sentence->second);
  }

  static bool any(const Grid& grid, TableCell Told::*which) {
    return std::any_of(grid.begin(), grid.end(), [which](const auto& row) {
      return std::any_of(row.begin(), row.end(), [which](const Told& cell) { return (cell.*which).has_value(); });
    });
  }

  PrintedCell printed(const TableCell& cell) {
    PrintedCell one{cell, {}};
    if (spec_.units == TableSpec::Units::title) one.text.unit.clear();
    if (cell.note.empty()) return one;
    const auto known = std::find(table_.notes.begin(), table_.notes.end(), cell.note);
    one.notes.push_back(static_cast<std::size_t>(known - table_.notes.begin()));
    if (known == table_.notes.end()) table_.notes.push_back(cell.note);
    return one;
  }

  /// A block for each card. Each measured row is followed by the published values and those of the tool.
  void matrix() {
    for (const auto& column : spec_.columns) table_.columns.push_back({column.label, "", column.group});
    for (std::size_t c = 0; c < cards_.size(); ++c) {
      const Grid& grid = told_[c];
      PrintedTable::Block block{cards_[c].name, {}};
      const std::pair<const char*, TableCell Told::*> kinds[] = {
          {kMeasured, &Told::measured}, {kPublished, &Told::published}, {kTool, &Told::tool}};
      for (std::size_t r = 0; r < grid.size(); ++r) {
        if (spec_.drops_empty_rows && !any({grid[r]}, &Told::measured)) continue;
        if (spec_.layout == TableSpec::Layout::matrix && !any({grid[r]}, &Told::measured) && !any({grid[r]}, &Told::published) &&
            cards_.size() > 1)
          continue;  // a row that only other cards have
        for (const auto& [who, which] : kinds) {
          if (which != &Told::measured && !any(grid, which)) continue;
          if (which != &Told::measured) table_.tells_who = true;
          PrintedTable::Row row{spec_.rows[r].label, "", who, {}};
          for (const Told& cell : grid[r])
            row.cells.push_back(which == &Told::tool ? printed(without_note(cell.*which)) : printed(cell.*which));
          block.rows.push_back(std::move(row));
        }
      }
      table_.blocks.push_back(std::move(block));
    }
    if (spec_.units == TableSpec::Units::heads)
      for (std::size_t column = 0; column < table_.columns.size(); ++column) table_.columns[column].unit = unit_of_column(column);
  }

  /// A column for each card, followed by columns for the published values and those of the tool.
  void side_by_side() {
    table_.units_in_rows = true;
    std::vector<std::pair<std::size_t, TableCell Told::*>> order;
    for (std::size_t c = 0; c < cards_.size(); ++c) {
      const bool published = any(told_[c], &Told::published), tool = any(told_[c], &Told::tool);
      const auto add = [&](const char* head, TableCell Told::*which) {
        table_.columns.push_back({published || tool ? head : "", "", cards_[c].name});
        order.emplace_back(c, which);
      };
      add(kMeasured, &Told::measured);
      if (published) add(kPublished, &Told::published);
      if (tool) add(kTool, &Told::tool);
    }
    std::string group;
    for (std::size_t r = 0; r < spec_.rows.size(); ++r) {
      const auto known = [&](const Grid& grid) { return grid[r].front().measured.has_value(); };
      if (spec_.drops_empty_rows && std::none_of(told_.begin(), told_.end(), known)) continue;
      if (table_.blocks.empty() || spec_.rows[r].group != group) table_.blocks.push_back({spec_.rows[r].group, {}});
      group = spec_.rows[r].group;
      PrintedTable::Row row{spec_.rows[r].label, "", "", {}};
      for (const auto& [card, which] : order) {
        const TableCell& cell = told_[card][r].front().*which;
        row.cells.push_back(printed(which == &Told::tool ? without_note(cell) : cell));
      }
      row.unit = common_unit(row.cells);
      table_.blocks.back().rows.push_back(std::move(row));
    }
  }

  /// Removes the note: that a tool does not have a number needs no note.
  static TableCell without_note(TableCell cell) {
    cell.note.clear();
    return cell;
  }

  static std::string most_common(const std::map<std::string, int>& counts) {
    const auto most =
        std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == counts.end() ? std::string() : most->first;
  }

  static std::string common_unit(const std::vector<PrintedCell>& cells) {
    std::map<std::string, int> counts;
    for (const PrintedCell& cell : cells)
      if (!cell.text.unit.empty()) ++counts[cell.text.unit];
    return most_common(counts);
  }

  std::string unit_of_column(std::size_t column) const {
    std::map<std::string, int> counts;
    for (const auto& block : table_.blocks)
      for (const auto& row : block.rows)
        if (!row.cells[column].text.unit.empty()) ++counts[row.cells[column].text.unit];
    return most_common(counts);
  }

  std::string caption() const {
    std::string names;
    for (const TableCard& card : cards_) names += (names.empty() ? "" : ", ") + card.name;
    std::string text = spec_.title;
    if (!names.empty()) text += cards_.size() > 3 ? "" : ": " + names;
    return one_line(text) + "." + which_are_models() + whom_compared();
  }

  /// Names the software GPUs among the cards, as readers would take the measurements for those of real cards.
  std::string which_are_models() const {
    std::string models;
    std::size_t count = 0;
    for (const TableCard& card : cards_) {
      if (!card.is_model) continue;
      models += (models.empty() ? "" : ", ") + one_line(card.name);
      ++count;
    }
    if (count == 0) return {};
    if (count < cards_.size()) return " Software GPUs, not real cards: " + models + ".";
    return count == 1 ? " A software GPU was measured, not a real card." : " Software GPUs were measured, not real cards.";
  }

  /// The sources of the other numbers in the notes, in full.
  std::string whom_compared() const {
    std::string names;
    for (const std::string& cited : compared_with_) names += (names.empty() ? "" : "; ") + one_line(cited);
    return names.empty() ? std::string() : " Published numbers that differ: " + names + ".";
  }

  const TableSpec& spec_;
  std::span<const TableCard> cards_;
  std::vector<Grid> told_;
  std::set<std::string> compared_with_;  ///< sources with a different number, in full
  PrintedTable table_;
};

bool is_of_tool(const Session& session) {
  return session.environment.is_object() && session.environment.contains("imported_from") &&
         session.environment["imported_from"] == "MT4G";
}

}  // namespace

std::vector<TableCard> cards_of(std::span<const Session> sessions) {
  std::vector<TableCard> cards;
  for (const Session& session : sessions) {
    const auto same =
        std::find_if(cards.begin(), cards.end(), [&](const TableCard& card) { return card.name == session.device.name; });
    if (same != cards.end() && is_of_tool(session))
      same->tool = session.findings;
    else
      cards.push_back({session.device.name,
                       with_told_sizes(session.findings),
                       {},
                       {},
                       notes_by_row(session),
                       session.device.origin == Origin::model});
  }
  return cards;
}

PrintedTable print_table(const TableSpec& spec, std::span<const TableCard> cards) { return Printer(spec, cards).take(); }

}  // namespace chasescope
