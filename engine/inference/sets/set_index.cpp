#include "engine/inference/sets/set_index.h"

#include <algorithm>
#include <bit>

namespace chasescope::inference {

std::uint64_t SetIndex::sets() const {
  switch (kind) {
    case Kind::one_set: return 1;
    case Kind::linear: return std::uint64_t{1} << rows.size();
    case Kind::modulo: return modulus;
    case Kind::listed: return listed_sets;
  }
  return 1;
}

std::uint64_t SetIndex::set_of(std::uint64_t address) const {
  switch (kind) {
    case Kind::one_set: return 0;
    case Kind::linear: {
      std::uint64_t set = 0;
      for (std::size_t row = 0; row < rows.size(); ++row)
        set |= static_cast<std::uint64_t>(std::popcount(address & rows[row]) & 1) << row;
      return set;
    }
    case Kind::modulo: return address / granule_bytes % modulus;
    case Kind::listed: {
      const std::uint64_t unit = address / unit_bytes;
      const auto found = listed.find(listed_period == 0 ? unit : unit % listed_period);
      return found == listed.end() ? listed_sets : found->second;
    }
  }
  return 0;
}

std::uint64_t SetIndex::moved_to_set(std::uint64_t address, std::uint64_t set) const {
  switch (kind) {
    case Kind::one_set: return address;
    case Kind::linear:
      // The lowest bit of a row occurs in no other row, so flipping it changes this set bit alone.
      for (std::size_t row = 0; row < rows.size(); ++row)
        if ((((set_of(address) ^ set) >> row) & 1U) != 0) address ^= rows[row] & (~rows[row] + 1);
      return address;
    case Kind::modulo: {
      const std::uint64_t granule = address / granule_bytes;
      return (granule - granule % modulus + set) * granule_bytes + address % granule_bytes;
    }
    case Kind::listed:
      for (std::uint64_t step = 0; step < std::max<std::uint64_t>(listed_period, 1); ++step)
        if (set_of(address + step * unit_bytes) == set) return address + step * unit_bytes;
      return address;
  }
  return address;
}

std::optional<std::uint64_t> largest_spread_stride(const SetIndex& index, std::uint64_t smallest) {
  std::optional<std::uint64_t> largest;
  for (std::uint64_t stride = smallest; stride != 0; stride <<= 1) {
    // The addresses count through as many bits as the set number has, and reach all sets if these bits alone choose the set.
    const std::uint64_t counted = stride * (index.sets() - 1);
    BitBasis reached;
    for (const std::uint64_t row : index.rows) reached.insert(row & counted);
    if (reached.dimensions() < index.rows.size()) break;
    largest = stride;
  }
  return largest;
}

std::optional<SetIndex> linear_form(const SetIndex& listed) {
  const std::uint64_t period = listed.listed_period;
  if (listed.kind != SetIndex::Kind::listed || !std::has_single_bit(period) || !std::has_single_bit(listed.unit_bytes))
    return std::nullopt;
  const auto set_of_unit = [&](std::uint64_t unit) { return listed.set_of(unit * listed.unit_bytes); };
  BitBasis kernel;
  for (std::uint64_t unit = 1; unit < period; ++unit)
    if (set_of_unit(unit) == set_of_unit(0)) kernel.insert(unit * listed.unit_bytes);
  SetIndex linear;
  linear.kind = SetIndex::Kind::linear;
  linear.rows = kernel.complement((period - 1) * listed.unit_bytes).vectors();
  if (linear.rows.empty() || linear.sets() != listed.sets()) return std::nullopt;
  std::map<std::uint64_t, std::uint64_t> number;  // the number in the linear index of each set of the list
  for (std::uint64_t unit = 0; unit < period; ++unit) {
    const std::uint64_t set = linear.set_of(unit * listed.unit_bytes);
    if (number.emplace(set_of_unit(unit), set).first->second != set) return std::nullopt;
  }
  return linear;
}

std::optional<SetIndex> modulo_form(const SetIndex& listed) {
  const std::uint64_t period = listed.listed_period;
  if (listed.kind != SetIndex::Kind::listed || period == 0) return std::nullopt;
  const auto set_of_unit = [&](std::uint64_t unit) { return listed.set_of(unit * listed.unit_bytes); };
  std::uint64_t granule = 1;  // units
  while (granule < period && set_of_unit(granule) == set_of_unit(0)) ++granule;
  SetIndex modulo;
  modulo.kind = SetIndex::Kind::modulo;
  modulo.granule_bytes = granule * listed.unit_bytes;
  modulo.modulus = listed.sets();
  if (modulo.modulus < 2 || period % (granule * modulo.modulus) != 0) return std::nullopt;
  std::map<std::uint64_t, std::uint64_t> number;  // the number in the modulo index of each set of the list
  for (std::uint64_t unit = 0; unit < period; ++unit) {
    const std::uint64_t set = modulo.set_of(unit * listed.unit_bytes);
    if (number.emplace(set_of_unit(unit), set).first->second != set) return std::nullopt;
  }
  return number.size() == modulo.modulus ? std::optional(modulo) : std::nullopt;
}

std::optional<std::uint64_t> contiguous_bytes(const SetIndex& index, const std::vector<std::uint32_t>& ways,
                                              std::uint64_t line_bytes) {
  std::vector<std::uint32_t> room = ways;
  for (std::uint64_t line = 0;; ++line) {
    const std::uint64_t set = index.set_of(line * line_bytes);
    if (set >= room.size()) return std::nullopt;
    if (room[set]-- == 0) return line * line_bytes;
  }
}

bool SetIndex::plain_bits() const {
  return kind == Kind::linear && std::all_of(rows.begin(), rows.end(), [](std::uint64_t row) { return std::has_single_bit(row); });
}

}  // namespace chasescope::inference
