#include "engine/build/index_working.h"

#include <algorithm>
#include <bit>

#include "engine/model/index/index_function.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::build {
namespace {

using Kind = model::IndexSpec::Kind;

bool bit_of(std::uint64_t address, unsigned bit) { return ((address >> bit) & 1U) != 0; }

std::string linear_line(const std::vector<unsigned>& group, std::size_t row, std::uint64_t address) {
  std::string text = "s" + std::to_string(row) + " = ";
  bool parity = false;
  std::vector<unsigned> from_above = group;
  std::sort(from_above.rbegin(), from_above.rend());
  for (std::size_t i = 0; i < from_above.size(); ++i) {
    const bool value = bit_of(address, from_above[i]);
    parity = parity != value;
    text += (i == 0 ? "" : " ⊕ ") + std::string(value ? "1" : "0");
  }
  return group.size() == 1 ? text : text + " = " + (parity ? "1" : "0");
}

std::string divided_line(const model::CacheSpec& spec, std::uint64_t address, std::uint32_t set) {
  const std::uint64_t granule = std::max(spec.index.granule_bytes, spec.unit_bytes);
  const std::string block = format_count(address / granule);
  if (spec.index.kind == Kind::modulo) return block + " mod " + format_count(spec.ways.size()) + " = " + format_count(set);
  const std::uint64_t period = spec.index.table.size();
  return "table[" + block + " mod " + format_count(period) + " = " + format_count(address / granule % period) +
         "] = " + format_count(set);
}

}  // namespace

IndexWorking index_working(const model::CacheSpec& spec, std::uint64_t address, std::uint64_t largest) {
  IndexWorking working;
  const model::IndexSpec& index = spec.index;
  const bool linear = index.kind == Kind::bits || index.kind == Kind::xor_;
  working.offset_bits = static_cast<unsigned>(std::countr_zero(spec.unit_bytes));
  working.set = model::IndexFunction(index, static_cast<std::uint32_t>(spec.ways.size()), spec.unit_bytes)
                    .set_of(static_cast<std::uint32_t>(address / spec.unit_bytes));
  unsigned end = std::max(static_cast<unsigned>(std::bit_width(std::max(largest, address))), working.offset_bits + 1);
  const auto chooses = [&](unsigned bit) {
    return linear && std::any_of(index.bit_groups.begin(), index.bit_groups.end(),
                                 [&](const auto& group) { return std::count(group.begin(), group.end(), bit) % 2 == 1; });
  };
  for (const auto& group : index.bit_groups)
    for (const unsigned bit : group) end = std::max(end, bit + 1);
  for (unsigned bit = end; bit-- > working.offset_bits;) working.bits.push_back({bit, bit_of(address, bit), chooses(bit)});
  if (spec.ways.size() == 1)
    working.working.emplace_back("one set: nothing to choose");
  else if (linear)
    for (std::size_t row = index.bit_groups.size(); row-- > 0;)
      working.working.push_back(linear_line(index.bit_groups[row], row, address));
  else if (index.kind == Kind::sliced)
    working.working.push_back("slice and set by two functions = " + format_count(working.set));
  else
    working.working.push_back(divided_line(spec, address, working.set));
  return working;
}

}  // namespace chasescope::build
