#include "engine/build/fit.h"

#include <algorithm>
#include <bit>
#include <charconv>

#include "engine/build/policy_choice.h"

namespace chasescope::build {
namespace {

using model::CacheSpec;
using model::IndexSpec;
using Kind = IndexSpec::Kind;

unsigned bits_for(std::size_t sets) { return sets <= 1 ? 0 : static_cast<unsigned>(std::bit_width(sets - 1)); }
unsigned lowest_bit(std::uint64_t unit) { return unit == 0 ? 0 : static_cast<unsigned>(std::countr_zero(unit)); }

bool by_bits(Kind kind) { return kind == Kind::bits || kind == Kind::xor_; }

unsigned highest_of(const std::vector<std::vector<unsigned>>& groups) {
  unsigned highest = 0;
  for (const auto& group : groups)
    for (const unsigned bit : group) highest = std::max(highest, bit);
  return highest;
}

std::string_view without_spaces(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t"), to = text.find_last_not_of(" \t");
  return from == std::string_view::npos ? std::string_view() : text.substr(from, to - from + 1);
}

std::optional<std::uint32_t> whole_number(std::string_view text) {
  const std::string_view digits = without_spaces(text);
  std::uint32_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (digits.empty() || read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return number;
}

}  // namespace

std::vector<std::uint32_t> with_sets(const std::vector<std::uint32_t>& ways, std::size_t sets) {
  std::vector<std::uint32_t> changed = ways;
  changed.resize(sets, ways.empty() ? 1 : ways.back());
  return changed;
}

IndexSpec usual_index(Kind kind, std::uint64_t unit_bytes, std::size_t sets) {
  IndexSpec index;
  index.kind = kind;
  const unsigned bits = bits_for(sets), low = lowest_bit(unit_bytes);
  if (by_bits(kind))
    for (unsigned bit = 0; bit < bits; ++bit) {
      index.bit_groups.push_back({low + bit});
      if (kind == Kind::xor_) index.bit_groups.back().push_back(low + bits + bit);
    }
  if (kind == Kind::table)
    for (std::uint32_t set = 0; set < sets; ++set) index.table.push_back(set);
  return index;
}

IndexSpec refitted_index(const CacheSpec& before, const CacheSpec& after) {
  const IndexSpec& was = before.index;
  if (after.index == usual_index(was.kind, before.unit_bytes, before.ways.size()))
    return usual_index(was.kind, after.unit_bytes, after.ways.size());
  IndexSpec index = after.index;
  if (by_bits(index.kind)) {
    const int moved = static_cast<int>(lowest_bit(after.unit_bytes)) - static_cast<int>(lowest_bit(before.unit_bytes));
    for (auto& group : index.bit_groups)
      for (unsigned& bit : group) bit = static_cast<unsigned>(std::max(0, static_cast<int>(bit) + moved));
    const unsigned wanted = bits_for(after.ways.size());
    while (index.bit_groups.size() > wanted) index.bit_groups.pop_back();
    while (index.bit_groups.size() < wanted)
      index.bit_groups.push_back({index.bit_groups.empty() ? lowest_bit(after.unit_bytes) : highest_of(index.bit_groups) + 1});
  }
  if (index.kind == Kind::table && !after.ways.empty()) {
    // Entries that name a set beyond the last one are mapped to a set that exists. Sets that no entry names get an entry each.
    for (std::uint32_t& set : index.table) set = static_cast<std::uint32_t>(set % after.ways.size());
    for (std::size_t set = 0; set < after.ways.size(); ++set)
      if (std::find(index.table.begin(), index.table.end(), set) == index.table.end())
        index.table.push_back(static_cast<std::uint32_t>(set));
  }
  if (index.granule_bytes != 0 && index.granule_bytes < after.unit_bytes) index.granule_bytes = 0;
  return index;
}

model::PolicySpec refitted_policy(const CacheSpec& before, const CacheSpec& after) {
  const bool same_first = !before.ways.empty() && !after.ways.empty() && before.ways.front() == after.ways.front();
  if (after.policy.kind == "weighted_way" && !same_first) {
    model::PolicySpec policy = policy_for(after.policy.kind, after.ways);
    policy.words = after.policy.words;
    return policy;
  }
  if (after.policy.numbers.contains("leaders") && before.ways.size() != after.ways.size()) {
    model::PolicySpec policy = after.policy;
    policy.numbers["leaders"] = policy_for(policy.kind, after.ways).numbers["leaders"];
    return policy;
  }
  return after.policy;
}

std::string ways_text(const std::vector<std::uint32_t>& ways) {
  std::string text;
  for (std::size_t i = 0; i < ways.size();) {
    std::size_t end = i + 1;
    while (end < ways.size() && ways[end] == ways[i]) ++end;
    const std::size_t count = end - i;
    constexpr std::size_t kPutTogether = 4;
    const std::size_t told = count >= kPutTogether ? 1 : count;
    for (std::size_t each = 0; each < told; ++each)
      text +=
          (text.empty() ? "" : ", ") + (told == count ? std::string() : std::to_string(count) + " × ") + std::to_string(ways[i]);
    i = end;
  }
  return text;
}

std::vector<std::uint32_t> parse_ways(const std::string& text, std::size_t most) {
  std::vector<std::uint32_t> ways;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const std::string_view part = std::string_view(text).substr(from, comma - from);
    std::optional<std::uint32_t> count = 1, each;
    for (const std::string_view times : {std::string_view("×"), std::string_view("x"), std::string_view("*")})
      if (const std::size_t sign = part.find(times); sign != std::string_view::npos && !each) {
        count = whole_number(part.substr(0, sign));
        each = whole_number(part.substr(sign + times.size()));
        if (!each) return {};
      }
    if (!each) each = whole_number(part);
    if (!count || !each || ways.size() + *count > most) return {};
    ways.insert(ways.end(), *count, *each);
    from = comma + 1;
  }
  return ways;
}

}  // namespace chasescope::build
