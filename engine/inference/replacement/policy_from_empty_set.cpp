// Compares deterministic policies access by access, in sets that are empty at first.
#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "engine/inference/replacement/bit_and_age_machines.h"
#include "engine/inference/replacement/plain_policies.h"
#include "engine/inference/replacement/replacement.h"
#include "engine/inference/replacement/replacement_words.h"
#include "engine/statistics/assumptions.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::inference {
namespace {

/// The number of accesses that reached the set and have a known result, and how many of these differ from the prediction.
struct Compared {
  std::size_t reached = 0, wrong = 0;
};

template <typename Predict>
Compared compare(const std::vector<std::vector<SetAccess>>& chases, const Predict& predict) {
  Compared all;
  for (const std::vector<SetAccess>& accesses : chases) {
    const std::vector<bool> predicted = predict(accesses);
    for (std::size_t i = 0; i < predicted.size(); ++i) {
      if (!accesses[i].reached || !accesses[i].known) continue;
      ++all.reached;
      all.wrong += predicted[i] != accesses[i].miss ? 1 : 0;
    }
  }
  return all;
}

/// A named policy, and the misses that it predicts of each chase.
struct Tried {
  std::string_view policy;
  Compared seen;
  std::vector<std::vector<bool>> misses;
};

std::size_t differing(const Tried& a, const Tried& b) {
  std::size_t count = 0;
  for (std::size_t chase = 0; chase < a.misses.size(); ++chase)
    for (std::size_t i = 0; i < a.misses[chase].size(); ++i) count += a.misses[chase][i] != b.misses[chase][i] ? 1 : 0;
  return count;
}

// A policy of its own differs from the named ones about as much as these differ from each other. If one of them differs from the
// data by less than half of that, it is nearly right: accesses that the chase doesn't show may have changed the set.
std::string nearly_fits(const std::vector<Tried>& tried) {
  std::size_t apart = ~std::size_t{0};
  for (std::size_t i = 0; i < tried.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (tried[i].policy != tried[j].policy) apart = std::min(apart, differing(tried[i], tried[j]));
  if (apart == ~std::size_t{0}) return {};
  const auto closest =
      std::min_element(tried.begin(), tried.end(), [](const Tried& a, const Tried& b) { return a.seen.wrong < b.seen.wrong; });
  if (2 * closest->seen.wrong >= apart) return {};
  return name_of(closest->policy) + " predicts all but " + format_count(closest->seen.wrong) + " of " +
         format_count(closest->seen.reached) + " accesses";
}

// A variant of LRU puts new lines below recently hit lines. It has no name, but the L1 of a card behaves so
// (tests/recordings/h100-l1-set.txt). Only this family of policies is tried, not all possible ones. If exactly one policy of the
// family explains a set that no named policy explains, the answer is `other` with its behaviour. Otherwise the set stays undecided.
void look_for_kin(const std::vector<std::vector<SetAccess>>& chases, std::uint32_t ways, bool noisy, Replacement& result) {
  for (std::uint32_t hits = 1; hits < ways; ++hits) {
    const Compared seen = compare(chases, [&](const auto& accesses) { return misses_beneath_hits(accesses, ways, hits); });
    if (seen.reached == 0 || seen.wrong > tolerated(seen.reached, noisy)) continue;
    if (!result.behaviour.empty()) {  // two policies of the family fit, and can't be told apart
      result.policy.clear();
      result.behaviour.clear();
      return;
    }
    result.policy = "other";
    result.agreement = 1 - static_cast<double>(seen.wrong) / static_cast<double>(seen.reached);
    result.behaviour = format_count(seen.reached - seen.wrong) + " of " + format_count(seen.reached) +
                       " accesses came as LRU predicts whose new lines enter beneath the lines of the last " +
                       (hits == 1 ? "hit" : std::to_string(hits) + " hits");
  }
}

// Tries the policies with bits or ages (bit_and_age_machines.h). A wrong policy predicts one victim by chance with probability
// 1/ways, so that with enough victims no policy of the list predicts all of them by chance.
void look_for_bits_and_ages(const std::vector<std::vector<SetAccess>>& chases, std::uint32_t ways, bool noisy,
                            Replacement& result) {
  const auto& machines = bit_and_age_machines();
  const double by_chance = static_cast<double>(machines.size()) * std::pow(ways, -static_cast<double>(result.victims));
  if (ways < 2 || by_chance > statistics::kWrong) return;
  constexpr std::size_t kNamed = 3;
  std::vector<std::string> names;
  Compared best;
  for (const BitAndAgeMachine& machine : machines) {
    const Compared seen = compare(chases, [&](const auto& accesses) { return misses_of(machine, accesses, ways); });
    if (seen.reached == 0 || seen.wrong > tolerated(seen.reached, noisy)) continue;
    if (names.empty() || seen.wrong < best.wrong) best = seen;
    names.push_back(machine.name);
  }
  if (names.empty()) return;
  result.policy = "other";
  result.agreement = 1 - static_cast<double>(best.wrong) / static_cast<double>(best.reached);
  std::string said = names.front();
  for (std::size_t i = 1; i < std::min(names.size(), kNamed); ++i) said += " or " + names[i];
  if (names.size() > kNamed) said += " or " + std::to_string(names.size() - kNamed) + " machines more that do the same here";
  result.behaviour =
      format_count(best.reached - best.wrong) + " of " + format_count(best.reached) + " accesses came as " + said + " predicts";
}

}  // namespace

Replacement policy_from_empty_set(const std::vector<std::vector<SetAccess>>& chases, std::uint32_t ways, bool noisy) {
  Replacement result;
  struct Candidate {
    std::string_view policy;
    bool fill_by_tree;
  };
  std::size_t least_wrong = ~std::size_t{0};
  std::set<std::string_view> possible;
  std::vector<Tried> tried;
  for (const Candidate& candidate : {Candidate{"lru", false}, {"fifo", false}, {"plru", false}, {"plru", true}}) {
    if (ways <= 2 && candidate.policy == "plru") continue;  // the same machine as lru
    if (ways == 1 && candidate.policy != "lru") continue;
    const auto predict = [&](const auto& accesses) {
      return predicted_misses(candidate.policy, candidate.fill_by_tree, accesses, ways);
    };
    const auto [reached, wrong] = compare(chases, predict);
    if (reached == 0) continue;
    tried.push_back({candidate.policy, {reached, wrong}, {}});
    for (const std::vector<SetAccess>& accesses : chases) tried.back().misses.push_back(predict(accesses));
    if (wrong > tolerated(reached, noisy)) {
      result.excluded.push_back(name_of(candidate.policy) + (candidate.fill_by_tree ? ", filled by its tree," : "") +
                                " would differ in " + format_count(wrong) + " of " + format_count(reached) + " accesses");
      continue;
    }
    possible.insert(candidate.policy);
    if (wrong < least_wrong) {
      least_wrong = wrong;
      result.policy = candidate.policy;
      result.agreement = 1 - static_cast<double>(wrong) / static_cast<double>(reached);
    }
  }
  for (const std::vector<SetAccess>& accesses : chases) result.victims += victims_of(accesses, ways).list.size();
  if (possible.empty() && result.victims >= kFewestVictims) {
    look_for_kin(chases, ways, noisy, result);
    if (result.policy.empty() && result.behaviour.empty()) look_for_bits_and_ages(chases, ways, noisy, result);
    if (result.policy.empty()) result.nearly = nearly_fits(tried);
  }
  // If a cache in front answers nearly all accesses, hardly any line is replaced, and any policy would fit.
  if (possible.size() > 1 || result.victims < kFewestVictims) result.policy.clear();
  result.more_may_decide = result.policy.empty() && !possible.empty();
  return result;
}

}  // namespace chasescope::inference
