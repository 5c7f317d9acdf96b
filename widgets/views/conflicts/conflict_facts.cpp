#include "widgets/views/conflicts/conflict_facts.h"

#include <algorithm>
#include <numeric>

#include "engine/findings/vocabulary.h"
#include "engine/structure/trials/conflicts.h"

namespace chasescope {
namespace {

using experiment::TrialTable;

constexpr std::uint64_t kLivePlaces = 256;    // the conflicts of so many can be computed several times a second
constexpr std::size_t kLiveTrials = 1 << 14;  // more trials would not change the picture any more
constexpr std::uint64_t kLongSearch = 1000;   // trials of one request; fewer are a look, or a test of what was found
constexpr double kAgreeing = 0.9;             // least share of the pairs within the sets that show that they evict each other

using Sets = std::vector<std::vector<std::size_t>>;

// If every place takes part in every trial, nothing shows which of them evict each other.
bool canBeDrawn(const Run& run) {
  const auto* asked = run.as<TrialsRequest>();
  return asked != nullptr && asked->request.record == TrialRecord::bits && asked->request.timed.empty() &&
         asked->request.probability < 1 && count_of(asked->request.places) <= kMostConflictPlaces;
}

RunPtr trialsOf(std::span<const RunPtr> runs, const FoundSets& cache, const QString& runId) {
  const Finding* sets = cache.find(quantity::sets);
  if (sets == nullptr) return nullptr;
  for (const RunPtr& run : runs)
    if (canBeDrawn(*run) && (runId.isEmpty() || runId == QString::fromStdString(run->id)) &&
        std::find(sets->evidence.begin(), sets->evidence.end(), run->id) != sets->evidence.end())
      return run;
  return nullptr;
}

std::vector<std::size_t> allOf(const TrialTable& table) {
  std::vector<std::size_t> all(table.places());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

std::vector<ConflictFacts::Load> loadsOf(const TrialTable& table, std::span<const std::size_t> set) {
  std::vector<ConflictFacts::Load> loads(set.size() + 1);
  std::vector<std::uint64_t> missed(set.size() + 1);
  for (std::size_t t = 0; t < table.trials(); ++t) {
    std::size_t in = 0, misses = 0;
    for (const std::size_t place : set) {
      in += table.in(place, t) ? 1 : 0;
      misses += table.missed(place, t) ? 1 : 0;
    }
    ++loads[in].trials;
    missed[in] += misses;
  }
  for (std::size_t in = 1; in < loads.size(); ++in)
    if (loads[in].trials > 0) loads[in].missed = static_cast<double>(missed[in]) / static_cast<double>(in * loads[in].trials);
  return loads;
}

void addLoads(std::vector<ConflictFacts::Load>& sum, const std::vector<ConflictFacts::Load>& loads) {
  if (sum.size() < loads.size()) sum.resize(loads.size());
  for (std::size_t in = 0; in < loads.size(); ++in) {
    const double missed =
        sum[in].missed * static_cast<double>(sum[in].trials) + loads[in].missed * static_cast<double>(loads[in].trials);
    sum[in].trials += loads[in].trials;
    if (sum[in].trials > 0) sum[in].missed = missed / static_cast<double>(sum[in].trials);
  }
}

/// What the table says of places that are ordered already.
void count(ConflictFacts& facts, std::shared_ptr<const TrialTable> table) {
  facts.table = std::move(table);
  facts.trials = facts.table->trials();
  facts.loads.clear();
  facts.set_loads.clear();
  for (std::size_t set = 0; set < facts.sets(); ++set) {
    const std::span<const std::size_t> own(facts.numbers.begin() + static_cast<std::ptrdiff_t>(facts.begins[set]),
                                           facts.begins[set + 1] - facts.begins[set]);
    facts.set_loads.push_back(loadsOf(*facts.table, own));
    addLoads(facts.loads, facts.set_loads.back());
  }
  const std::size_t places = facts.numbers.size();
  facts.z.assign(places * places, 0);
  for (std::size_t a = 0; a < places; ++a)
    for (std::size_t b = a + 1; b < places; ++b)
      facts.z[a * places + b] = facts.z[b * places + a] =
          static_cast<float>(structure::conflict(*facts.table, facts.numbers[a], facts.numbers[b]));
}

/// Places of the run set by set, in the order of the sets' numbers where these are known; `sets` empty: in order of address.
ConflictFacts arranged(const FoundSets& cache, const RunPtr& run, std::shared_ptr<const TrialTable> table, Sets sets) {
  const TrialsRequest& request = run->as<TrialsRequest>()->request;
  const auto number_of = [&](const std::vector<std::size_t>& set) { return cache.set_of(offset_of(request.places, set.front())); };
  std::stable_sort(sets.begin(), sets.end(), [&](const auto& a, const auto& b) { return number_of(a) < number_of(b); });
  ConflictFacts facts;
  facts.cache = cache;
  facts.run = run;
  facts.of_places = count_of(request.places);
  for (const auto& set : sets) {
    facts.begins.push_back(facts.numbers.size());
    facts.numbers.insert(facts.numbers.end(), set.begin(), set.end());
    const auto number = number_of(set);
    facts.names.push_back(number ? QString::number(*number) : QString());
  }
  if (!sets.empty()) facts.begins.push_back(facts.numbers.size());
  const auto offset = [&](std::size_t number) { return offset_of(request.places, number); };
  const auto lower = [&](std::size_t a, std::size_t b) { return offset(a) < offset(b); };
  if (sets.empty()) {
    facts.numbers = allOf(*table);
    std::sort(facts.numbers.begin(), facts.numbers.end(), lower);
  }
  for (const std::size_t number : facts.numbers) facts.places.push_back(offset(number));
  facts.by_address.resize(facts.places.size());
  std::iota(facts.by_address.begin(), facts.by_address.end(), std::size_t{0});
  std::sort(facts.by_address.begin(), facts.by_address.end(),
            [&](std::size_t a, std::size_t b) { return facts.places[a] < facts.places[b]; });
  count(facts, std::move(table));
  return facts;
}

Sets setsOf(const structure::Conflicts& found) {
  Sets sets = found.groups;
  for (const std::size_t alone : found.alone) sets.push_back({alone});
  return sets;
}

}  // namespace

std::size_t ConflictFacts::set_of(std::size_t place) const {
  return static_cast<std::size_t>(std::upper_bound(begins.begin(), begins.end(), place) - begins.begin()) - 1;
}

std::optional<ConflictFacts> gatherConflicts(std::span<const RunPtr> runs, const std::vector<FoundSets>& caches,
                                             const std::vector<Finding>& findings, const QString& runId) {
  const FoundSets* cache = nullptr;
  RunPtr run;
  for (const FoundSets& one : caches) {
    cache = &one;
    run = trialsOf(runs, one, runId);
    if (run) break;
  }
  if (!run) return std::nullopt;
  const auto& asked = *run->as<TrialsRequest>();
  auto table = std::make_shared<TrialTable>(count_of(asked.request.places));
  table->append(asked.request, asked.result);
  const structure::Conflicts found = structure::find_conflicts(*table, allOf(*table));
  if (found.groups.empty()) return std::nullopt;
  ConflictFacts facts = arranged(*cache, run, std::move(table), setsOf(found));
  facts.limit = found.limit;
  facts.ages = gatherAges(*cache, runs, findings);
  return facts;
}

bool hasConflicts(std::span<const RunPtr> runs, const FoundSets& cache) { return trialsOf(runs, cache, {}) != nullptr; }

ConflictFacts afterTrials(const ConflictFacts& facts, std::size_t trials) {
  const auto& asked = *facts.run->as<TrialsRequest>();
  TrialsRequest first = asked.request;
  first.trials = std::min<std::uint64_t>(trials, first.trials);
  auto table = std::make_shared<TrialTable>(count_of(first.places));
  table->append(first, asked.result);
  ConflictFacts so_far = facts;
  count(so_far, std::move(table));
  return so_far;
}

/// The next trials of the same places.
bool LiveConflicts::goesOn(const TrialsRequest& request) const {
  if (!last_) return false;
  TrialsRequest before = last_->as<TrialsRequest>()->request;
  if (request.first < before.first + before.trials) return false;
  before.first = request.first;
  before.trials = request.trials;
  return before == request;
}

bool LiveConflicts::replaces(const TrialsRequest& request) const {
  if (!last_ || request.trials >= kLongSearch || request.trials >= table_->trials()) return true;
  const TrialsRequest& before = last_->as<TrialsRequest>()->request;
  return request.space != before.space || request.carveout_percent != before.carveout_percent || request.sm != before.sm;
}

bool LiveConflicts::add(const RunPtr& run) {
  const auto* asked = run == nullptr ? nullptr : run->as<TrialsRequest>();
  if (asked == nullptr || asked->request.record != TrialRecord::bits || !asked->request.timed.empty()) return false;
  // If all places take part, or none, nothing shows which of them evict each other.
  if (asked->request.probability <= 0 || asked->request.probability >= 1 || asked->request.trials == 0) return false;
  if (!goesOn(asked->request)) {
    if (!replaces(asked->request)) return false;
    table_ = std::make_shared<TrialTable>(std::min(count_of(asked->request.places), kLivePlaces));
  } else if (table_->trials() + asked->request.trials > kLiveTrials) {
    return false;
  }
  table_->append(asked->request, asked->result);
  last_ = run;
  return true;
}

std::optional<ConflictFacts> LiveConflicts::facts() const {
  if (empty()) return std::nullopt;
  const structure::Conflicts found = structure::find_conflicts(*table_, allOf(*table_));
  // The same condition as in the search: pairs of one set stand clear of pairs of different sets, and agree with each other.
  const bool told = !found.groups.empty() && found.more_trials() <= 1 && found.agreement >= kAgreeing;
  FoundSets cache;
  cache.setting["space"] = std::string(to_string(last_->as<TrialsRequest>()->request.space));
  ConflictFacts facts = arranged(cache, last_, std::make_shared<TrialTable>(*table_), told ? setsOf(found) : Sets());
  facts.limit = found.limit;
  return facts;
}

}  // namespace chasescope
