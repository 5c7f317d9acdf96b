// The rows of a table of many devices: which findings stand beside each other, and which of them a reader compares.
#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/compare/device_table.h"
#include "engine/session/compare/pairing.h"
#include "engine/session/report/sections.h"
#include "engine/session/summary/told_size.h"

namespace chasescope {
namespace {

std::ptrdiff_t knowing(const DeviceTable::Row& row) {
  return std::count_if(row.cells.begin(), row.cells.end(), [](const std::string& cell) { return !cell.empty(); });
}

std::ptrdiff_t telling(const Paired& row) {
  return std::count_if(row.begin(), row.end(), [](const auto& finding) { return finding && tells_value(*finding); });
}

/// Whether a finding may have a row. Not compared are: sentences, curves, properties of one trace, checks of sizes that have their
/// own row, positions of an array in one run, and the single ranks of a cluster.
bool is_compared(const Finding& finding) {
  constexpr std::array kNobodys{quantity::notes,
                                quantity::miss_rate,
                                quantity::access_class_cycles,
                                quantity::plateau_cycles,
                                quantity::access_class_share,
                                quantity::size_check,
                                quantity::far_memory_pages,
                                quantity::far_memory_row_bits};
  return std::find(kNobodys.begin(), kNobodys.end(), finding.quantity) == kNobodys.end() &&
         !(finding.conditions.is_object() && finding.conditions.contains("rank"));
}

bool names_carveout_of(const Finding& finding) {
  return finding.conditions.is_object() && finding.conditions.contains(kCarveoutCondition);
}

Finding without_carveout(Finding finding) {
  if (finding.conditions.is_object()) finding.conditions.erase(kCarveoutCondition);
  return finding;
}

/// Whether a finding would fit into a row if its carve-out were ignored.
bool fits_but_for_carveout(const Paired& row, const Finding& finding) {
  return std::all_of(row.begin(), row.end(), [&](const auto& other) {
    return !other || common_conditions(without_carveout(*other), without_carveout(finding)).has_value();
  });
}

/// Lends values: if a card has a finding only at some carve-out, and other cards have it without a carve-out, the card's value is
/// put into the row of the others, at the smallest carve-out. A row whose values then all stand in another row is removed.
void lend_between_carveouts(std::vector<Paired>& rows) {
  std::vector<bool> lent(rows.size());
  const std::vector<Paired> own = rows;
  const auto of_carveout = [](const Paired& row) {
    return std::any_of(row.begin(), row.end(), [](const auto& finding) { return finding && names_carveout_of(*finding); });
  };
  for (std::size_t to = 0; to < rows.size(); ++to) {
    if (of_carveout(own[to]) || telling(own[to]) == 0) continue;
    for (std::size_t from = 0; from < rows.size(); ++from) {
      if (!of_carveout(own[from])) continue;
      bool all = true;
      for (std::size_t card = 0; card < own[from].size(); ++card) {
        const auto& finding = own[from][card];
        if (!finding || !tells_value(*finding)) continue;
        auto& cell = rows[to][card];
        const bool lacks = !cell || !tells_value(*cell);
        if (lacks && fits_but_for_carveout(own[to], *finding)) cell = finding;
        all = all && cell && (cell == finding || (tells_value(*cell) && cell->value == finding->value));
      }
      lent[from] = lent[from] || all;
    }
  }
  std::vector<Paired> left;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!lent[i]) left.push_back(std::move(rows[i]));
  rows = std::move(left);
}

/// A finding with the conditions of a row: all conditions that any of its cards names, without a lent carve-out.
Finding about(const Paired& row) {
  Finding all;
  bool lent = false, first = true;
  for (const auto& finding : row) {
    if (!finding) continue;
    if (first) all = *finding;
    lent = lent || (!first && names_carveout_of(*finding) != names_carveout_of(all));
    first = false;
    if (finding->conditions.is_object())
      for (const auto& [key, value] : finding->conditions.items()) all.conditions.emplace(key, value);
  }
  return lent ? without_carveout(all) : all;
}

/// Whether all values of the row are reported by the devices, not measured.
bool is_reported(const Paired& row) {
  return std::all_of(row.begin(), row.end(), [](const auto& one) { return !one || one->status == FindingStatus::reported; });
}

DeviceTable::Row row_of(const Paired& paired, const std::vector<Paired>& all) {
  std::vector<Finding> abouts;
  for (const Paired& one : all) abouts.push_back(about(one));
  const Finding own = about(paired);
  std::string conditions = condition_words(with_telling_conditions(own, abouts));
  const bool others_measured = std::any_of(all.begin(), all.end(), [](const Paired& one) { return !is_reported(one); });
  if (conditions.empty() && is_reported(paired) && others_measured) conditions = "reported";
  DeviceTable::Row row{own.subject, own.quantity,
                       one_line(subject_words(own.subject) + ": " + quantity_words(own.quantity) +
                                (conditions.empty() ? "" : " (" + conditions + ")")),
                       std::vector<std::string>(paired.size()), false};
  row.why.resize(paired.size(), kNobodyAsked);
  row.values.resize(paired.size());
  row.told.resize(paired.size());
  for (std::size_t i = 0; i < paired.size(); ++i) {
    if (!paired[i]) continue;
    const Finding& finding = *paired[i];
    if (!tells_value(finding)) {
      row.why[i] = status_words(finding.status);
      continue;
    }
    Finding lent = finding;
    lent.conditions = nlohmann::json::object();
    if (names_carveout_of(finding) && !names_carveout_of(own))
      lent.conditions[kCarveoutCondition] = finding.conditions[kCarveoutCondition];
    const std::string at = condition_words(lent);
    row.cells[i] = one_line(value_words(finding)) + (at.empty() ? "" : " (" + at + ")");
    if (!at.empty() && row.aside.find(at) == std::string::npos) row.aside += (row.aside.empty() ? "" : " or ") + at;
    row.why[i].clear();
    row.unit = finding.unit;
    row.told[i] = finding;
    row.told[i]->conditions = with_telling_conditions(own, abouts).conditions;
    if (finding.value.is_number()) row.values[i] = finding.value.get<double>();
  }
  if (!row.aside.empty()) row.aside += " where there is one";
  return row;
}

/// Whether the row proves that the cache exists, so that its replacement policy is of interest.
bool tells_of_cache(const DeviceTable::Row& row) {
  return row.quantity == quantity::line_bytes || row.quantity == quantity::ways_per_set || row.quantity == quantity::reach_bytes;
}

/// Whether the row is the one policy row of a cache that at least two devices know. It is kept even if fewer than two devices know
/// the policy, to show for which of them it was not measured.
bool is_policy_of_known(const DeviceTable::Row& row, const DeviceTable& table) {
  if (row.quantity != quantity::replacement_policy) return false;
  bool known = false, is_behind = false;
  for (const DeviceTable::Row& other : table.rows) {
    is_behind = is_behind || &other == &row;
    if (other.subject != row.subject) continue;
    known = known || (tells_of_cache(other) && knowing(other) > 1);
    if (&other == &row || other.quantity != row.quantity) continue;
    if (knowing(other) > knowing(row) || (knowing(other) == knowing(row) && !is_behind)) return false;
  }
  return known;
}

/// Adds a policy row, behind the cache's other rows, for each cache that lacks one.
void add_policies(DeviceTable& table, std::size_t devices) {
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const DeviceTable::Row& row = table.rows[i];
    const auto of_it = [&](const DeviceTable::Row& other) { return other.subject == row.subject; };
    const bool last = std::none_of(table.rows.begin() + static_cast<std::ptrdiff_t>(i) + 1, table.rows.end(), of_it);
    if (!last || std::any_of(table.rows.begin(), table.rows.end(), [&](const DeviceTable::Row& other) {
          return of_it(other) && other.quantity == quantity::replacement_policy;
        }))
      continue;
    DeviceTable::Row policy{row.subject, quantity::replacement_policy,
                            one_line(subject_words(row.subject) + ": " + quantity_words(quantity::replacement_policy)),
                            std::vector<std::string>(devices), false};
    policy.why.resize(devices, kNobodyAsked);
    policy.values.resize(devices);
    if (is_policy_of_known(policy, table))
      table.rows.insert(table.rows.begin() + static_cast<std::ptrdiff_t>(++i), std::move(policy));
  }
}

