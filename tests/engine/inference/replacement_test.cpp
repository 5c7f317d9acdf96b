#include "engine/inference/replacement/replacement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/engine/inference/set_simulators.h"

namespace chasescope::inference {
namespace {

using namespace tests;

using MakeSet = std::function<std::unique_ptr<SimulatedSet>(std::uint64_t seed)>;

/// The errors that a device and its noise add to the hits and misses of a set.
struct Trouble {
  double misread = 0;           ///< share of accesses that are read wrongly
  double doubtful = 0;          ///< share of accesses that can't be read
  double hidden = 0;            ///< share of accesses that a cache in front answers
  std::uint32_t strangers = 0;  ///< lines of the set that are touched between passes and not shown
};

std::vector<std::uint32_t> in_order(std::uint32_t lines, std::size_t accesses) {
  std::vector<std::uint32_t> order(accesses);
  for (std::size_t i = 0; i < accesses; ++i) order[i] = static_cast<std::uint32_t>(i % lines);
  return order;
}

// A period of four shuffled passes that repeats. All passes but the first leave out about every third line.
std::vector<std::uint32_t> shuffled(std::uint32_t lines, std::size_t accesses, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint32_t> period;
  for (int pass = 0; pass < 4; ++pass) {
    std::vector<std::uint32_t> order(lines);
    std::iota(order.begin(), order.end(), 0U);
    for (std::uint32_t i = lines; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    for (const std::uint32_t line : order)
      if (pass == 0 || random.below(3) > 0) period.push_back(line);
  }
  std::vector<std::uint32_t> order(accesses);
  for (std::size_t i = 0; i < accesses; ++i) order[i] = period[i % period.size()];
  return order;
}

std::vector<SetAccess> follow(SimulatedSet& set, const std::vector<std::uint32_t>& order, std::uint32_t lines,
                              const Trouble& trouble, std::uint64_t seed) {
  Random random(seed);
  std::vector<SetAccess> seen;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i % lines == 0)
      for (std::uint32_t stranger = 0; stranger < trouble.strangers; ++stranger) set.access(1000 + stranger);
    if (i >= lines && random.unit() < trouble.hidden) {
      seen.push_back({order[i], false, false, true});
      continue;
    }
    const bool miss = set.access(order[i]);
    SetAccess access{order[i], miss != (random.unit() < trouble.misread), true, random.unit() >= trouble.doubtful};
    if (!access.known) access.miss = random.below(2) == 0;
    seen.push_back(access);
  }
  return seen;
}

void expect_policy(const Replacement& found, const std::string& policy, std::uint32_t ways, const Trouble& trouble) {
  EXPECT_EQ(found.policy, policy) << "of " << ways << " ways, misread " << trouble.misread << ", hidden " << trouble.hidden << ": "
                                  << found.undecided;
}

// The same order as in the probe (policy_solver.cpp): first policies without chance, then policies by their victims.
Replacement judged(std::uint32_t ways, const MakeSet& make, const Trouble& trouble = {}, std::uint64_t seed = 1) {
  const std::uint32_t lines = ways + 1;
  const bool noisy = trouble.misread > 0 || trouble.doubtful > 0;
  std::uint64_t number = seed * 100;
  const auto chase = [&](bool ordered, std::size_t accesses, std::uint64_t order) {
    const auto set = make(++number);
    return follow(*set, ordered ? in_order(lines, accesses) : shuffled(lines, accesses, order), lines, trouble, number);
  };
  std::vector<std::vector<SetAccess>> chases{chase(true, std::size_t{16} * lines, 0)};
  for (std::uint64_t order = 0; order < 8; ++order) chases.push_back(chase(false, std::size_t{8} * lines, order));
  const Replacement plain = policy_from_empty_set(chases, ways, noisy);
  if (!plain.policy.empty()) return plain;
  const auto victims = [&](bool ordered) {
    Victims all;
    for (std::size_t accesses = 20 * victims_wanted(ways); all.list.size() < victims_wanted(ways) && accesses < 4'000'000;
         accesses *= 2)
      all = victims_of(chase(ordered, accesses, 0), ways);
    return all;
  };
  return policy_of_chance(victims(true), victims(false), ways, noisy);
}

MakeSet lru(std::uint32_t ways) {
  return [=](auto) { return std::make_unique<Stamped>(ways, true); };
}
MakeSet fifo(std::uint32_t ways) {
  return [=](auto) { return std::make_unique<Stamped>(ways, false); };
}
MakeSet plru(std::uint32_t ways) {
  return [=](auto) { return std::make_unique<Tree>(ways); };
}
MakeSet random_way(std::uint32_t ways) {
  return [=](auto seed) { return std::make_unique<SparingRandom>(ways, 0, 0, seed); };
}
MakeSet nmru(std::uint32_t ways) {
  return [=](auto seed) { return std::make_unique<SparingRandom>(ways, 1, 0, seed); };
}
MakeSet weighted(std::vector<double> weights) {
  return [=](auto seed) { return std::make_unique<WeightedRandom>(weights, seed); };
}

const std::vector<Trouble> kTroubles{
    {}, {.hidden = 0.1}, {.misread = 1e-4, .doubtful = 1e-3}, {.misread = 1e-3, .doubtful = 0.01, .hidden = 0.05}};

TEST(Replacement, PoliciesWithoutChanceAreNamed) {
  for (const Trouble& trouble : kTroubles)
    for (const std::uint32_t ways : {1U, 2U, 3U, 4U, 8U, 16U, 17U, 64U}) {
      expect_policy(judged(ways, lru(ways), trouble), "lru", ways, trouble);
      if (ways > 1) {
        expect_policy(judged(ways, fifo(ways), trouble), "fifo", ways, trouble);
      }
      if (ways > 2 && (ways & (ways - 1)) == 0) {
        expect_policy(judged(ways, plru(ways), trouble), "plru", ways, trouble);
      }
    }
}

TEST(Replacement, PoliciesOfOneWayAreLru) {
  EXPECT_EQ(judged(1, fifo(1)).policy, "lru");
  EXPECT_EQ(judged(1, random_way(1)).policy, "lru");
}

TEST(Replacement, PoliciesOfTwoWaysThatAreTheSameMachineAreLru) {
  EXPECT_EQ(judged(2, plru(2)).policy, "lru");
  EXPECT_EQ(judged(2, nmru(2)).policy, "lru");
}

TEST(Replacement, RandomAndNmruAreToldApartHoweverManyWays) {
  for (const Trouble& trouble : kTroubles)
    for (const std::uint32_t ways : {2U, 3U, 4U, 7U, 16U, 55U, 64U, 120U}) {
      expect_policy(judged(ways, random_way(ways), trouble), "random", ways, trouble);
      if (ways > 2) {
        expect_policy(judged(ways, nmru(ways), trouble), "nmru", ways, trouble);
      }
    }
}

std::vector<double> values(const Replacement& replacement) {
  std::vector<double> values;
  for (const auto& way : replacement.ways) values.push_back(way.value);
  return values;
}

void expect_weights(const Replacement& replacement, std::vector<double> weights, double tolerance) {
  ASSERT_EQ(replacement.policy, "weighted_way") << replacement.undecided;
  std::sort(weights.begin(), weights.end());
  const auto found = values(replacement);
  ASSERT_EQ(found.size(), weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) EXPECT_NEAR(found[i], weights[i], tolerance);
}

// 2014 paper §4.2: the Fermi L1.
TEST(Replacement, FermisWaysAreFoundWithTheirProbabilities) {
  const std::vector<double> weights{1.0 / 6, 0.5, 1.0 / 6, 1.0 / 6};
  for (const Trouble& trouble : kTroubles) {
    const Replacement found = judged(4, weighted(weights), trouble);
    expect_weights(found, weights, 0.03);
    EXPECT_FALSE(found.in_turn);
  }
  const Replacement exact = judged(4, weighted(weights));
  for (std::size_t way = 0; way < exact.ways.size(); ++way) {
    EXPECT_LT(exact.ways[way].high - exact.ways[way].low, 0.05);
    EXPECT_LE(exact.ways[way].low, exact.ways[way].value);
    EXPECT_GE(exact.ways[way].high, exact.ways[way].value);
  }
}

TEST(Replacement, WeightsOfAllKindsAreFound) {
  for (const Trouble& trouble : kTroubles) {
    expect_weights(judged(2, weighted({0.08, 0.92}), trouble), {0.08, 0.92}, 0.03);
    expect_weights(judged(3, weighted({0.2, 0.2, 0.6}), trouble), {0.2, 0.2, 0.6}, 0.03);
    expect_weights(judged(8, weighted({0.05, 0.1, 0.15, 0.05, 0.35, 0.1, 0.1, 0.1}), trouble),
                   {0.05, 0.1, 0.15, 0.05, 0.35, 0.1, 0.1, 0.1}, 0.03);
  }
}

// Exchanges the ways `a` and `b` from the victim `begin` on, as after an access that was read wrongly.
void exchange(Victims& victims, std::size_t begin, std::uint16_t a, std::uint16_t b) {
  const auto exchanged = [=](auto way) { return way == a ? b : way == b ? a : way; };
  for (std::size_t i = begin; i < victims.list.size(); ++i) {
    Victim& victim = victims.list[i];
    for (std::uint32_t* way :
         {&victim.way, &victim.last_touched_way, &victim.longest_untouched_way, &victim.newest_way, &victim.oldest_way})
      *way = exchanged(*way);
    for (std::uint16_t& way : victim.ways_by_touch) way = exchanged(way);
  }
}

Victims first_victims(const std::vector<double>& weights, bool ordered, std::size_t wanted, std::uint64_t seed) {
  const auto ways = static_cast<std::uint32_t>(weights.size());
  const auto set = weighted(weights)(seed);
  const std::size_t accesses = 12 * wanted;
  Victims victims =
      victims_of(follow(*set, ordered ? in_order(ways + 1, accesses) : shuffled(ways + 1, accesses, 0), ways + 1, {}, seed), ways);
  EXPECT_GE(victims.list.size(), wanted);
  victims.list.resize(std::min(wanted, victims.list.size()));
  return victims;
}

// An unreadable access may have been a miss. Then two ways have exchanged places since, and their shares are mixed. The analysis
// knows the position of the access. Without it, these ways are too similar to be told apart by so few victims.
TEST(Replacement, DoubtfulAccessesMixNoShares) {
  const std::vector<double> weights{0.0625, 0.0625, 0.09375, 0.25, 0.09375, 0.0625, 0.1875, 0.1875};
  constexpr std::size_t kInOrder = 2800, kMixed = 1500;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    Victims a = first_victims(weights, true, kInOrder, seed), b = first_victims(weights, false, kMixed, seed + 100);
    const std::vector<double> counts = [&] {
      std::vector<double> each(8, 0);
      for (const Victim& victim : a.list) ++each[victim.way];
      return each;
    }();
    const auto likeliest = static_cast<std::uint16_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    std::uint16_t other = 0;  // the second most frequent way
    for (std::uint16_t way = 0; way < 8; ++way)
      if (way != likeliest && (other == likeliest || counts[way] > counts[other])) other = way;
    exchange(a, kInOrder / 4, likeliest, other);
    a.doubts.push_back({kInOrder / 4, kInOrder, likeliest, other});
    expect_weights(policy_of_chance(a, b, 8, true), weights, 0.025);
  }
}

