// The predictions of inference for policies with bits and ages, compared with the software GPU's own policies. The two were written
// independently.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/inference/replacement/bit_and_age_machines.h"
#include "engine/inference/replacement/replacement.h"
#include "engine/model/policy/any_policy.h"
#include "engine/trace/random.h"

namespace chasescope {
namespace {

using inference::BitAndAgeMachine;
using inference::SetAccess;

model::PolicySpec spec_of(const BitAndAgeMachine& machine) {
  using Kind = BitAndAgeMachine::Kind;
  model::PolicySpec spec;
  switch (machine.kind) {
    case Kind::nru: spec.kind = "nru"; break;
    case Kind::mru: spec.kind = "mru"; break;
    case Kind::mru_n: spec.kind = "mru_n"; break;
    case Kind::clock: spec.kind = "clock"; break;
    case Kind::srrip_hp: spec.kind = "srrip_hp"; break;
    case Kind::srrip_fp: spec.kind = "srrip_fp"; break;
    case Kind::qlru:
      spec.kind = "qlru";
      spec.words["variant"] = machine.name.substr(5);
  }
  if (spec.kind.starts_with("srrip")) spec.numbers["bits"] = {static_cast<double>(machine.bits)};
  return spec;
}

/// Visits random lines of one set, and records which accesses missed.
std::vector<SetAccess> visited(const model::PolicySpec& spec, std::uint32_t ways, std::uint32_t lines, std::size_t visits, std::uint64_t seed) {
  const model::SetLayout layout(std::vector<std::uint32_t>{ways});
  const auto policy = make_any_policy(spec, layout, 1);
  const model::SetRef at{0, 0, ways};
  policy->begin(at);
  std::vector<std::uint32_t> held;
  std::vector<SetAccess> accesses;
  Random random(seed);
  for (std::size_t i = 0; i < visits; ++i) {
    SetAccess access{static_cast<std::uint32_t>(random.below(lines))};
    const auto way = std::find(held.begin(), held.end(), access.line);
    access.miss = way == held.end();
    if (!access.miss) {
      policy->hit(at, static_cast<std::uint32_t>(way - held.begin()));
    } else if (held.size() < ways) {
      held.push_back(access.line);
      policy->fill(at, static_cast<std::uint32_t>(held.size()) - 1);
    } else {
      const std::uint32_t victim = policy->victim(at);
      held[victim] = access.line;
      policy->fill(at, victim);
    }
    accesses.push_back(access);
  }
  return accesses;
}

std::vector<bool> misses(const std::vector<SetAccess>& accesses) {
  std::vector<bool> missed;
  for (const SetAccess& access : accesses) missed.push_back(access.miss);
  return missed;
}

TEST(ForetoldPolicies, OfBitsAndAgesDoAsTheModelDoes) {
  for (const BitAndAgeMachine& machine : inference::bit_and_age_machines())
    for (const std::uint32_t ways : {2U, 3U, 8U}) {
      const auto accesses = visited(spec_of(machine), ways, ways + 2, 600, ways);
      EXPECT_EQ(misses_of(machine, accesses, ways), misses(accesses)) << machine.name << ", " << ways << " ways";
    }
}

TEST(ForetoldPolicies, AreNamedWhereNoPolicyOfTheFindingsComesAsPredicted) {
  for (const BitAndAgeMachine& machine : inference::bit_and_age_machines()) {
    if (machine.name != "NRU" && machine.name != "clock" && machine.name != "QLRU_H11_M1_R0_U0" && machine.name != "SRRIP (hits)") continue;
    std::vector<std::vector<SetAccess>> chases;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) chases.push_back(visited(spec_of(machine), 4, 5, 120, seed));
    const inference::Replacement found = inference::policy_from_empty_set(chases, 4, false);
    EXPECT_EQ(found.policy, "other") << machine.name;
    EXPECT_NE(found.behaviour.find(machine.name), std::string::npos) << machine.name << ": " << found.behaviour;
  }
}

TEST(ForetoldPolicies, NoneOfThemIsNamedWhereChanceChooses) {
  model::PolicySpec random;
  random.kind = "random";
  std::vector<std::vector<SetAccess>> chases;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) chases.push_back(visited(random, 4, 5, 40, seed));
  EXPECT_EQ(inference::policy_from_empty_set(chases, 4, false).policy, "");
}

}  // namespace
}  // namespace chasescope