/// Whether another row of the subject has a value in each cell in which this one has.
bool is_covered_by(const DeviceTable::Row& row, const DeviceTable& table, const char* subject, const char* quantity) {
  return std::any_of(table.rows.begin(), table.rows.end(), [&](const DeviceTable::Row& other) {
    if (other.subject != subject || other.quantity != quantity) return false;
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      if (!row.cells[i].empty() && other.cells[i].empty()) return false;
    return true;
  });
}

/// Whether other rows say the same: the ways of each set, if sets and ways have rows; sizes reported for the device, if its parts
/// have a capacity.
bool is_said_already(const DeviceTable::Row& row, const DeviceTable& table) {
  if (row.quantity == quantity::ways_per_set)
    return is_covered_by(row, table, row.subject.c_str(), quantity::sets) &&
           is_covered_by(row, table, row.subject.c_str(), quantity::ways);
  if (row.subject != subject::device) return false;
  return (row.quantity == quantity::memory_bytes && is_covered_by(row, table, subject::dram, quantity::capacity_bytes)) ||
         (row.quantity == quantity::l2_bytes && is_covered_by(row, table, subject::l2, quantity::capacity_bytes)) ||
         (row.quantity == quantity::shared_bytes_per_sm &&
          is_covered_by(row, table, subject::shared_memory, quantity::capacity_bytes));
}

