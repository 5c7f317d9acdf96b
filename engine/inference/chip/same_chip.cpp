#include "engine/inference/chip/same_chip.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "engine/statistics/assumptions.h"

namespace chasescope::inference {
namespace {

/// A union-find structure over the groups of both measurements.
class Bundles {
 public:
  explicit Bundles(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t of(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t i, std::size_t j) { parent_[of(i)] = of(j); }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace

ChipComparison compare_chips(std::span<const std::size_t> a, std::span<const std::size_t> b) {
  ChipComparison found;
  if (a.empty() || a.size() != b.size()) return found;
  // The rows that each pair of groups has in common.
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> shared;
  for (std::size_t row = 0; row < a.size(); ++row) shared[{a[row], b[row]}].push_back(row);
  const std::size_t groups_a = *std::max_element(a.begin(), a.end()) + 1, groups_b = *std::max_element(b.begin(), b.end()) + 1;
  Bundles bundles(groups_a + groups_b);
  for (const auto& [both, rows] : shared) bundles.join(both.first, groups_a + both.second);
  // The groups of either side in each bundle of overlapping groups.
  std::map<std::size_t, std::vector<std::size_t>> of_a, of_b;
  for (std::size_t group = 0; group < groups_a; ++group) of_a[bundles.of(group)].push_back(group);
  for (std::size_t group = 0; group < groups_b; ++group) of_b[bundles.of(groups_a + group)].push_back(group);
  bool all_one = true;
  for (const auto& [bundle, groups] : of_a) {
    const std::size_t others = of_b[bundle].size();
    all_one = all_one && groups.size() == 1 && others == 1;
    if (groups.size() < 2 || others < 2) continue;
    // Two or more groups of either side overlap here. On the side with more groups, each group is assigned to the group that has
    // most of its rows; its other rows contradict one chip.
    const bool by_a = groups.size() >= others;
    for (const std::size_t group : by_a ? groups : of_b[bundle]) {
      const std::vector<std::size_t>* most = nullptr;
      for (const auto& [both, rows] : shared)
        if ((by_a ? both.first : both.second) == group && (most == nullptr || rows.size() > most->size())) most = &rows;
      for (const auto& [both, rows] : shared)
        if ((by_a ? both.first : both.second) == group && &rows != most)
          found.elsewhere.insert(found.elsewhere.end(), rows.begin(), rows.end());
    }
  }
  std::sort(found.elsewhere.begin(), found.elsewhere.end());
  found.match = !found.elsewhere.empty() ? ChipMatch::other : all_one ? ChipMatch::same : ChipMatch::may_be;
  found.wrong = 2 * statistics::kWrong;
  return found;
}

}  // namespace chasescope::inference
