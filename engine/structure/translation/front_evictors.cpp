#include "engine/structure/translation/front_evictors.h"

#include <map>
#include <set>

#include "engine/trace/random.h"

namespace chasescope::structure {

Addresses front_evictors(std::span<const CacheShape* const> fronts, const Addresses& evicted, const Addresses& read,
                         std::uint32_t factor, std::uint64_t choice, std::uint64_t limit_bytes) {
  constexpr int kPatience = 64;  // draws for each page
  Addresses evictors;
  // Begins with the last TLB in front, which has the most pages. Its evictors count in the sets of the nearer TLBs, too.
  for (std::size_t at = fronts.size(); at-- > 0;) {
    const CacheShape& front = *fronts[at];
    std::map<std::uint64_t, std::set<std::uint64_t>> pages_of;  // pages that are read, by set of an address in question
    for (const std::uint64_t address : evicted) pages_of[front.index->set_of(address)];
    for (const Addresses* some : {&read, static_cast<const Addresses*>(&evictors)})
      for (const std::uint64_t address : *some)
        if (const auto set = pages_of.find(front.index->set_of(address)); set != pages_of.end())
          set->second.insert(address / front.line_bytes);
    for (auto& [set, pages] : pages_of) {
      const std::uint64_t wanted = set < front.ways.size() ? std::uint64_t{factor} * front.ways[set] + 1 : 0;
      Random random(mixed_seed(mixed_seed(choice, at), set));
      for (int tries = 0; pages.size() < wanted && tries < kPatience; ++tries) {
        const std::uint64_t from = random.below(limit_bytes / front.line_bytes) * front.line_bytes;
        const std::uint64_t page = front.index->moved_to_set(from, set);
        if (page + front.line_bytes > limit_bytes || front.index->set_of(page) != set) continue;
        if (!pages.insert(page / front.line_bytes).second) continue;
        evictors.push_back(page);
        tries = 0;
      }
    }
  }
  return evictors;
}

}  // namespace chasescope::structure
