#include "engine/session/summary/summary_spread.h"

#include <algorithm>
#include <utility>

#include "engine/session/summary/summary_columns.h"
#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

using Style = SummarySpan::Style;

/// All measured numbers of a row, with the names of their columns. Numbers that are computed from others (ns, shares) are left out.
std::vector<std::pair<std::string, SummaryNumber>> numbers_of(const SummaryRow& row) {
  std::vector<std::pair<std::string, SummaryNumber>> numbers;
  const auto add = [&](const char* column, const std::optional<SummaryNumber>& number) {
    if (number) numbers.emplace_back(column, *number);
  };
  add("size", row.size);
  add("cycles", row.latency);
  add("read", row.read);
  add("write", row.write);
  for (const auto& [label, number] : row.series) numbers.emplace_back(label, number);
  return numbers;
}

void take(SummarySpread& spread, const SummaryRow& row, const std::string& column, const SummaryNumber& number) {
  const auto known = std::find_if(spread.numbers.begin(), spread.numbers.end(),
                                  [&](const SpreadNumber& one) { return one.row == row.id && one.column == column; });
  if (known == spread.numbers.end()) {
    spread.numbers.push_back({row.id, column, row.name + ", " + column, number, number, 1});
    return;
  }
  ++known->told;
  if (number.value < known->least.value) known->least = number;
  if (number.to.value_or(number.value) > known->most.to.value_or(known->most.value)) known->most = number;
}

double end_of(const SummaryNumber& number) { return number.to.value_or(number.value); }

/// Whether the two ends differ in the digits that the reader sees.
bool differs(const SpreadNumber& number) { return number_words(number.least) != number_words(number.most); }

void wrap(std::vector<SummaryLine>& lines, const std::string& text, std::size_t width) {
  constexpr std::size_t kIndent = 2;
  for (const std::string& part : broken(text, width - kIndent, width - kIndent))
    lines.push_back({{std::string(kIndent, ' '), Style::plain}, {part, Style::quiet}});
}

}  // namespace

SummarySpread spread_of(std::span<const Summary> summaries) {
  SummarySpread spread{.discoveries = summaries.size(), .numbers = {}};
  for (const Summary& summary : summaries)
    for (const SummarySection& section : summary.sections)
      for (const SummaryRow& row : section.rows)
        for (const auto& [column, number] : numbers_of(row)) take(spread, row, column, number);
  return spread;
}

std::vector<SummaryLine> spread_lines(const SummarySpread& spread, std::size_t width) {
  std::vector<SummaryLine> lines;
  const std::string count = number_text(static_cast<double>(spread.discoveries));
  lines.push_back({});
  lines.push_back({{"IN " + count + " DISCOVERIES", Style::title}});
  std::size_t same = 0, names = 0;
  for (const SpreadNumber& one : spread.numbers)
    if (differs(one)) names = std::max(names, columns_of(one.what) + 4);
  std::string some;
  for (const SpreadNumber& one : spread.numbers) {
    if (one.told < spread.discoveries)
      some += (some.empty() ? "" : "; ") + one.what + " (" + number_text(static_cast<double>(one.told)) + ")";
    if (!differs(one)) {
      same += one.told == spread.discoveries ? 1 : 0;
      continue;
    }
    const std::string name = "  " + one.what;
    // For ranges, the spread goes from the start of the lowest to the end of the highest.
    SummaryNumber least = one.least, most = one.most;
    most.value = end_of(one.most);
    least.to.reset();
    most.to.reset();
    lines.push_back({{name + padding(columns_of(name), names) + number_words(least) + " to " + number_words(most), Style::plain}});
  }
  if (!some.empty()) wrap(lines, "Told in some only: " + some + ".", width);
  wrap(lines, number_text(static_cast<double>(same)) + (same == 1 ? " number was" : " numbers were") + " the same in all.", width);
  return lines;
}

nlohmann::json spread_json(const SummarySpread& spread) {
  nlohmann::json numbers = nlohmann::json::array();
  for (const SpreadNumber& one : spread.numbers)
    numbers.push_back({{"row", one.row},
                       {"column", one.column},
                       {"unit", one.least.unit},
                       {"min", one.least.value},
                       {"max", end_of(one.most)},
                       {"told", one.told}});
  return {{"discoveries", spread.discoveries}, {"numbers", std::move(numbers)}};
}

}  // namespace chasescope
