#include "engine/inference/levels/owner_halves.h"

#include <algorithm>
#include <vector>

namespace chasescope::inference {
namespace {

// Of the addresses, so many must be alike. Each latency is a median of repeats, so that few are disturbed; of independent groups
// about half are alike.
constexpr double kAlikeShare = 0.95;

std::optional<TwoGroups> groups_among(std::span<const double> cycles) {
  return two_groups_of(std::vector<float>(cycles.begin(), cycles.end()));
}

LoadGroups compared(std::span<const double> loads, std::span<const double> atomics, const TwoGroups& groups) {
  LoadGroups found;
  if (loads.empty() || loads.size() != atomics.size()) return found;
  const auto [least, most] = std::minmax_element(loads.begin(), loads.end());
  found.least = *least;
  found.most = *most;
  found.groups = groups_among(loads);
  if (!found.groups) return found;
  for (std::size_t i = 0; i < loads.size(); ++i) found.alike += (loads[i] > found.groups->cut) == (atomics[i] > groups.cut) ? 1 : 0;
  found.agree = static_cast<double>(found.alike) >= kAlikeShare * static_cast<double>(loads.size());
  return found;
}

}  // namespace

OwnerHalves owner_halves_of(std::span<const double> atomics, std::span<const double> loads, std::span<const double> owned) {
  OwnerHalves halves;
  halves.addresses = atomics.size();
  if (atomics.size() < kFewestOfTwoGroups) return halves;
  std::vector<double> sorted(atomics.begin(), atomics.end());
  std::sort(sorted.begin(), sorted.end());
  halves.least = sorted.front();
  halves.most = sorted.back();
  for (std::size_t i = 1; i < sorted.size(); ++i) halves.widest_gap = std::max(halves.widest_gap, sorted[i] - sorted[i - 1]);
  halves.atomics = groups_among(atomics);
  if (!halves.atomics) {
    halves.groups = halves.widest_gap < least_apart(halves.least) ? OwnerHalves::Groups::one : OwnerHalves::Groups::unclear;
    return halves;
  }
  halves.groups = OwnerHalves::Groups::two;
  halves.near_count =
      static_cast<std::size_t>(std::upper_bound(sorted.begin(), sorted.end(), halves.atomics->cut) - sorted.begin());
  halves.loads = compared(loads, atomics, *halves.atomics);
  halves.owned = compared(owned, atomics, *halves.atomics);
  return halves;
}

}  // namespace chasescope::inference
