#include "engine/findings/index_words.h"

#include <algorithm>
#include <bit>
#include <string_view>

#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::SetIndex;
using nlohmann::json;

constexpr std::string_view kBlocks = "Blocks of ";
constexpr std::string_view kModulo = ", by their number modulo ";
constexpr std::string_view kTable = ", again after ";
constexpr std::string_view kSets = ", in the sets ";
constexpr std::size_t kLongestTable = 512;
constexpr unsigned kAddressBits = 64;

/// The text between two words; no value if they do not occur in this order.
std::optional<std::string> between(const std::string& text, std::string_view before, std::string_view after) {
  const std::size_t begin = text.find(before);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t from = begin + before.size();
  const std::size_t end = text.find(after, from);
  if (end == std::string::npos) return std::nullopt;
  return text.substr(from, end - from);
}

/// Reads a size; 0 if the text is not a size.
std::uint64_t bytes_from(std::optional<std::string> text) {
  if (!text) return 0;
  std::erase(*text, ',');
  return parse_bytes(*text).value_or(0);
}

/// The bit mask of an array of bit positions; no value if it is not one.
std::optional<std::uint64_t> mask_of(const json& bits) {
  if (!bits.is_array() || bits.empty()) return std::nullopt;
  std::uint64_t mask = 0;
  for (const json& bit : bits) {
    if (!bit.is_number_unsigned() && !bit.is_number_integer()) return std::nullopt;
    const auto position = bit.get<std::int64_t>();
    if (position < 0 || position >= kAddressBits) return std::nullopt;
    mask |= std::uint64_t{1} << position;
  }
  return mask;
}

bool by_lowest_bit(std::uint64_t a, std::uint64_t b) { return std::countr_zero(a) < std::countr_zero(b); }

std::optional<SetIndex> linear(std::vector<std::uint64_t> rows) {
  SetIndex index;
  index.kind = SetIndex::Kind::linear;
  index.rows = std::move(rows);
  std::sort(index.rows.begin(), index.rows.end(), by_lowest_bit);
  return index;
}

std::optional<SetIndex> from_bits(const Finding* bits) {
  const auto mask = bits == nullptr ? std::nullopt : mask_of(bits->value);
  if (!mask) return std::nullopt;
  std::vector<std::uint64_t> rows;
  for (const unsigned bit : inference::bit_positions(*mask)) rows.push_back(std::uint64_t{1} << bit);
  return linear(std::move(rows));
}

std::optional<SetIndex> from_basis(const json& basis) {
  std::vector<std::uint64_t> rows;
  for (const json& row : basis) {
    const auto mask = mask_of(row);
    if (!mask) return std::nullopt;
    rows.push_back(*mask);
  }
  return rows.empty() ? std::nullopt : linear(std::move(rows));
}

std::optional<SetIndex> from_modulo(const std::string& words) {
  const auto block = between(words, kBlocks, kModulo);
  auto modulus = between(words, kModulo, ".");
  if (modulus) std::erase(*modulus, ',');
  const std::uint64_t bytes = bytes_from(block);
  const std::uint64_t sets = modulus ? parse_count(*modulus).value_or(0) : 0;
  if (bytes == 0 || sets == 0) return std::nullopt;
  SetIndex index;
  index.kind = SetIndex::Kind::modulo;
  index.granule_bytes = bytes;
  index.modulus = sets;
  return index;
}

std::optional<SetIndex> from_table(const std::string& words) {
  const bool repeats = words.find(kTable) != std::string::npos;
  const auto block = between(words, kBlocks, repeats ? kTable : kSets);
  const auto list = between(words, kSets, ".");
  const std::uint64_t bytes = bytes_from(block);
  if (bytes == 0 || !list) return std::nullopt;
  const auto sets = parse_counts(*list);
  if (!sets) return std::nullopt;
  SetIndex index;
  index.kind = SetIndex::Kind::listed;
  index.unit_bytes = bytes;
  index.listed_period = repeats ? sets->size() : 0;
  for (std::size_t unit = 0; unit < sets->size(); ++unit) {
    index.listed[unit] = static_cast<std::uint32_t>((*sets)[unit]);
    index.listed_sets = std::max(index.listed_sets, index.listed[unit] + 1);
  }
  return index;
}

}  // namespace

json index_value(const SetIndex& index) {
  switch (index.kind) {
    case SetIndex::Kind::one_set: return nullptr;
    case SetIndex::Kind::modulo: return "modulo";
    case SetIndex::Kind::listed: return "table";
    case SetIndex::Kind::linear: break;
  }
  if (index.plain_bits()) return "bits";
  json rows = json::array();
  for (const std::uint64_t row : index.rows) rows.push_back(inference::bit_positions(row));
  return rows;
}

std::string index_words(const SetIndex& index) {
  if (index.kind == SetIndex::Kind::modulo)
    return std::string(kBlocks) + format_bytes(index.granule_bytes) + std::string(kModulo) + format_count(index.modulus) + ".";
  if (index.kind != SetIndex::Kind::listed || index.listed.empty() || index.listed.size() > kLongestTable) return {};
  if (index.listed.rbegin()->first + 1 != index.listed.size()) return {};  // the table has holes
  if (index.listed_period != 0 && index.listed_period != index.listed.size()) return {};
  std::string words = std::string(kBlocks) + format_bytes(index.unit_bytes);
  if (index.listed_period != 0) words += std::string(kTable) + std::to_string(index.listed_period);
  words += kSets;
  bool first = true;
  for (const auto& [unit, set] : index.listed) {
    words += (first ? "" : ", ") + std::to_string(set);
    first = false;
  }
  return words + ".";
}

std::optional<SetIndex> index_from(const Finding& function, const Finding* bits) {
  // `absent` means that there is one set, and no function to choose it.
  if (function.status == FindingStatus::absent) return SetIndex{};
  if (function.status != FindingStatus::measured) return std::nullopt;
  if (function.value.is_array()) return from_basis(function.value);
  if (!function.value.is_string()) return std::nullopt;
  const auto word = function.value.get<std::string>();
  if (word == "bits") return from_bits(bits);
  if (word == "modulo") return from_modulo(function.reason);
  if (word == "table") return from_table(function.reason);
  return std::nullopt;
}

}  // namespace chasescope
