#include "engine/mystery/bit_span.h"

#include <cstdint>

namespace chasescope::mystery {
namespace {

std::uint64_t mask_of(const std::vector<unsigned>& group) {
  std::uint64_t mask = 0;
  for (const unsigned bit : group) mask ^= std::uint64_t{1} << bit;  // a bit that appears twice cancels out
  return mask;
}

}  // namespace

unsigned rank_of(const BitGroups& groups) {
  std::vector<std::uint64_t> basis;
  for (const auto& group : groups) {
    std::uint64_t rest = mask_of(group);
    for (const std::uint64_t known : basis)
      if ((rest ^ known) < rest) rest ^= known;
    if (rest != 0) basis.push_back(rest);
  }
  return static_cast<unsigned>(basis.size());
}

unsigned shared_rank(const BitGroups& a, const BitGroups& b) {
  BitGroups both = a;
  both.insert(both.end(), b.begin(), b.end());
  return rank_of(a) + rank_of(b) - rank_of(both);
}

}  // namespace chasescope::mystery
