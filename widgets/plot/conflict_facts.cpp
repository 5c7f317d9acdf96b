#include "widgets/plot/conflict_facts.h"

#include <algorithm>
#include <numeric>

#include "engine/experiment/trial_table.h"
#include "engine/structure/conflicts.h"

namespace chasescope {
namespace {

RunPtr trialsOf(const Session& session, const FoundSets& cache, const QString& runId) {
  const Finding* sets = cache.find("sets");
  if (sets == nullptr) return nullptr;
  for (const RunPtr& run : session.runs)
    if (run->as<TrialsRequest>() != nullptr && (runId.isEmpty() || runId == QString::fromStdString(run->id)) &&
        std::find(sets->evidence.begin(), sets->evidence.end(), run->id) != sets->evidence.end())
      return run;
  return nullptr;
}

/// Set by set, as the trials themselves show them.
std::vector<std::vector<std::size_t>> setsOf(const experiment::TrialTable& table, double& limit) {
  std::vector<std::size_t> all(table.places());
  std::iota(all.begin(), all.end(), std::size_t{0});
  structure::Conflicts found = structure::find_conflicts(table, all);
  limit = found.limit;
  for (const std::size_t alone : found.alone) found.groups.push_back({alone});
  return found.groups;
}

}  // namespace

bool ConflictFacts::together(std::size_t a, std::size_t b) const {
  const auto setOf = [&](std::size_t i) { return std::upper_bound(begins.begin(), begins.end(), i); };
  return setOf(a) == setOf(b);
}

std::optional<ConflictFacts> gatherConflicts(const Session& session, const std::vector<FoundSets>& caches, const QString& runId) {
  ConflictFacts facts;
  for (const FoundSets& cache : caches)
    if (RunPtr run = trialsOf(session, cache, runId)) {
      facts.cache = cache;
      facts.run = std::move(run);
    }
  if (!facts.run) return std::nullopt;
  const auto& asked = *facts.run->as<TrialsRequest>();
  if (asked.request.record != TrialRecord::bits || !asked.request.timed.empty() || count_of(asked.request.places) > kMostConflictPlaces) return std::nullopt;
  experiment::TrialTable table(count_of(asked.request.places));
  table.append(asked.request, asked.result);
  facts.trials = table.trials();

  std::vector<std::size_t> order;
  for (const auto& set : setsOf(table, facts.limit)) {
    facts.begins.push_back(order.size());
    order.insert(order.end(), set.begin(), set.end());
    const auto number = facts.cache.set_of(offset_of(asked.request.places, set.front()));
    facts.names.push_back(number ? QString::number(*number) : QString());
    std::vector<std::uint64_t> accesses(set.size() + 1), missed(set.size() + 1), trials(set.size() + 1);
    for (std::size_t t = 0; t < table.trials(); ++t) {
      std::size_t in = 0, misses = 0;
      for (const std::size_t place : set) {
        in += table.in(place, t) ? 1 : 0;
        misses += table.missed(place, t) ? 1 : 0;
      }
      ++trials[in];
      missed[in] += misses;
    }
    if (facts.loads.size() < trials.size()) facts.loads.resize(trials.size());
    for (std::size_t in = 0; in < trials.size(); ++in) {
      ConflictFacts::Load& load = facts.loads[in];
      const double before = load.missed * static_cast<double>(load.trials);
      load.trials += trials[in];
      if (in > 0 && load.trials > 0)
        load.missed = (before + static_cast<double>(missed[in]) / static_cast<double>(in)) / static_cast<double>(load.trials);
    }
  }
  facts.begins.push_back(order.size());
  if (facts.sets() == order.size()) return std::nullopt;  // each of them alone
  facts.z.resize(order.size() * order.size());
  for (std::size_t a = 0; a < order.size(); ++a) {
    facts.places.push_back(offset_of(asked.request.places, order[a]));
    for (std::size_t b = a + 1; b < order.size(); ++b)
      facts.z[a * order.size() + b] = facts.z[b * order.size() + a] = static_cast<float>(structure::conflict(table, order[a], order[b]));
  }
  return facts;
}

}  // namespace chasescope
