// Bytes as text (RFC 4648, section 4, with padding).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chasescope {

std::string to_base64(std::span<const std::uint8_t> bytes);

/// Empty if the text is not base64: it has another character, a wrong length, or bits after the end that are not zero.
std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text);

}  // namespace chasescope
