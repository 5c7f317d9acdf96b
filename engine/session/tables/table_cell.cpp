#include "engine/session/tables/table_cell.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/summary/summary_finder.h"

namespace chasescope {
namespace {

using nlohmann::json;

bool has_value(const Finding& finding) {
  return !finding.value.is_null() && (finding.status == FindingStatus::measured || finding.status == FindingStatus::reported);
}

/// Whether the finding has all of these conditions.
bool holds(const Finding& finding, const json& conditions) {
  if (!finding.conditions.is_object()) return conditions.empty() || finding.status == FindingStatus::reported;
  return std::all_of(conditions.items().begin(), conditions.items().end(), [&](const auto& wanted) {
    const auto own = finding.conditions.find(wanted.key());
    // A reported value holds under any condition.
    if (own == finding.conditions.end()) return finding.status == FindingStatus::reported;
    return *own == wanted.value();
  });
}

/// Splits conditions with lists of values into all combinations of single values, in order.
std::vector<json> alternatives(const json& conditions) {
  std::vector<json> all{json::object()};
  for (const auto& [key, values] : conditions.items()) {
    std::vector<json> longer;
    for (const json& begun : all)
      for (const json& value : values.is_array() ? values : json::array({values})) {
        longer.push_back(begun);
        longer.back()[key] = value;
      }
    all = std::move(longer);
  }
  return all;
}

/// The best finding of this subject and quantity, with or without a value. Null if there is none.
const Finding* best_of(const std::string& subject, const std::string& quantity, const json& conditions,
                       std::span<const Finding> findings) {
  const Finding* best = nullptr;
  const auto worth = [](const Finding& finding) {
    return std::tuple(has_value(finding), finding.status == FindingStatus::measured, -static_cast<int>(finding.conditions.size()));
  };
  for (const Finding& finding : findings)
    if (finding.subject == subject && finding.quantity == quantity && holds(finding, conditions))
      if (best == nullptr || worth(finding) > worth(*best)) best = &finding;
  return best;
}

/// The first alternative with a value; otherwise the first finding without one, for its reason; otherwise null.
const Finding* first_of(const CellAsk& ask, const std::vector<std::string>& quantities, std::span<const Finding> findings) {
  const Finding* reason = nullptr;
  for (const json& conditions : alternatives(ask.conditions))
    for (const std::string& subject : ask.subjects)
      for (const std::string& quantity : quantities) {
        const Finding* found = best_of(subject, quantity, conditions, findings);
        if (found != nullptr && has_value(*found)) return found;
        if (reason == nullptr) reason = found;
      }
  return reason;
}

std::optional<Finding> sum_of(const CellAsk& ask, std::span<const Finding> findings, const Finding*& lacking) {
  std::optional<Finding> sum;
  for (const std::string& quantity : ask.quantities) {
    const Finding* part = first_of(ask, {quantity}, findings);
    if (part == nullptr || !has_value(*part) || !part->value.is_number()) {
      lacking = part;
      return std::nullopt;
    }
    if (!sum) {
      sum = *part;
      continue;
    }
    sum->value = sum->value.get<double>() + part->value.get<double>();
    if (sum->low && part->low) *sum->low += *part->low;
    if (sum->high && part->high) *sum->high += *part->high;
  }
  return sum;
}

std::optional<double> mean_of(const json& list) {
  if (!list.is_array() || list.empty()) return std::nullopt;
  double sum = 0;
  for (const json& one : list) {
    if (!one.is_number()) return std::nullopt;
    sum += one.get<double>();
  }
  return sum / static_cast<double>(list.size());
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// Converts the value as the cell asks: "yes" or "no" for whether a policy is LRU, the mean of a list.
Finding told(Finding finding, CellAsk::How how) {
  if (how == CellAsk::How::is_lru && finding.value.is_string())
    finding.value = lower(finding.value.get<std::string>()) == "lru" ? "yes" : "no";
  if (how == CellAsk::How::mean)
    if (const auto mean = mean_of(finding.value)) finding.value = *mean;
  return finding;
}

/// A size for a column in which not all sizes are round: in its largest unit, with at most three decimals, like the sizes that
/// sweeps find.
QuantityText size_in_table(double bytes) {
  constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
  constexpr double kStep = 1024;
  std::size_t unit = 0;
  while (std::abs(bytes) >= kStep && unit + 1 < kUnits.size()) {
    bytes /= kStep;
    ++unit;
  }
  std::array<char, 40> digits{};
  std::snprintf(digits.data(), digits.size(), "%.3f", bytes);
  std::string text = digits.data();
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return {text, kUnits[unit]};
}

TableCell as_asked(TableCell cell, CellAsk::How how) {
  if (how != CellAsk::How::added) return cell;
  cell.text.value.insert(0, "+");
  cell.note += (cell.note.empty() ? "" : " ") + std::string("What a miss adds.");
  return cell;
}

TableCell cell_of(const Finding& finding, std::string status) {
  TableCell cell;
  cell.value = finding.value;
  cell.unit = finding.unit;
  cell.low = finding.low;
  cell.high = finding.high;
  cell.status = std::move(status);
  if (cell.status == to_string(FindingStatus::reported)) cell.note = "Told by the card's interface, not measured.";
  // The reason of a measured capacity says so if it is less than the sets have tags for.
  if (finding.quantity == quantity::capacity_bytes && finding.status == FindingStatus::measured) {
    cell.note = one_line(finding.reason);
    if (finding.conditions.is_object() && finding.conditions.contains(kCarveout) && finding.conditions.at(kCarveout).is_number())
      cell.setting = "at carve-out " + number_text(finding.conditions.at(kCarveout).get<double>()) + " %";
  }
  const Finding shown = as_told(finding);
  if (finding.quantity == quantity::shares_with && shown.value.is_array()) {
    std::string names;
    for (const json& one : shown.value)
      if (one.is_string()) {
        const SubjectEntry* known = find_subject(one.get<std::string>());
        names += (names.empty() ? "" : ", ") + (known == nullptr ? one.get<std::string>() : std::string(known->part));
      }
    cell.text = {names.empty() ? "none" : one_line(names), ""};
  } else if (finding.unit == "bytes" && shown.value.is_number()) {
    cell.text = size_in_table(shown.value.get<double>());
  } else {
    cell.text = value_parts(shown);
  }
  return cell;
}

}  // namespace

TableCell found_cell(const CellAsk& ask, std::span<const Finding> findings) {
  if (ask.quantities.empty()) {
    TableCell empty;
    empty.text = {};
    return empty;
  }
  const Finding* found = nullptr;
  std::optional<Finding> value;
  if (ask.how == CellAsk::How::sum) {
    value = sum_of(ask, findings, found);
  } else {
    found = first_of(ask, ask.quantities, findings);
    if (found != nullptr && has_value(*found)) value = told(*found, ask.how);
  }
  if (value) return as_asked(cell_of(*value, std::string(to_string(value->status))), ask.how);
  TableCell nothing;
  nothing.status = found == nullptr ? "" : std::string(to_string(found->status));
  if (found == nullptr)
    nothing.note = "Not looked for in this measurement.";
  else
    nothing.note =
        found->reason.empty() ? subject_words(found->subject) + ": " + status_words(found->status) + "." : one_line(found->reason);
  return nothing;
}

TableCell published_cell(const CellAsk& ask, std::span<const PublishedNumber> numbers, const std::string& source) {
  const std::vector<std::string> quantities =
      ask.published_quantity.empty() ? ask.quantities : std::vector<std::string>{ask.published_quantity};
  for (const json& conditions : alternatives(ask.conditions))
    for (const std::string& subject : ask.subjects)
      for (const std::string& quantity : quantities)
        for (const PublishedNumber& number : numbers) {
          const Finding& what = number.what;
          if (what.subject != subject || what.quantity != quantity || (!source.empty() && number.source != source)) continue;
          if (!ask.published_note.empty() && number.note != ask.published_note) continue;
          const auto under = what.conditions.items();
          if (!std::all_of(under.begin(), under.end(), [&](const auto& one) {
                return conditions.contains(one.key()) && conditions.at(one.key()) == one.value();
              }))
            continue;
          TableCell cell = as_asked(cell_of(told(what, ask.how), "published"), ask.how);
          cell.source = number.source;
          cell.source_name = number.short_name;
          cell.cited = number.cited;
          if (quantity == quantity::capacity_bytes) cell.setting = number.note;
          cell.subject = subject;
          cell.quantity = quantity;
          return cell;
        }
  return {};
}

bool agree(const TableCell& found, const TableCell& published) {
  if (found.text.joined() == published.text.joined()) return true;
  if (found.value.is_number() && published.value.is_number()) {
    constexpr double kMedians = 0.02;
    const double a = found.value.get<double>(), b = published.value.get<double>();
    if (found.unit == "cycles" && std::abs(a - b) <= kMedians * std::abs(b)) return true;
    return found.low && found.high && *found.low <= b && b <= *found.high;
  }
  if (found.value.is_array() && published.value.is_array()) {  // the order of an array does not count
    json a = found.value, b = published.value;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return a == b;
  }
  return found.value.is_string() && published.value.is_string() &&
         lower(found.value.get<std::string>()) == lower(published.value.get<std::string>());
}

}  // namespace chasescope
