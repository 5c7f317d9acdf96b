// Every replacement policy there is. A new one is a small class in this folder and one line here.
//
// A policy is a class with
//   static constexpr std::string_view name;                            its word in a card file
//   static ParameterFaults check(const PolicySpec&, ways of each set);  what is wrong with its parameters
//   Policy(const PolicySpec&, const SetLayout&, std::uint64_t seed);   all sets empty
//   void hit(const SetRef&, way);     an access found its unit in this way
//   void fill(const SetRef&, way);    this way was given a new unit: an empty way (the lowest first), or the last victim
//   victim(const SetRef&) -> way;     asked once per replacement, only when the set is full
// Optional:
//   using Narrow = Other;                       a faster version for caches whose sets have at most Other::max_ways ways
//   static constexpr bool counts_repeats = true;  a second touch of the way touched last changes the state. Without this member the
//                                               cache does not report such a touch
//   static constexpr bool keeps_full = true;    relies on full sets staying full: a line may leave only as the policy's victim
#pragma once

#include <string>
#include <vector>

#include "engine/model/policy/bip.h"
#include "engine/model/policy/clock.h"
#include "engine/model/policy/dip.h"
#include "engine/model/policy/fifo.h"
#include "engine/model/policy/lru.h"
#include "engine/model/policy/mru.h"
#include "engine/model/policy/nmru.h"
#include "engine/model/policy/nru.h"
#include "engine/model/policy/plru.h"
#include "engine/model/policy/qlru.h"
#include "engine/model/policy/qlru_duel.h"
#include "engine/model/policy/random_way.h"
#include "engine/model/policy/srrip.h"
#include "engine/model/policy/weighted_way.h"

namespace chasescope::model {

template <typename... Policies>
struct PolicyList {};

/// Policies that have their own word in the vocabulary of findings.
using NamedPolicies = PolicyList<Lru,        //
                                 Fifo,       //
                                 Plru,       //
                                 Nmru,       //
                                 RandomWay,  //
                                 WeightedWay>;

/// Policies that the vocabulary of findings calls "other".
using OtherPolicies = PolicyList<Nru,       //
                                 Mru,       //
                                 MruN,      //
                                 Clock,     //
                                 SrripHp,   //
                                 SrripFp,   //
                                 Qlru,      //
                                 QlruDuel,  //
                                 Bip,       //
                                 Dip>;

template <typename... First, typename... Second>
PolicyList<First..., Second...> joined(PolicyList<First...>, PolicyList<Second...>);
using AllPolicies = decltype(joined(NamedPolicies{}, OtherPolicies{}));

template <typename Policy>
constexpr bool counts_repeats() {
  if constexpr (requires { Policy::counts_repeats; }) return Policy::counts_repeats;
  return false;
}
template <typename Policy>
constexpr bool keeps_full() {
  if constexpr (requires { Policy::keeps_full; }) return Policy::keeps_full;
  return false;
}

/// Calls `visit.template operator()<Policy>()` for each policy in the list whose name is `name`; false if there is none.
template <typename Visit, typename... Policies>
bool with_policy(PolicyList<Policies...>, const std::string& name, Visit&& visit) {
  return ((name == Policies::name ? (visit.template operator()<Policies>(), true) : false) || ...);
}

/// "lru, fifo, …", for messages.
template <typename... Policies>
std::string policy_names(PolicyList<Policies...>) {
  std::string names;
  ((names += (names.empty() ? "" : ", ") + std::string(Policies::name)), ...);
  return names;
}

/// Faults of a policy's parameters; a policy that does not exist is a fault of its "kind".
inline ParameterFaults check_policy(const PolicySpec& spec, const std::vector<std::uint32_t>& ways) {
  ParameterFaults faults;
  const bool known = with_policy(AllPolicies{}, spec.kind, [&]<typename Policy>() { faults = Policy::check(spec, ways); });
  if (!known) faults.push_back({"kind", "is \"" + spec.kind + "\"; the policies are " + policy_names(AllPolicies{})});
  return faults;
}

}  // namespace chasescope::model
