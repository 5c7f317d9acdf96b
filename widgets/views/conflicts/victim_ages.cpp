#include "widgets/views/conflicts/victim_ages.h"

#include <algorithm>
#include <map>

#include "engine/findings/vocabulary.h"
#include "engine/inference/replacement/set_victims.h"
#include "widgets/figure/figure_run.h"

namespace chasescope {
namespace {

using inference::SetAccess;
using inference::Victim;

constexpr double kMostContradictions = 0.02;  // share of the victims; misread accesses cause a few contradictions

bool isNamed(const Finding& finding, const RunPtr& run) {
  return std::find(finding.evidence.begin(), finding.evidence.end(), run->id) != finding.evidence.end();
}

/// The chase with the longest period among the evidence of the policy. In a chase that visits its lines in turn, the order of last
/// use equals the order of arrival, and the two can't be told apart.
RunPtr chaseBehind(const Finding& policy, std::span<const RunPtr> runs) {
  RunPtr found;
  for (const RunPtr& run : runs)
    if (run->chase() != nullptr && !run->cycles().empty() && isNamed(policy, run) &&
        (!found || AccessOrder(run->chase()->request, run->chase()->result).period() >
                       AccessOrder(found->chase()->request, found->chase()->result).period()))
      found = run;
  return found;
}

/// The most cycles of a hit: the limit that the trials for the sets used, or another bound between hits and misses.
std::optional<float> highestHit(const FoundSets& cache, const RunPtr& chase, std::span<const RunPtr> runs,
                                const std::vector<Finding>& findings) {
  if (const Finding* sets = cache.find(quantity::sets))
    for (const RunPtr& run : runs)
      if (const auto* trials = run->as<TrialsRequest>(); trials != nullptr && isNamed(*sets, run) && trials->request.cut_cycles > 0)
        return static_cast<float>(trials->request.cut_cycles);
  const auto prepared = prepareRun(chase);
  if (const auto told = verdictsOf(*prepared, findings).highest_hit()) return told;
  // The lowest level is taken as the hits of the nearest cache. The caller finds out if it is not: then the misses contradict each
  // other about the victims.
  if (prepared->levels.size() < 2) return std::nullopt;
  return prepared->levels[0].upper_bound;
}

/// The visits of one set that has one line more in the chase than it has ways. Accesses to lines of other sets are left out.
std::vector<SetAccess> visitsOfOneSet(const FoundSets& cache, const RunPtr& run, float highest, std::uint32_t& ways) {
  const AccessOrder order(run->chase()->request, run->chase()->result);
  std::map<std::uint64_t, std::vector<std::uint64_t>> lines_of_sets;
  for (std::uint64_t i = 0; i < order.period(); ++i) {
    const std::uint64_t line = order.offset_at_position(i) / *cache.line_bytes;
    const auto set = cache.set_of(line * *cache.line_bytes);
    if (!set) return {};
    auto& lines = lines_of_sets[*set];
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  const std::vector<std::uint64_t>* over = nullptr;
  for (const auto& [set, lines] : lines_of_sets) {
    if (set >= cache.ways.size() || lines.size() != cache.ways[set] + 1) continue;
    if (over != nullptr) return {};
    over = &lines;
    ways = cache.ways[set];
  }
  if (over == nullptr) return {};
  std::vector<SetAccess> visits;
  std::uint64_t index = 0;
  for (const TraceChunk& chunk : run->cycles().chunks())
    for (const float cycles : *chunk) {
      const std::uint64_t line = order.offset(index++) / *cache.line_bytes;
      const auto found = std::find(over->begin(), over->end(), line);
      if (found != over->end()) visits.push_back({static_cast<std::uint32_t>(found - over->begin()), cycles > highest});
    }
  return visits;
}

std::vector<double> shares(const std::vector<Victim>& victims, std::uint32_t Victim::*member, std::uint32_t ways,
                           bool oldestFirst) {
  std::vector<double> shares(ways, 0);
  for (const Victim& victim : victims) shares[oldestFirst ? ways - 1 - victim.*member : victim.*member] += 1;
  for (double& share : shares) share /= static_cast<double>(victims.size());
  return shares;
}

}  // namespace

std::optional<VictimAges> gatherAges(const FoundSets& cache, std::span<const RunPtr> runs, const std::vector<Finding>& findings) {
  const Finding* policy = cache.find(quantity::replacement_policy);
  if (policy == nullptr || policy->status != FindingStatus::measured || !cache.nearest || cache.translates() || !cache.line_bytes ||
      !cache.index)
    return std::nullopt;
  VictimAges ages;
  ages.cache = cache;
  ages.run = chaseBehind(*policy, runs);
  if (!ages.run) return std::nullopt;
  const auto highest = highestHit(cache, ages.run, runs, findings);
  if (!highest) return std::nullopt;
  const std::vector<SetAccess> visits = visitsOfOneSet(cache, ages.run, *highest, ages.ways);
  if (visits.empty() || ages.ways < 2) return std::nullopt;
  const inference::Victims seen = inference::victims_of(visits, ages.ways);
  ages.victims = seen.list.size();
  if (ages.victims == 0 || static_cast<double>(seen.contradictions) > kMostContradictions * static_cast<double>(ages.victims))
    return std::nullopt;
  ages.by_use = shares(seen.list, &Victim::touch_rank, ages.ways, true);
  ages.by_arrival = shares(seen.list, &Victim::fill_rank, ages.ways, true);
  if (cache.policy == "weighted_way") {
    ages.by_way = shares(seen.list, &Victim::way, ages.ways, false);
    std::sort(ages.by_way.begin(), ages.by_way.end());
  }
  return ages;
}

}  // namespace chasescope
