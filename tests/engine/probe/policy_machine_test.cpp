// Policies without a name on software GPUs: they are learnt as automata, and reported only if all evidence agrees.
#include <gmock/gmock.h>

#include "engine/inference/replacement/named_automata.h"
#include "engine/inference/replacement/policy_automaton.h"
#include "tests/engine/made_up/made_up_cards.h"
#include "tests/engine/model/naive_policies.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

json one_cache(const json& policy, std::uint64_t sector = 128, std::uint64_t ways = 4) {
  json l1 = lru(128, sector, 16, ways, {{"kind", "modulo"}});
  l1["policy"] = policy;
  const json ca = {{"data", {"l1"}}, {"latency", {{"l1", 30}, {"dram", 500}}}};
  json card = card_around({{"l1", l1}}, {{"global.ca", ca}});
  card.erase("tlbs");
  return card;
}

const Finding* machine_finding(const std::vector<Finding>& found, const std::string& quantity) {
  const auto at = std::find_if(found.begin(), found.end(), [&](const Finding& one) { return one.quantity == quantity; });
  return at == found.end() ? nullptr : &*at;
}

/// The policy, or null if it was not measured. A cache with only memory behind it may have any subject.
json policy_of(const std::vector<Finding>& found) {
  const Finding* policy = machine_finding(found, "replacement_policy");
  return policy == nullptr ? json() : policy->value;
}

std::vector<Finding> replacement_on(const json& card) { return found_on(card, "replacement", {{"space", "global.ca"}}); }

/// Compares the automaton's predictions for random lines with a set that is written from the policy's definition.
void expect_does_as(const Finding& machine, model::tests::NaiveSet& set) {
  const auto read = inference::automaton_from(machine.machine);
  ASSERT_TRUE(read.automaton) << read.fault;
  const inference::PolicyAutomaton& automaton = *read.automaton;
  Random random(5);
  std::vector<std::uint64_t> in_way;
  std::size_t state = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t line = in_way.size() < automaton.ways ? in_way.size() : random.below(automaton.ways + 3);
    const auto at = std::find(in_way.begin(), in_way.end(), line);
    const auto answer = set.access(line);
    ASSERT_EQ(answer.hit, at != in_way.end()) << i;
    if (in_way.size() < automaton.ways) {
      in_way.push_back(line);
      continue;
    }
    const inference::PolicyAutomaton::State& now = automaton.states[state];
    state = now.next[answer.hit ? static_cast<std::size_t>(at - in_way.begin()) : automaton.ways];
    if (answer.hit) continue;
    ASSERT_EQ(answer.evicted, in_way[now.victim]) << i;
    in_way[now.victim] = line;
  }
}

TEST(PolicyMachine, tells_policies_that_have_no_name_as_they_are_defined) {
  model::tests::NaiveNru nru(4);
  model::tests::NaiveSecondChance clock(4);
  model::tests::NaiveRrip srrip(4, 2, false), finer(2, 4, false);  // the inference has no name for intervals of four bits
  const std::tuple<json, std::uint64_t, model::tests::NaiveSet*> cases[] = {{{{"kind", "nru"}}, 4, &nru},
                                                                            {{{"kind", "clock"}}, 4, &clock},
                                                                            {{{"kind", "srrip_hp"}, {"bits", 2}}, 4, &srrip},
                                                                            {{{"kind", "srrip_hp"}, {"bits", 4}}, 2, &finer}};
  for (const auto& [policy, ways, set] : cases) {
    const std::vector<Finding> found = replacement_on(one_cache(policy, 128, ways));
    EXPECT_EQ(policy_of(found), "other") << policy;
    EXPECT_THAT(machine_finding(found, "replacement_policy")->reason, HasSubstr("a machine of ")) << policy;
    const Finding* machine = machine_finding(found, "replacement_machine");
    ASSERT_NE(machine, nullptr) << policy;
    ASSERT_EQ(machine->status, FindingStatus::measured) << policy << ' ' << machine->reason;
    EXPECT_EQ(machine->evidence.size(), 3U) << policy;
    EXPECT_THAT(machine->reason, HasSubstr("predicted every hit and miss"));
    expect_does_as(*machine, *set);
  }
}

// A sector has eight elements, so that a chase can visit a line eight times at most.
TEST(PolicyMachine, is_told_of_lines_that_can_be_visited_a_few_times_only) {
  model::tests::NaiveNru nru(4);
  const std::vector<Finding> found = replacement_on(one_cache({{"kind", "nru"}}, 32));
  const Finding* machine = machine_finding(found, "replacement_machine");
  ASSERT_NE(machine, nullptr);
  ASSERT_EQ(machine->status, FindingStatus::measured) << machine->reason;
  expect_does_as(*machine, nru);
}

TEST(PolicyMachine, is_not_asked_for_where_a_name_says_all) {
  for (const char* policy : {"lru", "fifo", "plru", "random"}) {
    const std::vector<Finding> found = replacement_on(one_cache({{"kind", policy}}));
    EXPECT_EQ(policy_of(found), policy);
    EXPECT_EQ(machine_finding(found, "replacement_machine"), nullptr) << policy;
  }
}

// One in 32 new lines enters as the most recently used one. Apart from that, the policy is a deterministic automaton.
TEST(PolicyMachine, is_not_told_where_chance_has_a_part) {
  const std::vector<Finding> found = replacement_on(one_cache({{"kind", "bip"}}));
  const Finding* machine = machine_finding(found, "replacement_machine");
  ASSERT_NE(machine, nullptr);
  EXPECT_EQ(machine->status, FindingStatus::not_measurable);
  EXPECT_THAT(machine->reason, HasSubstr("chases of"));
  EXPECT_EQ(machine->machine, "");
}

TEST(PolicyMachine, of_more_states_than_are_asked_for_is_not_told) {
  const std::vector<Finding> found = replacement_on(one_cache({{"kind", "srrip_hp"}, {"bits", 2}}, 128, 8));
  const Finding* machine = machine_finding(found, "replacement_machine");
  ASSERT_NE(machine, nullptr);
  EXPECT_EQ(machine->status, FindingStatus::not_measurable);
  EXPECT_THAT(machine->reason, HasSubstr("states"));
}

TEST(PolicyMachine, is_not_asked_for_in_noise) {
  const std::vector<Finding> found = found_in_noise_on(one_cache({{"kind", "nru"}}), "replacement", {{"space", "global.ca"}});
  EXPECT_EQ(machine_finding(found, "replacement_machine"), nullptr);
}

}  // namespace
}  // namespace chasescope
