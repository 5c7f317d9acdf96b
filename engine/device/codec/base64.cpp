#include "engine/device/codec/base64.h"

#include <array>

namespace chasescope {
namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoLetter = 0xFF;

constexpr std::array<std::uint8_t, 256> make_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoLetter);
  for (std::size_t i = 0; i < kLetters.size(); ++i) values[static_cast<unsigned char>(kLetters[i])] = static_cast<std::uint8_t>(i);
  return values;
}

}  // namespace

std::string to_base64(std::span<const std::uint8_t> bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const std::uint32_t three = std::uint32_t{bytes[i]} << 16 | (left > 1 ? std::uint32_t{bytes[i + 1]} << 8 : 0) | (left > 2 ? bytes[i + 2] : 0U);
    text += kLetters[three >> 18];
    text += kLetters[three >> 12 & 63];
    text += left > 1 ? kLetters[three >> 6 & 63] : '=';
    text += left > 2 ? kLetters[three & 63] : '=';
  }
  return text;
}

std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text) {
  static constexpr std::array<std::uint8_t, 256> kValues = make_values();
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const std::size_t letters = i + 4 == text.size() ? 4 - padding : 4;
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::uint8_t value = k < letters ? kValues[static_cast<unsigned char>(text[i + k])] : std::uint8_t{0};
      if (value == kNoLetter) return std::nullopt;
      three = three << 6 | value;
    }
    for (std::size_t k = 0; k + 1 < letters; ++k) bytes.push_back(static_cast<std::uint8_t>(three >> (16 - 8 * k)));
    if (letters < 4 && (three & ((1U << (8 * (4 - letters))) - 1)) != 0) return std::nullopt;
  }
  return bytes;
}

}  // namespace chasescope