// Doubtful accesses that were read correctly change nothing.
TEST(Replacement, DoubtsThatAreNoneChangeNothing) {
  const std::vector<double> weights{0.1, 0.3, 0.4, 0.2};
  Victims a = first_victims(weights, true, 3000, 5), b = first_victims(weights, false, 3000, 6);
  const auto without = values(policy_of_chance(a, b, 4, true));
  for (std::size_t at = 300; at < 3000; at += 300) {
    a.doubts.push_back({at, 3000, static_cast<std::uint32_t>(at / 300 % 4), static_cast<std::uint32_t>((at / 300 + 1) % 4)});
    b.doubts.push_back(a.doubts.back());
  }
  EXPECT_EQ(values(policy_of_chance(a, b, 4, true)), without);
}

TEST(Replacement, EverySecondTimeIsNoChance) {
  for (const Trouble& trouble : {Trouble{}, Trouble{.misread = 1e-4, .doubtful = 1e-3}})
    for (const std::uint32_t ways : {3U, 4U, 6U}) {
      const Replacement found = judged(
          ways, [=](auto) { return std::make_unique<EverySecond>(ways, 1); }, trouble);
      EXPECT_EQ(found.policy, "weighted_way") << ways;
      EXPECT_TRUE(found.in_turn);
      ASSERT_EQ(found.ways.size(), ways);
      EXPECT_NEAR(found.ways.back().value, 0.5, 0.01);
      EXPECT_NEAR(found.ways.front().value, 0.5 / (ways - 1), 0.01);
    }
}

