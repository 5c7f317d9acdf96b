#include "engine/model/policy/qlru_variant.h"

#include <charconv>

namespace chasescope::model {
namespace {

constexpr std::uint16_t kMostChance = 4096;

/// Takes `word` from the front of `text`; false if it is not there.
bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// Takes a digit that is at most `most`.
std::optional<std::uint8_t> digit(std::string_view& text, int most) {
  if (text.empty() || text.front() < '0' || text.front() > '0' + most) return std::nullopt;
  const auto value = static_cast<std::uint8_t>(text.front() - '0');
  text.remove_prefix(1);
  return value;
}

bool read_insertion(std::string_view& text, QlruVariant& variant) {
  if (!take(text, "M")) return false;
  if (take(text, "R")) {
    // The last digit is the age, and the digits before it are the chance.
    const std::size_t end = text.find_first_not_of("0123456789");
    const std::string_view digits = text.substr(0, end);
    if (digits.size() < 2) return false;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size() - 1, variant.chance);
    if (read.ec != std::errc() || variant.chance < 1 || variant.chance > kMostChance) return false;
    text.remove_prefix(digits.size() - 1);
  }
  const auto age = digit(text, 3);
  variant.inserted = age.value_or(0);
  return age.has_value();
}

}  // namespace

std::optional<QlruVariant> parse_qlru(std::string_view text) {
  QlruVariant variant;
  if (!take(text, "H")) return std::nullopt;
  const auto of_3 = digit(text, 2);
  const auto of_2 = digit(text, 1);
  if (!of_3 || !of_2 || !take(text, "_")) return std::nullopt;
  variant.promoted = {0, 0, *of_2, *of_3};
  if (!read_insertion(text, variant) || !take(text, "_R")) return std::nullopt;
  const auto replaces = digit(text, 2);
  if (!replaces || !take(text, "_U")) return std::nullopt;
  const auto updates = digit(text, 3);
  if (!updates) return std::nullopt;
  variant.replaces = *replaces;
  variant.updates = *updates;
  variant.on_miss_only = take(text, "_UMO");
  const bool leaves_one = variant.updates <= 1;
  if (!text.empty() || (variant.replaces != 1 && !leaves_one)) return std::nullopt;
  return variant;
}

}  // namespace chasescope::model
