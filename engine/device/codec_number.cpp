#include "engine/device/codec_number.h"

#include <charconv>
#include <cmath>
#include <cstdint>

namespace chasescope {

nlohmann::json json_number(double number) {
  if (number == std::floor(number) && std::fabs(number) <= 0x1p53) {
    if (number >= 0) return static_cast<std::uint64_t>(number);
    return static_cast<std::int64_t>(number);
  }
  return number;
}

nlohmann::json json_cycles(float cycles) {
  if (cycles == std::floor(cycles)) return json_number(cycles);
  // 35.1f is 35.09999847412109 as a double. The number with the fewest digits is nicer to read, and is taken unless rounding
  // it twice (text to double to float) misses.
  char text[kCyclesTextRoom];
  const char* const end = write_cycles(text, cycles);
  double shortest = cycles;
  std::from_chars(text, end, shortest);
  return static_cast<float>(shortest) == cycles ? shortest : static_cast<double>(cycles);
}

char* write_cycles(char* out, float cycles) {
  // Clocks of single accesses are small integers, and those are several times faster to write.
  if (cycles >= 0 && cycles < 0x1p31F) {
    const auto whole = static_cast<std::int32_t>(cycles);
    if (static_cast<float>(whole) == cycles) return std::to_chars(out, out + kCyclesTextRoom, whole).ptr;
  }
  if (cycles == std::floor(cycles)) return std::to_chars(out, out + kCyclesTextRoom, static_cast<std::int64_t>(cycles)).ptr;
  return std::to_chars(out, out + kCyclesTextRoom, cycles).ptr;
}

void append_cycles(std::string& text, std::span<const float> cycles) {
  char number[kCyclesTextRoom];
  bool first = true;
  for (const float value : cycles) {
    if (!first) text += ',';
    first = false;
    text.append(number, write_cycles(number, value));
  }
}

}  // namespace chasescope