// If the cache in front answers nearly every access, each policy predicts all that is seen.
TEST(Replacement, NothingIsNamedWithoutReplacements) {
  for (const std::uint32_t ways : {2U, 4U, 31U}) {
    const auto set = plru(ways)(1);
    const Trouble trouble{.hidden = 1};
    const std::vector<std::vector<SetAccess>> chases{follow(*set, shuffled(ways + 1, 2000, 0), ways + 1, trouble, 1)};
    const Replacement found = policy_from_empty_set(chases, ways, false);
    EXPECT_TRUE(found.policy.empty()) << found.policy;
    EXPECT_TRUE(found.more_may_decide);
  }
}

// In a repeating order, a tree's victims do not link all ways. That is no evidence against a tree.
TEST(Replacement, ATreeThatIsNotProvenIsNoOther) {
  for (const std::uint32_t ways : {8U, 16U, 64U}) {
    const auto victims = [&](const std::vector<std::uint32_t>& order) {
      const auto set = plru(ways)(1);
      return victims_of(follow(*set, order, ways + 1, {}, 1), ways);
    };
    const Replacement found =
        policy_of_chance(victims(in_order(ways + 1, 60'000)), victims(shuffled(ways + 1, 200'000, 0)), ways, false);
    EXPECT_TRUE(found.policy.empty()) << found.policy << " of " << ways;
  }
}

