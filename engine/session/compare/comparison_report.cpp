#include "engine/session/compare/comparison_report.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include "engine/findings/finding_words.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/compare/latex_comparison.h"
#include "engine/session/csv/csv_fields.h"
#include "engine/session/document/document_writer.h"
#include "engine/session/document/session_members.h"
#include "engine/session/report/markdown_text.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using nlohmann::ordered_json;

struct Group {
  Agreement verdict;
  const char* title;
  const char* summary;
};
constexpr std::array kGroups{Group{Agreement::differs, "Differs beyond the intervals", "differ"},
                             Group{Agreement::only_a, "Only in A", "only in A"},
                             Group{Agreement::only_b, "Only in B", "only in B"},
                             Group{Agreement::incomparable, "Can't be compared", "can't be compared"},
                             Group{Agreement::agrees, "Agrees", "agree"},
                             Group{Agreement::neither, "Not known in A or B", "not known in A or B"}};

std::string side_words(const std::optional<Finding>& finding) {
  if (!finding) return "";
  if (finding->value.is_null() && finding->status != FindingStatus::absent) {
    const std::string bound = interval_words(*finding);
    return bound.empty() ? status_words(finding->status) : bound;
  }
  if (finding->value.is_null()) return value_words(*finding) == "–" ? "absent" : value_words(*finding);
  const std::string interval = interval_words(*finding);
  return value_words(*finding) + (interval.empty() ? "" : " (" + interval + ")");
}

QuantityText number_parts(const Finding& finding, double number) {
  Finding one = finding;
  one.value = number;
  return value_parts(one);
}

/// The factor between the unit that the words use and the finding's unit: 10^12 for TB/s and bytes/s, a hundredth for % and a
/// share.
double scale_of_words(double number, const Finding& finding) {
  const std::string unit = number_parts(finding, number).unit;
  if (unit == "%") return 0.01;
  if (unit == "MHz") return 1000;
  double scale = 1;
  for (const char* rate : {"B/s", "kB/s", "MB/s", "GB/s", "TB/s"}) {
    if (unit == rate) return scale;
    scale *= 1000;
  }
  return 1;
}

std::string number_with_decimals(double number, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, number);
  return text.data();
}

/// A number as it stands in the session, with all digits: "1,980,000 kHz".
std::string exact_words(const Finding& finding) {
  const bool whole = finding.value.is_number_unsigned();
  return (whole ? format_count(finding.value.get<std::uint64_t>()) : finding.value.dump()) + " " + one_line(finding.unit);
}

/// Two numbers with disjoint intervals, in as many digits as are needed to show this: "29.585 to 29.604" and "29.558 to 29.576".
/// Empty if the usual digits show it, and for sizes, which are whole numbers.
std::optional<std::pair<std::string, std::string>> words_kept_apart(const Compared& row) {
  if (row.verdict != Agreement::differs || !row.a || !row.b || row.a->unit != row.b->unit || row.a->unit == "bytes") return {};
  if (value_words(*row.a) == value_words(*row.b)) return {};  // then exact_words() are shown
  for (const Finding* side : {&*row.a, &*row.b})
    if (!side->value.is_number() || !side->low || !side->high) return {};
  const Finding& lower = *row.a->high < *row.b->low ? *row.a : *row.b;
  const Finding& upper = &lower == &*row.a ? *row.b : *row.a;
  const QuantityText end = number_parts(lower, *lower.high), begin = number_parts(upper, *upper.low);
  if (!(*lower.high < *upper.low) || end.joined() != begin.joined()) return {};
  const double scale = scale_of_words(*upper.low, upper);
  constexpr int kMostDigits = 12;
  int decimals = 0;
  const auto digits = [&](double number) { return number_with_decimals(number / scale, decimals); };
  while (decimals < kMostDigits && digits(*lower.high) == digits(*upper.low)) ++decimals;
  const auto words = [&](const Finding& finding) {
    return digits(finding.value.get<double>()) + " (" + digits(*finding.low) + " to " + digits(*finding.high) + ")" +
           (begin.unit.empty() ? "" : " " + begin.unit);
  };
  return std::pair(words(*row.a), words(*row.b));
}

/// "Differs beyond the intervals", or by more than the tolerance that was asked for.
std::string title_of(const Group& group, const Comparison& comparison) {
  return group.verdict == Agreement::differs ? differs_title(comparison) : group.title;
}

