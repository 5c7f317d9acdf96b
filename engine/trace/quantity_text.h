// Sizes and counts as people write them: "17KiB", "2MiB", "1,024".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chasescope {

/// Reads a size in bytes: digits with an optional suffix B, KiB, MiB, GiB, TiB (also K, M, G, T, which are binary, too; in any
/// case). Fractions are allowed if the size is a whole number of bytes ("1.5KiB"). Empty for any other text, negative numbers, and
/// overflow. KB, MB, GB and TB are refused: some readers take them for 1,000 bytes, others for 1,024 (size_doubt()).
std::optional<std::uint64_t> parse_bytes(std::string_view text);

/// Why a size in KB, MB, GB or TB is refused, without a full stop: "'16KB' can mean units of 1,000 or of 1,024 bytes; write 16KiB
/// for the larger ones, or whole bytes". Empty for every other text.
std::string size_doubt(std::string_view text);

/// Reads a whole number that is not negative ("4096"). Empty for any other text and for overflow.
std::optional<std::uint64_t> parse_count(std::string_view text);

/// Reads a list of whole numbers: "1, 2, 4", "0-64", "2-1024:2" (in steps of 2), and mixtures, in the order of the text. Empty for
/// any other text, for ranges that run backwards or in steps of 0, and for more than 65,536 numbers.
std::optional<std::vector<std::uint64_t>> parse_counts(std::string_view text);

/// "17 KiB", "128 B", "1.5 MiB": in the largest binary unit that shows the size exactly with at most two decimals, otherwise in
/// bytes with thousands separators.
std::string format_bytes(std::uint64_t bytes);

/// "1,048,576".
std::string format_count(std::uint64_t count);

}  // namespace chasescope