// Something that the chase doesn't show takes a way late in it. The few accesses that differ are no evidence of another policy.
TEST(Replacement, ATreeThatIsDisturbedOnceIsNearlyATree) {
  constexpr std::uint32_t kWays = 16;
  const std::vector<std::uint32_t> order = shuffled(kWays + 1, 190, 3);
  const auto set = plru(kWays)(1);
  std::vector<SetAccess> seen;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 150) set->access(1000);
    seen.push_back({order[i], set->access(order[i]), true, true});
  }
  const Replacement found = policy_from_empty_set({seen}, kWays, false);
  EXPECT_EQ(found.policy, "");
  EXPECT_NE(found.nearly.find("PLRU predicts all but"), std::string::npos) << found.nearly;
  for (const MakeSet& other : {MakeSet([=](auto) { return std::make_unique<Mru>(kWays); }), random_way(kWays)}) {
    const auto strange = other(2);
    EXPECT_EQ(policy_from_empty_set({follow(*strange, order, kWays + 1, {}, 1)}, kWays, false).nearly, "");
  }
}

// A wrong name must never be given.
TEST(Replacement, PoliciesWithoutANameGetNone) {
  struct Hostile {
    const char* what;
    std::function<MakeSet(std::uint32_t ways)> make;
    std::uint32_t fewest_ways = 3;  // with fewer ways, the policy equals a named one
  };
  const std::vector<Hostile> hostile{
      {"mru", [](std::uint32_t ways) -> MakeSet { return [=](auto) { return std::make_unique<Mru>(ways); }; }},
      {"lip", [](std::uint32_t ways) -> MakeSet { return [=](auto seed) { return std::make_unique<Bimodal>(ways, 0, seed); }; }},
      {"bip", [](std::uint32_t ways) -> MakeSet { return [=](auto seed) { return std::make_unique<Bimodal>(ways, 5, seed); }; }},
      {"half lip",
       [](std::uint32_t ways) -> MakeSet { return [=](auto seed) { return std::make_unique<Bimodal>(ways, 50, seed); }; }},
      {"fifo from the middle",
       [](std::uint32_t ways) -> MakeSet {
         return [=](auto seed) { return std::make_unique<FifoFromAnywhere>(ways, 1 + seed % (ways - 1)); };
       }},
      {"clock", [](std::uint32_t ways) -> MakeSet { return [=](auto) { return std::make_unique<Clock>(ways); }; }},
      {"nru",
       [](std::uint32_t ways) -> MakeSet {
         return [=](auto seed) { return std::make_unique<NotRecentlyUsed>(ways, false, seed); };
       }},
      {"random nru",
       [](std::uint32_t ways) -> MakeSet { return [=](auto seed) { return std::make_unique<NotRecentlyUsed>(ways, true, seed); }; },
       4},
      {"srrip",
       [](std::uint32_t ways) -> MakeSet { return [=](auto seed) { return std::make_unique<ReReference>(ways, 2, 0, seed); }; }},
      {"brrip",
       [](std::uint32_t ways) -> MakeSet { return [=](auto seed) { return std::make_unique<ReReference>(ways, 3, 32, seed); }; }},
      {"lfu", [](std::uint32_t ways) -> MakeSet { return [=](auto) { return std::make_unique<LeastFrequent>(ways, 0, 0); }; }},
      {"lfu, two bits",
       [](std::uint32_t ways) -> MakeSet { return [=](auto) { return std::make_unique<LeastFrequent>(ways, 3, 0); }; }},
      {"lfu, aging",
       [](std::uint32_t ways) -> MakeSet { return [=](auto) { return std::make_unique<LeastFrequent>(ways, 15, 20 * ways); }; }},
      {"random but two",
       [](std::uint32_t ways) -> MakeSet { return [=](auto seed) { return std::make_unique<SparingRandom>(ways, 2, 0, seed); }; },
       4},
      {"random of the older half",
       [](std::uint32_t ways) -> MakeSet {
         return [=](auto seed) { return std::make_unique<SparingRandom>(ways, 0, (ways + 1) / 2, seed); };
       },
       4},
  };
  for (const Trouble& trouble : kTroubles)
    for (const Hostile& each : hostile)
      for (const std::uint32_t ways : {3U, 4U, 8U, 16U, 32U}) {
        if (ways < each.fewest_ways) continue;
        const Replacement found = judged(ways, each.make(ways), trouble);
        EXPECT_TRUE(found.policy.empty() || found.policy == "other")
            << each.what << " of " << ways << " ways as " << found.policy << ", misread " << trouble.misread << ", hidden "
            << trouble.hidden;
        if (found.policy.empty()) {
          EXPECT_FALSE(found.undecided.empty());
        }
      }
}

}  // namespace
}  // namespace chasescope::inference
