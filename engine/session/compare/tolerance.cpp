// Reads the tolerance of a comparison ("2%"), and words which values differ by more.
#include <charconv>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/compare/comparison.h"
#include "engine/session/compare/comparison_report.h"
#include "engine/trace/number_text.h"

namespace chasescope {

bool is_circumstance(const Finding& finding) {
  return finding.quantity == quantity::driver || finding.quantity == quantity::runtime || finding.quantity == quantity::notes;
}

std::optional<double> tolerance_from(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  text.remove_suffix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  double percent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent, std::chars_format::fixed);
  constexpr double kMost = 100;
  if (error != std::errc() || end != text.data() + text.size() || !(percent >= 0 && percent <= kMost)) return std::nullopt;
  return percent / kMost;
}

std::optional<std::string> why_it_fails(const Comparison& comparison) {
  constexpr std::size_t kMostNamed = 3;
  std::vector<const Compared*> differing;  // those of the card
  for (const Compared& row : comparison.rows)
    if (row.verdict == Agreement::differs && !is_circumstance(row.either())) differing.push_back(&row);
  const std::size_t differ = differing.size(), agree = comparison.count(Agreement::agrees);
  const std::size_t differ_in_all = comparison.count(Agreement::differs);  // as in the table
  if (differ + agree == 0) return "Nothing could be compared: no value is known to both.";
  if (differ == 0) return std::nullopt;
  std::string text = std::to_string(differ_in_all) + " of " + std::to_string(differ_in_all + agree) +
                     (differ_in_all == 1 ? " values differs" : " values differ") +
                     (comparison.tolerance ? " by more than " + share_text(*comparison.tolerance) : " beyond the intervals");
  if (differ_in_all > differ) text += ", " + std::to_string(differ) + " without driver, runtime and notes";
  text += ": ";
  std::size_t named = 0;
  for (const Compared* row : differing) {
    if (named == kMostNamed) break;
    const ComparedWords words = words_of(*row);
    text += (named++ == 0 ? "" : "; ") + shortened(words.what) + " (" + shortened(words.a) + " and " + shortened(words.b) + ")";
  }
  return text + (differ > named ? "; and " + std::to_string(differ - named) + " more." : ".");
}

}  // namespace chasescope
