#include "engine/structure/replacement/direct_follower.h"

#include <map>

namespace chasescope::structure {

std::vector<inference::SetAccess> DirectFollower::follow(const Addresses& lines, const std::vector<std::uint32_t>& sequence,
                                                         const std::vector<std::size_t>&, std::uint64_t accesses,
                                                         const std::string& label, RunPtr* run) {
  std::map<std::uint32_t, std::uint64_t> visits;
  std::vector<std::uint64_t> offsets;
  for (const std::uint32_t line : sequence) offsets.push_back(lines[line] + kElement * visits[line]++);
  const Walk walk = lab_.single(offsets, 0, accesses, label);
  if (run != nullptr) *run = walk.run;
  const double cut = survey_.cut(0);
  std::vector<inference::SetAccess> seen;
  for (std::size_t i = 0; i < walk.cycles.size(); ++i) seen.push_back({sequence[i % sequence.size()], walk.cycles[i] > cut, true, true});
  return seen;
}

}  // namespace chasescope::structure
