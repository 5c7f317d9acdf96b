// Findings about replacement: the policy, the learnt automaton of a policy without a name, and the replacement probability of each
// way.
#include <cmath>
#include <string>
#include <vector>

#include "engine/findings/vocabulary.h"
#include "engine/findings/way_words.h"
#include "engine/inference/replacement/policy_automaton.h"
#include "engine/probe/caches/findings.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

/// The automaton that was learnt of a policy without a name.
Finding machine_finding(Lab& lab, const SpaceReport& space, const CacheReport& cache) {
  const PolicyFound& found = *cache.policy;
  const inference::LearnedAutomaton& learned = found.machine->learned;
  Finding machine = blank_finding(cache.subject, quantity::replacement_machine, "1", space.setting);
  machine.reference = "CacheQuery, PLDI 2020, section 3; L*, Angluin 1987";
  machine.method =
      "Sequences of hits and misses in one set, each starting with an empty set, until a finite automaton explained all of them. "
      "After each miss all lines of the set were read; the first that missed was the evicted line. The automaton was accepted "
      "because it predicted new sequences.";
  const std::string cost =
      format_count(found.machine->chases) + " chases of " + format_count(found.machine->accesses) + " accesses in all.";
  if (!learned.automaton) {
    machine.reason = found.machine->chases == 0 ? learned.undecided : learned.undecided + " Asked were " + cost;
    cite(lab, machine, {found.cyclic, found.held_back});
    return machine;
  }
  set_measured(machine, learned.automaton->states.size());
  machine.machine = inference::to_text(*learned.automaton);
  machine.reason = "Set of " + std::to_string(found.ways) + " ways; " + "the automaton predicted every hit and miss of " +
                   format_count(learned.foretold) + " new sequences of " + format_count(learned.letters) +
                   " accesses and of long chases of " + format_count(learned.visits) + " accesses; " + cost;
  cite(lab, machine, found.machine->runs);
  return machine;
}

}  // namespace

std::vector<Finding> replacement_findings(Lab& lab, const SpaceReport& space, const CacheReport& cache) {
  Finding policy = blank_finding(cache.subject, quantity::replacement_policy, "1", space.setting);
  policy.reference = "2014 paper §3.2, step 4, and §4.2";
  policy.method =
      "One line more than a set holds is read in two orders, so that each miss shows the line that the miss before it evicted. "
      "Deterministic policies were compared access by access, random ones by the ways and ages of their victims.";
  if (!cache.policy || cache.policy->replacement.policy.empty()) {
    policy.reason = !cache.undecided.empty() ? cache.undecided : cache.policy_undecided;
    if (cache.policy) {
      for (const std::string& excluded : cache.policy->replacement.excluded) policy.reason += " " + excluded + ".";
      cite(lab, policy, {cache.policy->cyclic, cache.policy->held_back});
    }
    cite(lab, policy, {space.survey.reference});
    if (!cache.policy || !cache.policy->machine) return {policy};
    return {policy, machine_finding(lab, space, cache)};
  }
  const PolicyFound& found = *cache.policy;
  cite(lab, policy, {found.cyclic, found.held_back});
  set_measured(policy, found.replacement.policy);
  std::string reason = "Set of " + std::to_string(found.ways) + (found.ways == 1 ? " way; " : " ways; ");
  reason += found.replacement.victims > 0 ? format_count(found.replacement.victims) + " replacements seen"
                                          : "every access came as predicted";
  if (!found.replacement.behaviour.empty()) reason += "; " + found.replacement.behaviour;
  for (const std::string& excluded : found.replacement.excluded) reason += "; " + excluded;
  policy.reason = reason + ".";
  std::vector<Finding> findings{policy};
  if (found.machine) findings.push_back(machine_finding(lab, space, cache));
  if (found.replacement.ways.empty() && found.replacement.ways_undecided.empty()) return findings;
  Finding ways = blank_finding(cache.subject, quantity::way_replacement_probability, "1", space.setting);
  ways.reference = "2014 paper §4.2, figure 8";
  ways.method = "Shares of " + format_count(found.replacement.victims) + " victims by the way they sat in.";
  ways.reason = found.replacement.ways_undecided;
  if (!found.replacement.ways.empty()) {
    nlohmann::json values = nlohmann::json::array();
    for (const auto& way : found.replacement.ways) values.push_back(std::round(way.value * 1e4) / 1e4);
    set_measured(ways, values);
    ways.reason = way_words(found.replacement.ways) +
                  (found.replacement.in_turn ? " The likeliest way is taken at every second replacement, without exception." : "");
  }
  cite(lab, ways, {found.cyclic, found.held_back});
  findings.push_back(ways);
  return findings;
}

}  // namespace chasescope::structure
