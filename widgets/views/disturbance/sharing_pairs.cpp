#include "widgets/views/disturbance/sharing_pairs.h"

#include <algorithm>

#include "engine/findings/condition_values.h"
#include "engine/findings/vocabulary.h"

namespace chasescope {
namespace {

constexpr double kFence = 1.5;  // interquartile ranges: Tukey's fence for outliers (Exploratory Data Analysis, 1977, ch. 2)

std::vector<double> cyclesOf(const ChaseResult& result) {
  std::vector<double> cycles;
  for (const float each : result.cycles.copy()) cycles.push_back(static_cast<double>(each) - result.overhead_cycles.value_or(0));
  return cycles;
}

double average(const std::vector<double>& cycles) {
  double sum = 0;
  for (const double each : cycles) sum += each;
  return cycles.empty() ? 0 : sum / static_cast<double>(cycles.size());
}

/// The longest latency of a hit. While the other agent is idle, up to a quarter of the accesses may be slower: outliers, and misses
/// of a cache that does not replace by age.
double slowestHit(std::vector<double> cycles) {
  std::sort(cycles.begin(), cycles.end());
  const auto quartile = [&](std::size_t which) { return cycles[which * (cycles.size() - 1) / 4]; };
  return quartile(3) + kFence * (quartile(3) - quartile(1));
}

inference::EvictionReading readingOf(const std::vector<double>& cycles, double slow) {
  const auto missed = std::count_if(cycles.begin(), cycles.end(), [&](double one) { return one > slow; });
  return {cycles.size(), static_cast<std::size_t>(missed)};
}

/// Whether a chase reads a single element, so that it does not disturb the other agent.
bool isIdle(const ChaseRequest& request) { return accesses_per_pass(request.pattern) == 1; }

/// The name of a space's cache in the findings on sharing; empty if there is none.
std::string subjectOf(MemorySpace space, std::span<const Finding> findings) {
  for (const Finding& finding : findings)
    if (finding.quantity == quantity::shares_with && word_in(finding.conditions, "space") == to_string(space))
      return finding.subject;
  return {};
}

/// Whether a finding on the first cache names the second one; nothing if no finding tells what shares the first.
std::optional<bool> named(const SharingPairs::Cache& cache, const SharingPairs::Cache& other, std::span<const Finding> findings) {
  for (const Finding& finding : findings)
    if (finding.quantity == quantity::shares_with && finding.subject == cache.subject && finding.value.is_array() &&
        word_in(finding.conditions, "space") == to_string(cache.space))
      return std::find(finding.value.begin(), finding.value.end(), other.subject) != finding.value.end();
  return std::nullopt;
}

/// Whether two caches are one array, as the findings on either of them say.
std::optional<bool> foundShared(const SharingPairs::Cache& a, const SharingPairs::Cache& b, std::span<const Finding> findings) {
  if (a.subject.empty() || b.subject.empty()) return std::nullopt;
  const std::optional<bool> one = named(a, b, findings), other = named(b, a, findings);
  if (!one && !other) return std::nullopt;
  // Nothing is said of a cache that two agents of its own space were not found to share.
  if (a.space == b.space) return true;
  return one.value_or(false) || other.value_or(false);
}

}  // namespace

const SharingLook* SharingPairs::look(const Cache& a, const Cache& b) const {
  const auto found = looks.find({a.space, b.space});
  return found == looks.end() ? nullptr : &found->second;
}

SharingPairs sharingPairs(std::span<const RunPtr> runs, std::span<const Finding> findings) {
  SharingPairs pairs;
  std::map<MemorySpace, std::vector<double>> alone;
  // A pair that holds few lines is measured over and over: all rounds of one request count.
  std::map<MemorySpace, std::pair<PairedChaseRequest, std::vector<double>>> idle;
  std::map<std::pair<MemorySpace, MemorySpace>, std::pair<PairedChaseRequest, inference::EvictionReading>> rounds;
  std::vector<MemorySpace> spaces;
  const auto meet = [&](MemorySpace space) {
    if (std::find(spaces.begin(), spaces.end(), space) == spaces.end()) spaces.push_back(space);
  };
  const auto each_pair = [&](const auto& take) {
    for (const RunPtr& run : runs)
      if (const auto* pair = run->probe == "sharing" ? run->as<PairedChaseRequest>() : nullptr; pair != nullptr) take(*run, *pair);
  };
  each_pair([&](const Run& run, const Exchange<PairedChaseRequest>& pair) {
    meet(pair.request.a.space);
    if (!isIdle(pair.request.b) || pair.result.a.cycles.empty()) return;
    const std::vector<double>& cycles = alone[pair.request.a.space] = cyclesOf(pair.result.a);
    auto& [asked, all] = idle[pair.request.a.space];
    if (!(asked == pair.request)) all.clear();
    asked = pair.request;
    all.insert(all.end(), cycles.begin(), cycles.end());
    pairs.runs.push_back(run.id);
  });
  each_pair([&](const Run& run, const Exchange<PairedChaseRequest>& pair) {
    const auto before = alone.find(pair.request.a.space);
    if (isIdle(pair.request.b) || before == alone.end()) return;
    const std::vector<double> cycles = cyclesOf(pair.result.a);
    if (cycles.empty()) return;
    meet(pair.request.b.space);
    const double slow = slowestHit(before->second);
    const inference::EvictionReading beside = readingOf(cycles, slow);
    auto& [asked, all] = rounds[{pair.request.a.space, pair.request.b.space}];
    if (!(asked == pair.request)) all = {};
    asked = pair.request;
    all += beside;
    pairs.looks[{pair.request.a.space, pair.request.b.space}] = {
        average(cycles), beside.share(), run.id,
        inference::judge_eviction(readingOf(idle.at(pair.request.a.space).second, slow), all)};
    pairs.runs.push_back(run.id);
  });
  for (const MemorySpace space : spaces) {
    const auto before = alone.find(space);
    pairs.caches.push_back(
        {space, subjectOf(space, findings), before == alone.end() ? std::nullopt : std::optional(average(before->second))});
  }
  std::stable_partition(pairs.caches.begin(), pairs.caches.end(),
                        [](const SharingPairs::Cache& cache) { return cache.alone_cycles.has_value(); });
  for (const SharingPairs::Cache& a : pairs.caches)
    for (const SharingPairs::Cache& b : pairs.caches)
      if (const auto look = pairs.looks.find({a.space, b.space}); look != pairs.looks.end())
        if (const std::optional<bool> shared = foundShared(a, b, findings))
          look->second.verdict = *shared ? inference::EvictionVerdict::evicted : inference::EvictionVerdict::kept;
  return pairs;
}

}  // namespace chasescope