/// The conditions of both, if they are the same; else each side's own.
std::string conditions_of(const Compared& row) {
  const std::string a = row.a ? condition_words(*row.a) : "";
  const std::string b = row.b ? condition_words(*row.b) : "";
  if (!row.a || !row.b || a == b) return row.a ? a : b;
  return "A: " + (a.empty() ? "not said" : a) + "; B: " + (b.empty() ? "not said" : b);
}

std::vector<std::string> cells_of(const Compared& row) {
  const ComparedWords words = words_of(row);
  return {words.what, words.a, words.b, words.conditions, words.remark};
}

std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Cut to so many columns, the last one an ellipsis.
std::string fitted(const std::string& text, std::size_t columns) {
  if (columns_of(text) <= columns) return text + std::string(columns - columns_of(text), ' ');
  std::string cut;
  std::size_t taken = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U && ++taken == columns) break;
    cut += c;
  }
  return cut + "…";
}

/// "Chip: another chip. SMs 110, 111 share …"; empty where neither session has a map of its chip.
std::string chip_words(const Comparison& comparison) {
  return comparison.chips ? "Chip: " + to_string(comparison.chips->verdict) + ". " + one_line(comparison.chips->evidence)
                          : std::string();
}

std::string text_report(const Comparison& comparison, const std::string& file_a, const std::string& file_b) {
  constexpr std::array<std::size_t, 3> kWidest{48, 34, 34};
  std::string text = "A  " + one_line(comparison.name_a) + "  (" + one_line(file_a) + ")\nB  " + one_line(comparison.name_b) +
                     "  (" + one_line(file_b) + ")\n" + comparison_summary(comparison) + "\n";
  if (const std::string chip = chip_words(comparison); !chip.empty()) text += chip + "\n";
  for (const Group& group : kGroups) {
    std::vector<std::vector<std::string>> rows;
    for (const Compared& row : comparison.rows)
      if (row.verdict == group.verdict) rows.push_back(cells_of(row));
    if (rows.empty()) continue;
    std::array<std::size_t, 3> widths{8, 1, 1};
    for (const auto& row : rows)
      for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::clamp(columns_of(row[i]), widths[i], kWidest[i]);
    text += "\n" + title_of(group, comparison) + "\n";
    const auto put = [&](const std::vector<std::string>& cells, const std::string& rest) {
      std::string line = "  ";
      for (std::size_t i = 0; i < widths.size(); ++i) line += fitted(cells[i], widths[i]) + "  ";
      line += rest;
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    };
    put({"", "A", "B"}, "");
    for (const auto& row : rows) put(row, row[3] + (row[3].empty() || row[4].empty() ? "" : ". ") + row[4]);
  }
  return text;
}

std::string markdown(const Comparison& comparison, const std::string& file_a, const std::string& file_b) {
  std::string text = "# " + markdown_escaped(comparison.name_a + " and " + comparison.name_b) + "\n\n";
  text += "- A: " + markdown_escaped(comparison.name_a + " (" + file_a + ")") +
          "\n- B: " + markdown_escaped(comparison.name_b + " (" + file_b + ")") + "\n\n" + comparison_summary(comparison) + "\n";
  if (const std::string chip = chip_words(comparison); !chip.empty()) text += "\n" + markdown_escaped(chip) + "\n";
  for (const Group& group : kGroups) {
    if (comparison.count(group.verdict) == 0) continue;
    text += "\n## " + title_of(group, comparison) + "\n\n" + markdown_header({"Quantity", "A", "B", "Conditions", "Remark"});
    for (const Compared& row : comparison.rows)
      if (row.verdict == group.verdict) text += markdown_row(cells_of(row));
  }
  return text;
}

std::string csv(const Comparison& comparison) {
  std::string text =
      "verdict,subject,quantity,a_value,a_unit,a_low,a_high,a_status,a_conditions,"
      "b_value,b_unit,b_low,b_high,b_status,b_conditions,remark";
  text += comparison.tolerance ? ",apart,tolerance\n" : "\n";
  const auto side = [&](const std::optional<Finding>& finding) {
    const ordered_json members = finding ? tidied(to_json(*finding)) : ordered_json::object();
    for (const char* member : {"value", "unit", "low", "high", "status", "conditions"})
      text += "," + csv_value_field(members.value(member, ordered_json()));
  };
  for (const Group& group : kGroups)
    for (const Compared& row : comparison.rows) {
      if (row.verdict != group.verdict) continue;
      text += std::string(to_string(row.verdict)) + "," + csv_field(row.either().subject) + "," + csv_field(row.either().quantity);
      side(row.a);
      side(row.b);
      text += "," + csv_field(one_line(row.remark));
      if (comparison.tolerance)
        text +=
            "," + (row.apart ? ordered_json(*row.apart).dump() : std::string()) + "," + ordered_json(*comparison.tolerance).dump();
      text += "\n";
    }
  return text;
}

