// Joins groups that have a member in common: the members of one group share a set, so they are one group.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace chasescope::structure {

/// Adds a group to a list of groups without common members, and joins it with the groups that it overlaps. All groups are in
/// ascending order.
template <typename Member>
void join_group(std::vector<std::vector<Member>>& groups, std::vector<Member> added) {
  std::erase_if(groups, [&](const std::vector<Member>& group) {
    std::vector<Member> common, both;
    std::set_intersection(group.begin(), group.end(), added.begin(), added.end(), std::back_inserter(common));
    if (common.empty()) return false;
    std::set_union(group.begin(), group.end(), added.begin(), added.end(), std::back_inserter(both));
    added = std::move(both);
    return true;
  });
  groups.push_back(std::move(added));
}

}  // namespace chasescope::structure
