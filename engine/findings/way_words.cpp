#include "engine/findings/way_words.h"

#include <array>
#include <charconv>
#include <string_view>

#include "engine/findings/vocabulary.h"

namespace chasescope {
namespace {

constexpr std::string_view kBegin = "95 % intervals: ";
constexpr std::string_view kTo = " to ";
constexpr std::string_view kInTurn = "without exception";  // how the probe `replacement` ends the reason of ways in turn

/// Reads a number and advances `text` behind it; false if there is none. It does not use strtod, because the words must not depend
/// on the locale.
bool take_number(std::string_view& text, double& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

std::string three_digits(double number) {
  constexpr int kDigits = 3;
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, kDigits).ptr;
  return {text.data(), end};
}

}  // namespace

std::string way_words(const std::vector<inference::WayProbability>& ways) {
  std::string words(kBegin);
  for (std::size_t i = 0; i < ways.size(); ++i)
    words += (i > 0 ? ", " : "") + three_digits(ways[i].low) + std::string(kTo) + three_digits(ways[i].high);
  return words + ".";
}

bool replaced_in_turn(const Finding& finding) {
  return finding.quantity == quantity::way_replacement_probability && finding.status == FindingStatus::measured &&
         finding.reason.find(kInTurn) != std::string::npos;
}

std::string told_reason(const Finding& finding) {
  if (!replaced_in_turn(finding)) return finding.reason;
  const std::size_t begin = finding.reason.find(kBegin), end = finding.reason.find(". ", begin);
  if (begin == std::string::npos || end == std::string::npos) return finding.reason;
  return finding.reason.substr(0, begin) + "Nothing is random here, so the shares have no interval." +
         finding.reason.substr(end + 1);
}

std::vector<inference::WayProbability> ways_from(const Finding& finding) {
  std::vector<inference::WayProbability> ways;
  if (finding.status != FindingStatus::measured || !finding.value.is_array()) return ways;
  for (const nlohmann::json& share : finding.value) {
    if (!share.is_number()) return {};
    const double value = share.get<double>();
    ways.push_back({value, value, value});
  }
  const std::size_t begin = finding.reason.find(kBegin);
  if (begin == std::string::npos || replaced_in_turn(finding)) return ways;
  std::string_view text = std::string_view(finding.reason).substr(begin + kBegin.size());
  std::vector<inference::WayProbability> told = ways;
  for (std::size_t i = 0; i < told.size(); ++i)
    if ((i > 0 && !take(text, ", ")) || !take_number(text, told[i].low) || !take(text, kTo) || !take_number(text, told[i].high))
      return ways;
  return told;
}

}  // namespace chasescope
