#include "engine/structure/trials/index_of_groups.h"

#include <numeric>
#include <set>

#include "engine/inference/sets/bit_basis.h"

namespace chasescope::structure {
namespace {

using inference::SetIndex;

/// Whether the index puts each group into one set, and most groups into different sets. With few trials, the addresses of one set
/// may have been found as two groups.
bool agrees(const SetIndex& index, const AddressGroups& groups) {
  std::set<std::uint64_t> taken;
  for (const auto& group : groups) {
    const std::uint64_t set = index.set_of(group.front());
    for (const std::uint64_t address : group)
      if (index.set_of(address) != set) return false;
    taken.insert(set);
  }
  return 2 * taken.size() > groups.size();
}

std::optional<SetIndex> linear(const AddressGroups& groups, std::uint64_t unit, std::uint64_t bits) {
  inference::BitBasis kernel;
  for (const auto& group : groups)
    for (const std::uint64_t address : group) kernel.insert((address ^ group.front()) / unit * unit);
  SetIndex index;
  index.kind = SetIndex::Kind::linear;
  index.rows = kernel.complement(bits / unit * unit).vectors();
  if (index.rows.empty()) index.kind = SetIndex::Kind::one_set;
  return agrees(index, groups) ? std::optional(index) : std::nullopt;
}

std::optional<SetIndex> modulo(const AddressGroups& groups, std::uint64_t unit, std::uint64_t bits) {
  for (std::uint64_t granule = unit; granule <= bits / 2; granule *= 2) {
    std::uint64_t sets = 0;  // the greatest common divisor of all differences
    for (const auto& group : groups)
      for (const std::uint64_t address : group) {
        const std::uint64_t a = address / granule, b = group.front() / granule;
        sets = std::gcd(sets, a > b ? a - b : b - a);
      }
    SetIndex index;
    index.kind = SetIndex::Kind::modulo;
    index.granule_bytes = granule;
    index.modulus = sets;
    if (sets > 1 && agrees(index, groups)) return index;
  }
  return std::nullopt;
}

}  // namespace

std::optional<SetIndex> index_of_groups(const AddressGroups& groups, std::uint64_t unit, std::uint64_t bits) {
  if (groups.empty()) return std::nullopt;
  if (auto index = linear(groups, unit, bits)) return index;
  return modulo(groups, unit, bits);
}

}  // namespace chasescope::structure
