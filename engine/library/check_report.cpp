#include "engine/library/check_report.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/findings/finding_words.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/compare/comparison_report.h"
#include "engine/session/csv/csv_fields.h"
#include "engine/session/document/document_writer.h"
#include "engine/session/document/session_members.h"
#include "engine/session/report/markdown_text.h"

namespace chasescope {
namespace {

using nlohmann::ordered_json;

// The rows that are shown of one quantity under different conditions; more rows would add little.
constexpr std::size_t kFolded = 4;

std::string title_of(Standing standing) {
  switch (standing) {
    case Standing::outside: return "Outside";
    case Standing::apart: return "Differs from the only other card that tells it";
    case Standing::inside: return "Inside";
    case Standing::alone: return "No other card tells it";
  }
  return "";
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& one : words) text += (text.empty() ? "" : between) + one;
  return text;
}

std::vector<std::string> with_whom(const std::vector<CheckedAgainst>& others) {
  std::vector<std::string> words;
  for (const CheckedAgainst& other : others) words.push_back(against_words(other));
  return words;
}

/// The lines above the rows.
std::vector<std::string> head_of(const CardCheck& check) {
  std::vector<std::string> lines{verdict_words(check)};
  if (const std::string caution = caution_words(check); !caution.empty()) lines.push_back(caution);
  if (!check.others.empty()) lines.push_back("Compared with " + joined(with_whom(check.others), "; ") + ".");
  for (const CheckedAgainst& other : check.published)
    lines.push_back("Beside it, " + against_words(other) + ": " + std::to_string(other.agrees) + " agree, " +
                    std::to_string(other.differs) + " differ. Another tool measures in other ways; nothing is decided by it.");
  for (const std::string& remark : check.remarks) lines.push_back(remark);
  return lines;
}

/// A row of a standing, with the number of rows after it that are left out because they have the same quantity.
struct FoldedRow {
  const CheckedRow* row;
  std::size_t more = 0;
};
std::vector<FoldedRow> folded(const CardCheck& check, Standing standing, bool all) {
  std::vector<FoldedRow> rows;
  // For each quantity: how many rows it has, and the index of the last one shown.
  std::map<std::string, std::pair<std::size_t, std::size_t>> seen;
  for (const CheckedRow& row : check.rows) {
    if (row.standing != standing) continue;
    auto& [count, last] = seen[row.card.subject + '\n' + row.card.quantity];
    if (++count > kFolded && !all) {
      ++rows[last].more;
      continue;
    }
    last = rows.size();
    rows.push_back({&row});
  }
  return rows;
}

std::string more_words(std::size_t more) {
  return more == 0 ? "" : "and " + std::to_string(more) + " more of it under other conditions (-v lists them)";
}

bool is_shown(Standing standing, bool all) { return all || standing == Standing::outside || standing == Standing::apart; }

std::string text_of(const CardCheck& check, bool all) {
  std::string text;
  for (const std::string& line : head_of(check)) text += line + "\n";
  for (const Standing standing : {Standing::outside, Standing::apart, Standing::inside, Standing::alone}) {
    const std::size_t count = check.count(standing);
    if (count == 0) continue;
    if (!is_shown(standing, all)) {
      text += "\n" + title_of(standing) + ": " + std::to_string(count) + (count == 1 ? " value" : " values") + " (-v lists them)\n";
      continue;
    }
    text += "\n" + title_of(standing) + "\n";
    for (const FoldedRow& folded_row : folded(check, standing, all)) {
      const CheckedWords words = words_of(*folded_row.row);
      text += "  " + words.what + (words.conditions.empty() ? "" : ", " + words.conditions) + "\n    here " + words.card + ". " +
              one_line(folded_row.row->how) + "\n";
      if (folded_row.more > 0) text += "    " + more_words(folded_row.more) + "\n";
    }
  }
  if (!check.missing.empty()) {
    constexpr std::size_t kMost = 6;
    const std::size_t named = all ? check.missing.size() : std::min(kMost, check.missing.size());
    text +=
        "\nTold by the others, and not here: " +
        joined({check.missing.begin(), check.missing.begin() + static_cast<std::ptrdiff_t>(named)}, "; ") +
        (named < check.missing.size() ? "; and " + std::to_string(check.missing.size() - named) + " more (-v lists them)" : "") +
        "\n";
  }
  return text;
}

std::string markdown_of(const CardCheck& check, bool all) {
  std::string text = "# Is this " + markdown_escaped(check.kind) + " normal?\n";
  for (const std::string& line : head_of(check)) text += "\n" + markdown_escaped(line) + "\n";
  for (const Standing standing : {Standing::outside, Standing::apart, Standing::inside, Standing::alone}) {
    if (check.count(standing) == 0) continue;
    text += "\n## " + title_of(standing) + " (" + std::to_string(check.count(standing)) + ")\n";
    if (!is_shown(standing, all)) continue;
    text += "\n" + markdown_header({"Quantity", "Conditions", "This card", "How it was decided"});
    for (const FoldedRow& folded_row : folded(check, standing, true)) {
      const CheckedWords words = words_of(*folded_row.row);
      text += markdown_row({words.what, words.conditions, words.card, one_line(folded_row.row->how)});
    }
  }
  if (!check.missing.empty()) text += "\nTold by the others, and not here: " + markdown_escaped(joined(check.missing, "; ")) + "\n";
  return text;
}

std::string csv_of(const CardCheck& check) {
  std::string text = "standing,subject,quantity,conditions,value,unit,low,high,others,others_low,others_high,how\n";
  const auto number = [](const std::optional<double>& one) { return one ? ordered_json(*one).dump() : std::string(); };
  for (const CheckedRow& row : check.rows) {
    const ordered_json card = tidied(to_json(row.card));
    text += csv_field(to_string(row.standing)) + "," + csv_field(row.card.subject) + "," + csv_field(row.card.quantity);
    for (const char* member : {"conditions", "value", "unit", "low", "high"})
      text += "," + csv_value_field(card.value(member, ordered_json()));
    text +=
        "," + std::to_string(row.others.size()) + "," + number(row.low) + "," + number(row.high) + "," + csv_field(row.how) + "\n";
  }
  return text;
}

ordered_json json_of(const CheckedAgainst& other) {
  ordered_json one = {{"id", other.card.id},
                      {"name", other.card.name},
                      {"source", std::string(to_string(other.card.source))},
                      {"agrees", other.agrees},
                      {"differs", other.differs}};
  if (other.chips) one["chip"] = to_string(other.chips->verdict);
  return one;
}

std::string json_of(const CardCheck& check) {
  ordered_json out = {{"schema", "chasescope-card-check-1"},
                      {"name", check.name},
                      {"kind", check.kind},
                      {"verdict", verdict_words(check)},
                      {"caution", caution_words(check)}};
  for (const Standing standing : {Standing::outside, Standing::apart, Standing::inside, Standing::alone})
    out["count"][std::string(to_string(standing))] = check.count(standing);
  out["others"] = out["published"] = out["rows"] = ordered_json::array();
  for (const CheckedAgainst& other : check.others) out["others"].push_back(json_of(other));
  for (const CheckedAgainst& other : check.published) out["published"].push_back(json_of(other));
  for (const CheckedRow& row : check.rows) {
    ordered_json one = {{"standing", std::string(to_string(row.standing))},
                        {"how", row.how},
                        {"card", to_json(row.card)},
                        {"others", ordered_json::array()}};
    for (const Compared& compared : row.others)
      if (compared.b)
        one["others"].push_back({{"verdict", std::string(to_string(compared.verdict))}, {"finding", to_json(*compared.b)}});
    out["rows"].push_back(std::move(one));
  }
  out["missing"] = check.missing;
  out["remarks"] = check.remarks;
  return json_without_controls(tidied(out).dump(2)) + "\n";
}

}  // namespace