using FindingsOfEach = std::map<std::pair<std::string, std::string>, std::vector<std::vector<Finding>>>;

/// The caches and TLBs whose size one device alone tells.
std::vector<std::string> levels_of_one_device(const std::vector<Finding>& order, const FindingsOfEach& of_each,
                                              const std::vector<std::string>& names) {
  std::map<std::string, std::set<std::size_t>> knowing_size;  // by subject: the devices
  for (const auto& [key, findings] : of_each)
    for (std::size_t i = 0; i < findings.size(); ++i)
      if ((key.second == quantity::capacity_bytes || key.second == quantity::reach_bytes) &&
          std::any_of(findings[i].begin(), findings[i].end(), tells_value))
        knowing_size[key.first].insert(i);
  std::vector<std::string> alone;
  for (const Finding& first : order) {
    const auto at = knowing_size.find(first.subject);
    if (at == knowing_size.end() || at->second.size() != 1) continue;
    alone.push_back(one_line(subject_words(first.subject) + " (" + names[*at->second.begin()] + ")"));
    knowing_size.erase(at);
  }
  return alone;
}

}  // namespace

DeviceTable device_table(std::span<const Session> sessions, const std::vector<std::string>& names) {
  DeviceTable table;
  table.devices = names;
  FindingsOfEach of_each;
  std::vector<Finding> order;  // one finding for each key, to be put in the order of a report
  for (std::size_t i = 0; i < sessions.size(); ++i)
    for (Finding& finding : without_repeats(with_told_sizes(sessions[i].findings))) {
      if (!is_compared(finding)) continue;
      const auto [at, fresh] = of_each.try_emplace({finding.subject, finding.quantity}, sessions.size());
      if (fresh) {
        order.push_back(finding);
        order.back().conditions = nlohmann::json::object();
      }
      at->second[i].push_back(std::move(finding));
    }
  for (const ReportSection& section : report_sections(order))
    for (const Finding& first : section.findings) {
      std::vector<Paired> paired = paired_findings(of_each.at({first.subject, first.quantity}));
      lend_between_carveouts(paired);
      std::vector<Paired> known = paired;  // a row that only one device knows needs no conditions to tell it from the others
      std::erase_if(known, [](const Paired& row) { return telling(row) < 2; });
      for (const Paired& row : paired) {
        const bool is_policy = first.quantity == quantity::replacement_policy;
        if (telling(row) > 1 || is_policy) table.rows.push_back(row_of(row, is_policy ? paired : known));
      }
    }
  table.alone = levels_of_one_device(order, of_each, names);
  add_policies(table, sessions.size());
  const DeviceTable all = table;
  std::vector<DeviceTable::Row> kept;
  for (const DeviceTable::Row& row : all.rows)
    if ((knowing(row) > 1 && !is_said_already(row, all)) || is_policy_of_known(row, all)) kept.push_back(row);
  table.rows = std::move(kept);
  for (DeviceTable::Row& row : table.rows) {
    std::string first;
    row.alike = knowing(row) > 1;
    for (const std::string& cell : row.cells) {
      if (cell.empty()) continue;
      if (first.empty()) first = cell;
      row.alike = row.alike && cell == first;
    }
  }
  return table;
}

}  // namespace chasescope
