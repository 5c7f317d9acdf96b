#include "engine/model/set_array.h"

#include <algorithm>
#include <stdexcept>

namespace chasescope::model {

namespace {

template <typename Policy>
std::unique_ptr<SetArray> make(const CacheSpec& spec, std::uint64_t seed) {
  if constexpr (requires { typename Policy::Narrow; })
    if (*std::max_element(spec.ways.begin(), spec.ways.end()) <= Policy::Narrow::max_ways)
      return std::make_unique<PolicySetArray<typename Policy::Narrow>>(spec, seed);
  return std::make_unique<PolicySetArray<Policy>>(spec, seed);
}

}  // namespace

std::unique_ptr<SetArray> make_set_array(const CacheSpec& spec, std::uint64_t seed) {
  std::unique_ptr<SetArray> array;
  with_policy(AllPolicies{}, spec.policy.kind, [&]<typename Policy>() { array = make<Policy>(spec, seed); });
  if (!array) throw std::invalid_argument("no replacement policy is called " + spec.policy.kind);
  return array;
}

}  // namespace chasescope::model
