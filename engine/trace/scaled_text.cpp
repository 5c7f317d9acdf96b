#include "engine/trace/scaled_text.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

// Four digits tell what runs of a card agree on.
std::string four_digits(double number) {
  if (number >= 1000) return format_count(static_cast<std::uint64_t>(std::llround(number)));
  std::array<char, 32> text{};
  const int decimals = number >= 100 ? 1 : number >= 10 ? 2 : 3;
  std::snprintf(text.data(), text.size(), "%.*f", decimals, number);
  return text.data();
}

}  // namespace

std::optional<ScaledText> scaled_text(double number, std::string_view unit) {
  if (!(number > 0) || !std::isfinite(number)) return std::nullopt;
  if (unit == "kHz") {
    if (number < 1000) return std::nullopt;
    return ScaledText{four_digits(number / 1e3), "MHz"};
  }
  if (unit != "bytes/s") return std::nullopt;
  constexpr std::array<const char*, 5> kUnits{"B/s", "kB/s", "MB/s", "GB/s", "TB/s"};
  std::size_t step = 0;
  while (step + 1 < kUnits.size() && number >= 1000) {
    number /= 1000;
    ++step;
  }
  return ScaledText{four_digits(number), kUnits[step]};
}

}  // namespace chasescope
