// Rates and clocks as people say them: 29,609,332,966,849 bytes/s is 29.6 TB/s, 1,980,000 kHz is 1,980 MHz.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace chasescope {

struct ScaledText {
  std::string value;  ///< "29.6"
  std::string unit;   ///< "TB/s", decimal as rates are
};

/// For units that are told in others; empty for all else, and for numbers that are not positive.
std::optional<ScaledText> scaled_text(double number, std::string_view unit);

}  // namespace chasescope
