#include "engine/structure/trials/foretold.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "engine/inference/replacement/plain_policies.h"

namespace chasescope::structure {
namespace {

using inference::SetAccess;

/// The visits of one set.
struct SetVisits {
  std::vector<std::size_t> at;       // numbers of the visits
  std::vector<SetAccess> accesses;   // lines numbered in the order in which they came
  std::vector<std::uint64_t> parts;  // of the line, which one miss brings
  std::unordered_map<std::uint64_t, std::uint32_t> lines;
};

/// For each visit, whether the line is in the set, as far as sets and policy predict it.
std::vector<Fate> tags_of(const SetVisits& visits, std::uint32_t ways, const std::string& policy) {
  std::vector<Fate> fates;
  if (foretells(policy)) {
    const std::vector<bool> misses = inference::predicted_misses(policy, false, visits.accesses, ways);
    const std::vector<bool> otherwise = policy == "plru" ? inference::predicted_misses(policy, true, visits.accesses, ways) : misses;
    for (std::size_t i = 0; i < misses.size(); ++i)
      fates.push_back(misses[i] != otherwise[i] ? Fate::open : misses[i] ? Fate::miss : Fate::hit);
    if (!fates.empty()) return fates;
  }
  std::set<std::uint32_t> seen;
  for (const SetAccess& access : visits.accesses) {
    const bool is_new = seen.insert(access.line).second;
    fates.push_back(is_new ? Fate::miss : seen.size() <= ways ? Fate::hit : Fate::open);
  }
  return fates;
}

}  // namespace

bool foretells(const std::string& policy) { return policy == "lru" || policy == "fifo" || policy == "plru"; }

Foretold foretell(const ToldCache& cache, const std::vector<std::uint64_t>& addresses, const std::vector<bool>& reached, std::size_t last_pass) {
  std::unordered_map<std::uint64_t, SetVisits> sets;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    if (!reached[i]) continue;
    SetVisits& set = sets[cache.index.set_of(addresses[i])];
    const std::uint64_t line = addresses[i] / cache.line_bytes;
    const auto number = set.lines.emplace(line, static_cast<std::uint32_t>(set.lines.size())).first->second;
    set.at.push_back(i);
    set.accesses.push_back({number, false, true, true});
    set.parts.push_back(addresses[i] % cache.line_bytes / cache.fetch_bytes);
  }
  Foretold foretold;
  foretold.fates.assign(addresses.size(), Fate::open);
  for (const auto& [number, asked] : sets) {
    const auto& set = asked;  // a lambda below may name this one
    const std::uint32_t ways = cache.ways[number];
    const std::vector<Fate> tags = tags_of(set, ways, cache.policy);
    // For each line: the parts that misses brought, and whether each of them is certainly in the cache if the line is.
    std::vector<std::vector<std::pair<std::uint64_t, bool>>> parts(set.lines.size());
    std::vector<std::size_t> last;
    std::set<std::uint32_t> asked_last;  // lines
    bool is_open = false;
    for (std::size_t k = 0; k < set.at.size(); ++k) {
      std::vector<std::pair<std::uint64_t, bool>>& brought = parts[set.accesses[k].line];
      Fate fate = tags[k];
      if (fate == Fate::miss) brought.clear();
      // If the line was evicted, its other parts went with it.
      if (fate == Fate::open)
        for (auto& part : brought) part.second = false;
      const auto part = std::find_if(brought.begin(), brought.end(), [&](const auto& one) { return one.first == set.parts[k]; });
      // A part that was never brought misses in any case.
      if (part == brought.end()) fate = Fate::miss;
      else if (!part->second) fate = Fate::open;
      if (part == brought.end())
        brought.emplace_back(set.parts[k], true);
      else
        part->second = true;
      foretold.fates[set.at[k]] = fate;
      if (set.at[k] < last_pass) continue;
      last.push_back(set.at[k]);
      asked_last.insert(set.accesses[k].line);
      is_open = is_open || fate == Fate::open;
    }
    const bool some_is_sure = std::any_of(last.begin(), last.end(), [&](std::size_t i) { return foretold.fates[i] == Fate::miss; });
    if (is_open && !some_is_sure && asked_last.size() > ways) foretold.some_misses.push_back(std::move(last));
  }
  return foretold;
}

}  // namespace chasescope::structure
