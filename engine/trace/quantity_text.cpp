#include "engine/trace/quantity_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>

namespace chasescope {
namespace {

constexpr std::size_t kMostCounts = 65'536;

struct Unit {
  std::string_view name;
  unsigned shift;
};
constexpr std::array kUnits{Unit{"TiB", 40}, Unit{"GiB", 30}, Unit{"MiB", 20}, Unit{"KiB", 10}};

std::optional<unsigned> shift_of(std::string_view suffix) {
  std::string lower;
  for (const char c : suffix) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (lower.empty() || lower == "b") return 0;
  constexpr std::string_view letters = "kmgt";
  const std::size_t at = letters.find(lower[0]);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = std::string_view(lower).substr(1);
  if (!rest.empty() && rest != "ib") return std::nullopt;
  return static_cast<unsigned>((at + 1) * 10);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Appends the numbers of a range: "7", "0-64", "2-1024:2". False if the text is no range.
bool append_range(std::string_view text, std::vector<std::uint64_t>& numbers) {
  std::uint64_t step = 1;
  const std::size_t dash = text.find('-');
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    const auto read = parse_count(trimmed(text.substr(colon + 1)));
    if (!read || *read == 0 || dash == std::string_view::npos) return false;
    step = *read;
    text = text.substr(0, colon);
  }
  const auto first = parse_count(trimmed(text.substr(0, dash)));
  const auto last = dash == std::string_view::npos ? first : parse_count(trimmed(text.substr(dash + 1)));
  if (!first || !last || *last < *first || (*last - *first) / step >= kMostCounts - numbers.size()) return false;
  for (std::uint64_t i = 0; i <= (*last - *first) / step; ++i) numbers.push_back(*first + i * step);
  return true;
}

}  // namespace

std::optional<std::vector<std::uint64_t>> parse_counts(std::string_view text) {
  std::vector<std::uint64_t> numbers;
  while (true) {
    const std::size_t comma = text.find(',');
    if (!append_range(trimmed(text.substr(0, comma)), numbers)) return std::nullopt;
    if (comma == std::string_view::npos) return numbers;
    text.remove_prefix(comma + 1);
  }
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  std::size_t digits = 0;
  while (digits < text.size() && (std::isdigit(static_cast<unsigned char>(text[digits])) != 0 || text[digits] == '.')) ++digits;
  std::string_view number = text.substr(0, digits);
  std::string_view suffix = text.substr(digits);
  if (!suffix.empty() && suffix.front() == ' ') suffix.remove_prefix(1);
  const auto shift = shift_of(suffix);
  if (!shift || number.empty()) return std::nullopt;

  std::string_view fraction;
  if (const std::size_t point = number.find('.'); point != std::string_view::npos) {
    fraction = number.substr(point + 1);
    number = number.substr(0, point);
    if (fraction.empty() || fraction.size() > 9) return std::nullopt;
  }
  const auto whole = parse_count(number);
  if (!whole || (*shift > 0 && *whole > (std::numeric_limits<std::uint64_t>::max() >> *shift))) return std::nullopt;
  std::uint64_t bytes = *whole << *shift;
  if (!fraction.empty()) {
    const auto numerator = parse_count(fraction);
    if (!numerator) return std::nullopt;
    std::uint64_t denominator = 1;
    for (std::size_t i = 0; i < fraction.size(); ++i) denominator *= 10;
    __extension__ using Wide = unsigned __int128;
    const Wide scaled = static_cast<Wide>(*numerator) << *shift;
    if (scaled % denominator != 0) return std::nullopt;
    const auto part = static_cast<std::uint64_t>(scaled / denominator);
    if (bytes > std::numeric_limits<std::uint64_t>::max() - part) return std::nullopt;
    bytes += part;
  }
  return bytes;
}

std::string size_doubt(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  std::string_view unit = trimmed(text.substr(digits));
  if (digits == 0 || unit.size() != 2 || std::toupper(static_cast<unsigned char>(unit[1])) != 'B') return {};
  const std::string binary{static_cast<char>(std::toupper(static_cast<unsigned char>(unit[0]))), 'i', 'B'};
  const std::string whole = std::string(text.substr(0, digits)) + binary;
  if (!shift_of(binary) || !parse_bytes(whole)) return {};
  const unsigned shift = *shift_of(binary);
  std::uint64_t decimal = 1;
  for (unsigned i = 0; i < shift; i += 10) decimal *= 1000;
  return "'" + std::string(text) + "' can mean units of " + format_count(decimal) + " or of " +
         format_count(std::uint64_t{1} << shift) + " bytes; write " + whole + " for the larger ones, or whole bytes";
}

std::string format_count(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3) digits.insert(static_cast<std::size_t>(i), ",");
  return digits;
}

std::string format_bytes(std::uint64_t bytes) {
  for (const Unit& unit : kUnits) {
    const std::uint64_t size = std::uint64_t{1} << unit.shift;
    if (bytes < size) continue;
    // Exact within two decimals: bytes · 100 must be a multiple of the unit.
    __extension__ using Wide = unsigned __int128;
    const Wide hundredths = static_cast<Wide>(bytes) * 100;
    if (hundredths % size != 0) continue;
    const auto value = static_cast<std::uint64_t>(hundredths / size);
    std::string text = format_count(value / 100);
    if (value % 100 != 0) {
      text += '.';
      text += static_cast<char>('0' + value % 100 / 10);
      if (value % 10 != 0) text += static_cast<char>('0' + value % 10);
    }
    return text + " " + std::string(unit.name);
  }
  return format_count(bytes) + " B";
}

}  // namespace chasescope
