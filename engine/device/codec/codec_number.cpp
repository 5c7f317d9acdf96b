#include "engine/device/codec/codec_number.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

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
  // 35.1f is 35.09999847412109 as a double. The number with the fewest digits is easier to read. It is used unless its rounding
  // from text to double to float gives another float.
  char text[kCyclesTextRoom];
  const char* const end = write_cycles(text, cycles);
  double shortest = cycles;
  std::from_chars(text, end, shortest);
  return static_cast<float>(shortest) == cycles ? shortest : static_cast<double>(cycles);
}

char* write_cycles(char* out, float cycles) {
  // Most clock values of single accesses are small integers, and integers are several times faster to write.
  if (cycles >= 0 && cycles < 0x1p31F) {
    const auto whole = static_cast<std::int32_t>(cycles);
    if (static_cast<float>(whole) == cycles) return std::to_chars(out, out + kCyclesTextRoom, whole).ptr;
  }
  if (cycles == std::floor(cycles)) return std::to_chars(out, out + kCyclesTextRoom, static_cast<std::int64_t>(cycles)).ptr;
  return std::to_chars(out, out + kCyclesTextRoom, cycles).ptr;
}

const char* parse_cycles(const char* begin, const char* end, double& value) {
  // Read as a float: by way of a double the number would be rounded twice.
  float single = 0;
  const auto [last, error] = std::from_chars(begin, end, single);
  if (error == std::errc::invalid_argument) return nullptr;
  value = static_cast<double>(single);
  // Above this, floats lie so far apart that a number of 1e12 or more may be rounded to a float below 1e12.
  constexpr float kExactEnough = 1e11F;
  if (error == std::errc::result_out_of_range || single > kExactEnough) {
    value = std::numeric_limits<double>::infinity();
    std::from_chars(begin, end, value);
  }
  return last;
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