std::optional<CheckFormat> check_format_from(std::string_view word) {
  if (word == "text") return CheckFormat::text;
  if (word == "markdown") return CheckFormat::markdown;
  if (word == "csv") return CheckFormat::csv;
  if (word == "json") return CheckFormat::json;
  return std::nullopt;
}

CheckedWords words_of(const CheckedRow& row) {
  const ComparedWords card = words_of(Compared{row.card, {}, Agreement::only_a, {}, {}});
  std::vector<std::string> others;
  for (const Compared& compared : row.others)
    if (std::string one = words_of(compared).b; std::find(others.begin(), others.end(), one) == others.end())
      others.push_back(std::move(one));
  return {card.what, card.a, joined(others, "; "), card.conditions};
}

std::string check_report(const CardCheck& check, CheckFormat format, bool all) {
  switch (format) {
    case CheckFormat::text: return text_of(check, all);
    case CheckFormat::markdown: return markdown_of(check, all);
    case CheckFormat::csv: return csv_of(check);
    case CheckFormat::json: return json_of(check);
  }
  return {};
}

std::string against_words(const CheckedAgainst& other) {
  return one_line(other.card.id) +
         (other.chips && other.chips->verdict != ChipVerdict::untold ? " (" + to_string(other.chips->verdict) + ")" : "");
}

std::vector<CheckedSpan> spans_of(const CheckedRow& row) {
  std::vector<CheckedSpan> spans;
  const auto add = [&](const Finding& finding) {
    if (!finding.value.is_number() || finding.unit != row.card.unit) return;
    const double value = finding.value.get<double>();
    spans.push_back({std::min(finding.low.value_or(value), value), value, std::max(finding.high.value_or(value), value)});
  };
  add(row.card);
  for (const Compared& compared : row.others)
    if (compared.b) add(*compared.b);
  if (spans.size() < 2 || !row.card.value.is_number()) return {};
  double low = INFINITY, high = -INFINITY;
  for (const CheckedSpan& span : spans) {
    low = std::min(low, span.low);
    high = std::max(high, span.high);
  }
  if (!(high > low)) return {};
  for (CheckedSpan& span : spans)
    for (double CheckedSpan::*end : {&CheckedSpan::low, &CheckedSpan::value, &CheckedSpan::high})
      span.*end = (span.*end - low) / (high - low);
  return spans;
}

}  // namespace chasescope
