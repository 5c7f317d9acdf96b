#include "engine/structure/translation/front_fillers.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

// The pages that one TLB in front still needs to be flushed.
struct Wanted {
  const CacheShape* front;
  // by set of an address in question: the pages of the set that are visited
  std::map<std::uint64_t, std::set<std::uint64_t>> pages_of;
  std::size_t open = 0;  // sets that need more pages

  bool wants(std::uint64_t address, std::uint32_t factor) const {
    const auto set = pages_of.find(front->index->set_of(address));
    if (set == pages_of.end() || set->second.size() > needed(set->first, factor)) return false;
    return !set->second.contains(address / front->line_bytes);
  }
  std::uint64_t needed(std::uint64_t set, std::uint32_t factor) const {
    return set < front->ways.size() ? std::uint64_t{factor} * front->ways[set] : 0;
  }
  void visit(std::uint64_t address, std::uint32_t factor) {
    const auto set = pages_of.find(front->index->set_of(address));
    if (set == pages_of.end()) return;
    const bool wanted = set->second.size() <= needed(set->first, factor);
    if (set->second.insert(address / front->line_bytes).second && wanted && set->second.size() > needed(set->first, factor)) --open;
  }
};

}  // namespace

Addresses front_fillers(std::span<const CacheShape* const> fronts, const Addresses& asked, const Addresses& around,
                        std::uint64_t page_bytes, std::uint64_t part_bytes, std::uint32_t factor, std::uint64_t seed) {
  std::vector<Wanted> wanted;
  for (const CacheShape* front : fronts) {
    if (!front->index || front->ways.empty() || front->line_bytes == 0) continue;
    Wanted& one = wanted.emplace_back(Wanted{front, {}, 0});
    for (const std::uint64_t address : asked) one.pages_of[front->index->set_of(address)];
    one.open = one.pages_of.size();
    for (const Addresses* visited : {&asked, &around})
      for (const std::uint64_t address : *visited) one.visit(address, factor);
  }
  const auto done = [&] { return std::all_of(wanted.begin(), wanted.end(), [](const Wanted& one) { return one.open == 0; }); };
  std::set<std::uint64_t> visited, pages;
  for (const Addresses* some : {&asked, &around})
    for (const std::uint64_t address : *some) {
      visited.insert(address / part_bytes);
      pages.insert(address / page_bytes);
    }
  // Takes another part of each page in turn. The step is odd and the number of parts a power of two, so that no part is left out.
  const std::uint64_t parts = page_bytes / part_bytes, first = mixed_seed(seed, parts) % parts, step = (parts * 5 / 8) | 1;
  Addresses fillers;
  for (std::uint64_t round = 0; round < parts && !done(); ++round) {
    std::uint64_t turn = 0;
    for (const std::uint64_t page : pages) {
      const std::uint64_t address = page * page_bytes + (first + turn++ + round * step) % parts * part_bytes;
      if (visited.contains(address / part_bytes)) continue;
      if (std::none_of(wanted.begin(), wanted.end(), [&](const Wanted& one) { return one.wants(address, factor); })) continue;
      for (Wanted& one : wanted) one.visit(address, factor);
      visited.insert(address / part_bytes);
      fillers.push_back(address);
    }
  }
  return fillers;
}

}  // namespace chasescope::structure
