#include "engine/trace/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr double kCountable = 1e15;  // a double is exact for whole numbers up to here

std::string in_powers(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", number);
  return text.data();
}

std::string with_decimals(double number, int decimals) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, number);
  return text.data();
}

std::string counted(double number) {
  return (number < 0 ? "−" : "") + format_count(static_cast<std::uint64_t>(std::llround(std::abs(number))));
}

/// "33.250" as "33.25", "12.0" as "12".
std::string without_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

/// Divides the number by `base` until it is less than `base`, or no larger unit is left. Returns the unit.
template <std::size_t Count>
std::string_view scale(double& number, double base, const std::array<std::string_view, Count>& units) {
  std::size_t step = 0;
  for (; step + 1 < Count && number >= base; ++step) number /= base;
  return units[step];
}

constexpr std::array<std::string_view, 7> kSizes{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
constexpr std::array<std::string_view, 5> kRates{"B/s", "kB/s", "MB/s", "GB/s", "TB/s"};

}  // namespace

std::string QuantityText::joined(std::string_view space) const {
  return unit.empty() ? value : value + std::string(space) + unit;
}

std::string number_text(double number) {
  const double size = std::abs(number);
  if (!std::isfinite(number) || size >= kCountable) return in_powers(number);
  if (number == std::round(number) || size >= 999.95) return counted(number);
  // Four significant digits, also for numbers below 1.
  const int decimals = 3 - static_cast<int>(std::floor(std::log10(size)));
  return (number < 0 ? "−" : "") + without_zeros(with_decimals(size, std::min(decimals, 12)));
}

std::string share_text(double share) {
  if (share > 0 && share < 0.0005) return "< 0.1 %";
  if (share < 1 && share > 0.9995) return "> 99.9 %";
  return number_text(std::round(share * 1000) / 10) + " %";
}

QuantityText short_size_text(double bytes) {
  const std::string_view unit = scale(bytes, 1024, kSizes);
  return {number_text(bytes), std::string(unit)};
}

QuantityText size_text(double bytes) {
  constexpr double kMostBytes = 1e6, kMostUnits = 1e4;
  if (!(bytes >= 0) || bytes >= 0x1p63 || bytes != std::floor(bytes)) return short_size_text(bytes);
  const std::string exact = format_bytes(static_cast<std::uint64_t>(bytes));
  const std::size_t space = exact.rfind(' ');
  QuantityText text{exact.substr(0, space), exact.substr(space + 1)};
  double units = bytes;
  for (std::size_t step = 0; kSizes[step] != text.unit; ++step) units /= 1024;
  return units < (text.unit == "B" ? kMostBytes : kMostUnits) ? text : short_size_text(bytes);
}

std::string size_words(std::uint64_t bytes) { return size_text(static_cast<double>(bytes)).joined(); }

std::pair<std::string, std::string> two_sizes(std::uint64_t a, std::uint64_t b) {
  std::pair<std::string, std::string> words{size_words(a), size_words(b)};
  if (words.first == words.second && a != b) words = {format_count(a) + " B", format_count(b) + " B"};
  return words;
}

std::string size_range_text(double from, double to, std::string_view between) {
  QuantityText low = size_text(from), high = size_text(to);
  const auto in_bytes = [](double bytes) { return QuantityText{number_text(bytes), "B"}; };
  if (low.unit != high.unit) {
    // Both sizes get the unit that the first one has when it is written with four digits.
    const std::string unit = short_size_text(from).unit;
    const auto scaled = [&](double bytes) {
      for (std::size_t step = 0; kSizes[step] != unit; ++step) bytes /= 1024;
      return QuantityText{number_text(bytes), unit};
    };
    low = scaled(from);
    high = scaled(to);
  }
  if (low.value == high.value && from != to) {
    low = in_bytes(from);
    high = in_bytes(to);
  }
  return low.value + std::string(between) + high.joined();
}

QuantityText quantity_text(double number, std::string_view unit) {
  if (unit == "bytes") return size_text(number);
  if (unit == "bytes/s" && number >= 0) {
    const std::string_view scaled = scale(number, 1000, kRates);
    return {number_text(number), std::string(scaled)};
  }
  if (unit == "kHz" && number >= 1000) return {number_text(number / 1000), "MHz"};
  if (unit == "1") unit = {};
  return {number_text(number), std::string(unit)};
}

}  // namespace chasescope
