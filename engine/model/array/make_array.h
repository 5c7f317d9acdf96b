// Makes the array of a policy that is in a list. Each list has a file of its own, because the compiler inlines less in a large
// file: with all policies in one file, a look-up takes a sixth longer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/model/array/set_array.h"

namespace chasescope::model {

/// The layout of sets with these numbers of ways. The reference is valid until the next call.
const SetLayout& layout_of(const std::vector<std::uint32_t>& ways);

/// The array for `spec`; null if its policy is not in the list.
template <typename Policies>
std::unique_ptr<SetArray> make_of(Policies list, const CacheSpec& spec, std::uint64_t seed) {
  std::unique_ptr<SetArray> array;
  with_policy(list, spec.policy.kind, [&]<typename Policy>() {
    if constexpr (requires { typename Policy::Narrow; })
      if (*std::max_element(spec.ways.begin(), spec.ways.end()) <= Policy::Narrow::max_ways) {
        array = std::make_unique<PolicySetArray<typename Policy::Narrow>>(spec, layout_of(spec.ways), seed);
        return;
      }
    array = std::make_unique<PolicySetArray<Policy>>(spec, layout_of(spec.ways), seed);
  });
  return array;
}

/// make_of() of OtherPolicies.
std::unique_ptr<SetArray> make_other_array(const CacheSpec& spec, std::uint64_t seed);

}  // namespace chasescope::model
