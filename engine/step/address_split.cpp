#include "engine/step/address_split.h"

#include <algorithm>
#include <bit>

#include "engine/trace/quantity_text.h"

namespace chasescope::step {
namespace {

using Kind = model::IndexSpec::Kind;

bool consecutive(const std::vector<std::vector<unsigned>>& groups) {
  for (std::size_t i = 0; i < groups.size(); ++i)
    if (groups[i].size() != 1 || groups[i][0] != groups[0][0] + i) return false;
  return true;
}

std::string binary(std::uint64_t value, std::size_t digits) {
  std::string text;
  for (std::size_t i = digits; i-- > 0;) text += ((value >> i) & 1U) != 0 ? '1' : '0';
  return text;
}

std::string bits_sentence(const std::vector<std::vector<unsigned>>& groups, std::uint32_t set) {
  std::string text = groups.size() == 1 ? "set = address bit " : "set = address bits ";
  if (groups.size() > 2 && consecutive(groups)) {
    text += std::to_string(groups.front()[0]) + " to " + std::to_string(groups.back()[0]);
  } else {
    for (std::size_t i = 0; i < groups.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(groups[i][0]);
  }
  return text + " = " + binary(set, groups.size()) + " = " + format_count(set);
}

std::string hash_sentence(const std::vector<std::vector<unsigned>>& groups, std::uint32_t set) {
  constexpr std::size_t kMostShown = 3;
  std::string text;
  for (std::size_t i = 0; i < groups.size() && i < kMostShown; ++i) {
    text += (i == 0 ? "set bit " : ", bit ") + std::to_string(i) + " = ";
    for (std::size_t bit = 0; bit < groups[i].size(); ++bit) text += (bit == 0 ? "" : " ⊕ ") + std::to_string(groups[i][bit]);
  }
  if (groups.size() > kMostShown) text += ", …";
  return text + "; set = " + binary(set, groups.size()) + " = " + format_count(set);
}

std::string divided_sentence(const Part& part, std::uint64_t address, std::uint32_t set) {
  const std::uint64_t granule = std::max(part.spec.index.granule_bytes, part.spec.unit_bytes);
  const std::string block = granule == part.spec.unit_bytes
                                ? unit_name(part, address)
                                : "block " + format_count(address / granule) + " of " + format_bytes(granule);
  if (part.spec.index.kind == Kind::modulo)
    return "set = " + block + " mod " + format_count(part.spec.ways.size()) + " = " + format_count(set);
  return "set = entry " + block + " mod " + format_count(part.spec.index.table.size()) + " of a table = " + format_count(set);
}

BitRole role_of(unsigned bit, const Part& part) {
  const auto& index = part.spec.index;
  if (part.spec.unit_bytes == 0) return BitRole::unknown;
  if (bit < static_cast<unsigned>(std::countr_zero(part.spec.unit_bytes))) return BitRole::offset;
  if (!part.knows_sets) return BitRole::unknown;
  if (part.spec.ways.size() == 1) return BitRole::tag;
  if (index.kind == Kind::sliced || index.kind == Kind::skewed) return BitRole::hashed;
  if (index.kind == Kind::modulo || index.kind == Kind::table) {
    const std::uint64_t granule = std::max(index.granule_bytes, part.spec.unit_bytes);
    return bit < static_cast<unsigned>(std::countr_zero(granule)) ? BitRole::tag : BitRole::divided;
  }
  const bool plain =
      std::all_of(index.bit_groups.begin(), index.bit_groups.end(), [](const auto& group) { return group.size() == 1; });
  for (const auto& group : index.bit_groups)
    if (std::find(group.begin(), group.end(), bit) != group.end()) return plain ? BitRole::set : BitRole::hashed;
  return BitRole::tag;
}

}  // namespace

const char* unit_word(const Part& part) { return part.translation ? "page" : "line"; }

std::string unit_name(const Part& part, std::uint64_t address) {
  return std::string(unit_word(part)) + " " + format_count(part.spec.unit_bytes == 0 ? 0 : address / part.spec.unit_bytes);
}

AddressSplit split_address(const Part& part, std::uint64_t address, std::optional<std::uint32_t> set, std::uint64_t largest) {
  AddressSplit split;
  auto width = static_cast<unsigned>(std::bit_width(largest));
  if (part.spec.unit_bytes != 0) width = std::max(width, static_cast<unsigned>(std::bit_width(part.spec.unit_bytes)));
  const auto& index = part.spec.index;
  if (part.knows_sets && index.kind == Kind::bits)
    for (const auto& group : index.bit_groups) width = std::max(width, group[0] + 1);
  for (unsigned bit = 0; bit < width; ++bit) split.bits.push_back({role_of(bit, part), ((address >> bit) & 1U) != 0});

  if (part.spec.unit_bytes == 0) {
    split.sentence = "Neither the line nor the set is known.";
  } else if (!set) {
    split.sentence = "Which set it belongs to is not known.";
  } else if (part.spec.ways.size() == 1) {
    split.sentence = std::string("There is one set: any ") + unit_word(part) + " may be in any way.";
  } else if (index.kind == Kind::sliced) {
    split.sentence = "The slice, and the set within it, are chosen by two functions; set = " + format_count(*set) + ".";
  } else if (index.kind == Kind::modulo || index.kind == Kind::table) {
    split.sentence = divided_sentence(part, address, *set);
  } else {
    const bool plain =
        std::all_of(index.bit_groups.begin(), index.bit_groups.end(), [](const auto& group) { return group.size() == 1; });
    split.sentence = plain ? bits_sentence(index.bit_groups, *set) : hash_sentence(index.bit_groups, *set);
  }
  return split;
}

}  // namespace chasescope::step
