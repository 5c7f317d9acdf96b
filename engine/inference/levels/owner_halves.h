// Whether the half of the L2 that owns an address decides how long an atomic takes there. Only the owner of an address can make an
// atomic, so that atomics at addresses of the other half take longer by the way there and back.
//
//   const OwnerHalves halves = owner_halves_of(atomics, loads, owned);   // latencies at the same addresses
//   if (halves.are_told()) show(halves.atomics->low, halves.atomics->high);
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "engine/inference/levels/access_classes.h"

namespace chasescope::inference {

/// Loads at the addresses of the atomics, and how many of them are in the same group as the atomic at their address.
struct LoadGroups {
  double least = 0, most = 0;       ///< latencies, in cycles
  std::optional<TwoGroups> groups;  ///< empty: no two groups
  std::size_t alike = 0;            ///< addresses whose load and atomic are both of the lower or both of the higher group
  bool agree = false;               ///< nearly all addresses are alike
};

struct OwnerHalves {
  enum class Groups {
    none,     ///< too few addresses
    one,      ///< no gap between the latencies of atomics is as wide as two groups are apart
    two,      ///< see `atomics`
    unclear,  ///< there is such a gap, but no two groups with a fifth of the addresses in each and next to nothing between them
  };
  Groups groups = Groups::none;
  std::size_t addresses = 0;
  double least = 0, most = 0;        ///< latencies of atomics, in cycles
  double widest_gap = 0;             ///< between neighbours among the sorted latencies of atomics, in cycles
  std::optional<TwoGroups> atomics;  ///< the two groups, if there are two
  std::size_t near_count = 0;        ///< addresses in the lower group
  LoadGroups loads;                  ///< loads past the L1; each half may hold copies of lines of the other, so these may be alike
  LoadGroups owned;                  ///< loads right behind an atomic, which leaves the line with its owner alone
  /// Whether there are two groups, and loads fall in the same ones, address by address. Without loads that agree, something else
  /// may set the two groups apart.
  bool are_told() const { return groups == Groups::two && (owned.agree || loads.agree); }
};

/// \param atomics latencies, one an address \param loads, owned latencies at the same addresses, in the same order; empty: not
/// measured
OwnerHalves owner_halves_of(std::span<const double> atomics, std::span<const double> loads, std::span<const double> owned);

}  // namespace chasescope::inference
