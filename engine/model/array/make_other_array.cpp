#include "engine/model/array/make_array.h"

namespace chasescope::model {

std::unique_ptr<SetArray> make_other_array(const CacheSpec& spec, std::uint64_t seed) {
  return make_of(OtherPolicies{}, spec, seed);
}

}  // namespace chasescope::model
