#include "widgets/views/replacement/machine_facts.h"

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/replacement/named_automata.h"

namespace chasescope {

std::optional<MachineFacts> gatherMachine(const FoundSets& cache) {
  const Finding* learnt = cache.find(quantity::replacement_machine);
  if (learnt != nullptr && learnt->status == FindingStatus::measured)
    if (auto read = inference::automaton_from(learnt->machine); read.automaton)
      return MachineFacts{cache, *std::move(read.automaton), true, {}};
  const Finding* policy = cache.find(quantity::replacement_policy);
  if (policy == nullptr || policy->status != FindingStatus::measured || !cache.equal_ways()) return std::nullopt;
  auto defined = inference::automaton_of(cache.policy, cache.most_ways());
  if (!defined) return std::nullopt;
  return MachineFacts{cache, *std::move(defined), false, QString::fromStdString(value_words(*policy))};
}

}  // namespace chasescope