std::string json_text(const Comparison& comparison, const std::string& file_a, const std::string& file_b) {
  ordered_json out = {{"schema", "chasescope-comparison-1"},
                      {"a", {{"name", comparison.name_a}, {"file", file_a}}},
                      {"b", {{"name", comparison.name_b}, {"file", file_b}}},
                      {"rows", ordered_json::array()}};
  if (comparison.tolerance) out["tolerance"] = *comparison.tolerance;
  if (const auto& chips = comparison.chips) {
    out["chip"] = {{"verdict", to_string(chips->verdict)},
                   {"evidence", chips->evidence},
                   {"groups", {chips->groups_a, chips->groups_b}},
                   {"elsewhere", chips->elsewhere}};
    if (chips->wrong) out["chip"]["wrong"] = *chips->wrong;
  }
  for (const Group& group : kGroups)
    for (const Compared& row : comparison.rows) {
      if (row.verdict != group.verdict) continue;
      ordered_json line = {{"subject", row.either().subject},
                           {"quantity", row.either().quantity},
                           {"verdict", std::string(to_string(row.verdict))},
                           {"remark", row.remark}};
      if (comparison.tolerance && row.apart) line["apart"] = *row.apart;
      if (row.a) line["a"] = to_json(*row.a);
      if (row.b) line["b"] = to_json(*row.b);
      out["rows"].push_back(std::move(line));
    }
  return json_without_controls(tidied(out).dump(2)) + "\n";
}

}  // namespace

std::string differs_title(const Comparison& comparison) {
  return comparison.tolerance ? "Differs by more than " + share_text(*comparison.tolerance) : "Differs beyond the intervals";
}

ComparedWords words_of(const Compared& row) {
  if (auto apart = words_kept_apart(row))
    return {subject_words(row.either().subject) + ": " + quantity_words(row.either().quantity), apart->first, apart->second,
            conditions_of(row), one_line(row.remark)};
  // Different numbers must not be shown in equal words.
  if (row.verdict == Agreement::differs && row.a && row.b && row.a->value.is_number() && row.b->value.is_number() &&
      value_words(*row.a) == value_words(*row.b))
    return {subject_words(row.either().subject) + ": " + quantity_words(row.either().quantity), exact_words(*row.a),
            exact_words(*row.b), conditions_of(row), one_line(row.remark)};
  return {subject_words(row.either().subject) + ": " + quantity_words(row.either().quantity), side_words(row.a), side_words(row.b),
          conditions_of(row), one_line(row.remark)};
}

std::optional<ComparisonFormat> comparison_format_from(std::string_view word) {
  if (word == "text") return ComparisonFormat::text;
  if (word == "latex") return ComparisonFormat::latex;
  if (word == "latex-long") return ComparisonFormat::latex_long;
  if (word == "markdown") return ComparisonFormat::markdown;
  if (word == "csv") return ComparisonFormat::csv;
  if (word == "json") return ComparisonFormat::json;
  return std::nullopt;
}

std::string comparison_summary(const Comparison& comparison) {
  std::string text;
  for (const Group& group : kGroups)
    if (const std::size_t count = comparison.count(group.verdict); count > 0)
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + group.summary;
  return text.empty() ? "nothing to compare" : text;
}

std::string comparison_report(const Comparison& comparison, const std::string& file_a, const std::string& file_b,
                              ComparisonFormat format) {
  switch (format) {
    case ComparisonFormat::text: return text_report(comparison, file_a, file_b);
    case ComparisonFormat::latex: return latex_comparison(comparison);
    case ComparisonFormat::latex_long: return latex_long_comparison(comparison);
    case ComparisonFormat::markdown: return markdown(comparison, file_a, file_b);
    case ComparisonFormat::csv: return csv(comparison);
    case ComparisonFormat::json: return json_text(comparison, file_a, file_b);
  }
  return {};
}

}  // namespace chasescope
