#include "engine/model/set_array.h"

#include <stdexcept>

namespace chasescope::model {

std::unique_ptr<SetArray> make_set_array(const CacheSpec& spec, std::uint64_t seed) {
  std::unique_ptr<SetArray> array;
  with_policy(AllPolicies{}, spec.policy.kind,
              [&]<typename Policy>() { array = std::make_unique<PolicySetArray<Policy>>(spec, seed); });
  if (!array) throw std::invalid_argument("no replacement policy is called " + spec.policy.kind);
  return array;
}

}  // namespace chasescope::model
