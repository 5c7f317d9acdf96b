#include "engine/model/array/set_array.h"

#include <algorithm>
#include <deque>
#include <stdexcept>

#include "engine/model/array/make_array.h"
#include "engine/model/array/open_set_array.h"
#include "engine/model/array/skewed_array.h"

namespace chasescope::model {

// The latest layouts are kept, because each of thousands of requests makes the same few caches.
const SetLayout& layout_of(const std::vector<std::uint32_t>& ways) {
  constexpr std::size_t kKept = 8;
  struct Known {
    std::vector<std::uint32_t> ways;
    SetLayout layout;
  };
  thread_local std::deque<Known> known;
  const auto same = std::find_if(known.begin(), known.end(), [&](const Known& one) { return one.ways == ways; });
  if (same != known.end()) return same->layout;
  if (known.size() == kKept) known.pop_back();
  known.push_front({ways, SetLayout(ways)});
  return known.front().layout;
}

std::unique_ptr<SetArray> make_set_array(const CacheSpec& spec, std::uint64_t seed) {
  if (spec.index.kind == IndexSpec::Kind::skewed) return std::make_unique<SkewedArray>(spec, seed);
  if (spec.lines_leave()) return std::make_unique<OpenSetArray>(spec, seed);
  std::unique_ptr<SetArray> array = make_of(NamedPolicies{}, spec, seed);
  if (!array) array = make_other_array(spec, seed);
  if (!array) throw std::invalid_argument("no replacement policy is called " + spec.policy.kind);
  return array;
}

}  // namespace chasescope::model
