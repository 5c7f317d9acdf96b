// Every policy with bits, ages or insertion, compared with a naive one access by access (naive_policies.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "engine/model/cache.h"
#include "engine/model/policy/policy_list.h"
#include "tests/engine/model/naive_policies.h"
#include "tests/engine/model/random_spec.h"

namespace chasescope::model::tests {
namespace {

/// A policy from a text of its kind and parameter, such as "qlru/H11_M1_R0_U0", "srrip_hp/3" or "dip".
PolicySpec policy_of(const std::string& text) {
  PolicySpec spec;
  spec.kind = text.substr(0, text.find('/'));
  const std::string more = text.find('/') == std::string::npos ? "" : text.substr(text.find('/') + 1);
  if (spec.kind == "qlru") spec.words["variant"] = more;
  if (spec.kind.starts_with("srrip") && !more.empty()) spec.numbers["bits"] = {std::stod(more)};
  if (spec.kind == "bip" && !more.empty()) spec.numbers["epsilon"] = {std::stod(more)};
  if (spec.kind == "dip" || spec.kind == "qlru_duel") {
    spec.numbers["leaders"] = {2};
    spec.numbers["psel_bits"] = {3};
  }
  if (spec.kind == "qlru_duel") {
    spec.words["first"] = "H11_M1_R1_U2";
    spec.words["second"] = "H11_MR161_R1_U2";
  }
  return spec;
}

/// Set dueling as in the figure of ISCA 2007: the sets form regions, and each region has one leader set of each policy.
class NaiveDuel {
 public:
  NaiveDuel(std::size_t sets, std::size_t leaders) {
    const std::size_t size = sets / leaders;
    for (std::size_t region = 0; region < leaders; ++region) {
      const std::size_t begin = region * size;
      role[begin + region % size] = 'A';
      role[begin + size - 1 - region % size] = 'B';
    }
  }
  bool missed(std::size_t set) {
    const char is = role.contains(set) ? role[set] : ' ';
    const bool second = is == 'B' || (is == ' ' && psel >= 4);
    if (is == 'A') psel = std::min(psel + 1, 7);
    if (is == 'B') psel = std::max(psel - 1, 0);
    return second;
  }

 private:
  std::map<std::size_t, char> role;
  int psel = 3;  // a counter of 3 bits that begins just below the middle
};

class NaiveBip final : public NaiveInsertion {
 public:
  NaiveBip(std::size_t ways, std::function<bool()> front) : NaiveInsertion(ways), ask(std::move(front)) {}

 private:
  bool enters_in_front() override { return ask(); }
  std::function<bool()> ask;
};

class NaiveDueling final : public NaiveSet {
 public:
  NaiveDueling(std::size_t ways, std::size_t set, NaiveDuel& duel, Random& random)
      : ages(ways, "H11_M1_R1_U2", random), number(set), duel_(duel) {}
  NaiveAccess access(std::uint64_t line) override {
    if (!held.contains(line)) ages.inserting = duel_.missed(number) ? "H11_MR161_R1_U2" : "H11_M1_R1_U2";
    const NaiveAccess answer = ages.access(line);
    held.insert(line);
    if (answer.evicted) held.erase(*answer.evicted);
    return answer;
  }

 private:
  NaiveQlru ages;
  std::set<std::uint64_t> held;
  std::size_t number;
  NaiveDuel& duel_;
};

class NaivePolicyCache {
 public:
  NaivePolicyCache(CacheSpec spec, std::uint64_t seed)
      : spec_(std::move(spec)), random_(seed), duel_(spec_.ways.size(), std::min<std::size_t>(2, spec_.ways.size())) {
    for (std::size_t set = 0; set < spec_.ways.size(); ++set) sets_.push_back(made(set));
  }
  NaiveAccess touch(std::uint64_t address) {
    const std::uint64_t line = address / spec_.unit_bytes;
    return sets_[line % sets_.size()]->access(line * spec_.unit_bytes);
  }

 private:
  std::unique_ptr<NaiveSet> made(std::size_t set) {
    const std::size_t ways = spec_.ways[set];
    const std::string& kind = spec_.policy.kind;
    const auto number = [&](const char* name, double otherwise) {
      return spec_.policy.numbers.contains(name) ? spec_.policy.numbers.at(name).front() : otherwise;
    };
    if (kind == "nru") return std::make_unique<NaiveNru>(ways);
    if (kind.starts_with("mru")) return std::make_unique<NaiveMru>(ways, kind == "mru");
    if (kind == "clock") return std::make_unique<NaiveSecondChance>(ways);
    if (kind.starts_with("srrip"))
      return std::make_unique<NaiveRrip>(ways, static_cast<int>(number("bits", 2)), kind == "srrip_fp");
    if (kind == "qlru") return std::make_unique<NaiveQlru>(ways, spec_.policy.words.at("variant"), random_);
    if (kind == "qlru_duel") return std::make_unique<NaiveDueling>(ways, set, duel_, random_);
    const double epsilon = number("epsilon", 1.0 / 32);
    if (kind == "bip") return std::make_unique<NaiveBip>(ways, [=, this] { return random_.unit() < epsilon; });
    return std::make_unique<NaiveBip>(ways, [=, this] { return !duel_.missed(set) || random_.unit() < epsilon; });
  }

  CacheSpec spec_;
  Random random_;
  NaiveDuel duel_;
  std::vector<std::unique_ptr<NaiveSet>> sets_;
};

class PoliciesOracle : public ::testing::TestWithParam<const char*> {
 protected:
  CacheSpec random_shape(Random& random) const {
    const bool duels = std::string(GetParam()).ends_with("dip") || std::string(GetParam()).ends_with("duel");
    const auto sets = static_cast<std::uint32_t>(duels ? 4 * (1 + random.below(4)) : 1 + random.below(6));
    CacheSpec spec = simple_cache(std::uint64_t{16} << random.below(3), sets,
                                  static_cast<std::uint32_t>(1 + random.below(random.below(4) == 0 ? 64 : 9)));
    spec.policy = policy_of(GetParam());
    return spec;
  }
  static std::uint64_t range_of(const CacheSpec& spec, Random& random) {
    return (spec.capacity_bytes() * (1 + random.below(3)) / 8 + 1 + random.below(64)) * 8;
  }
};

TEST_P(PoliciesOracle, EveryTouchIsTheSame) {
  Random random(2010);
  for (int round = 0; round < 100; ++round) {
    const CacheSpec spec = random_shape(random);
    ASSERT_TRUE(check_policy(spec.policy, spec.ways).empty()) << round;
    const std::uint64_t seed = random.next();
    Cache cache(spec, seed);
    NaivePolicyCache naive(spec, seed);
    const std::vector<std::uint64_t> trace = random_trace(random, range_of(spec, random), 2000);
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const Cache::Touch mine = cache.touch(trace[i]);
      const NaiveAccess theirs = naive.touch(trace[i]);
      ASSERT_EQ(mine.hit, theirs.hit) << "round " << round << " access " << i;
      ASSERT_EQ(mine.evicted, theirs.evicted) << "round " << round << " access " << i;
    }
  }
}

TEST_P(PoliciesOracle, FilteringBlocksIsTheSameAsTouching) {
  Random random(2020);
  for (int round = 0; round < 40; ++round) {
    const CacheSpec spec = random_shape(random);
    const std::uint64_t seed = random.next();
    Cache cache(spec, seed);
    NaivePolicyCache naive(spec, seed);
    // The trace reads several words of a line in a row. A policy that counts uses must see each of them.
    const std::vector<std::uint64_t> trace = random_trace(random, range_of(spec, random), 3000);
    auto requests = std::make_unique<Requests>();
    auto missed = std::make_unique<Requests>();
    for (std::size_t begin = 0; begin < trace.size();) {
      requests->count = std::min<std::size_t>(1 + random.below(kBlock), trace.size() - begin);
      std::vector<std::uint16_t> expected;
      for (std::size_t i = 0; i < requests->count; ++i) {
        requests->address[i] = trace[begin + i];
        requests->which[i] = static_cast<std::uint16_t>(i);
        if (!naive.touch(trace[begin + i]).hit) expected.push_back(static_cast<std::uint16_t>(i));
      }
      cache.filter(*requests, 1, *missed);
      ASSERT_TRUE(std::equal(expected.begin(), expected.end(), missed->which.begin(),
                             missed->which.begin() + static_cast<std::ptrdiff_t>(missed->count)))
          << "round " << round << " from access " << begin;
      begin += requests->count;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, PoliciesOracle,
                         ::testing::Values("nru", "mru", "mru_n", "clock", "srrip_hp", "srrip_fp", "srrip_hp/1", "srrip_fp/3",
                                           "qlru/H11_M1_R0_U0", "qlru/H21_M2_R0_U0_UMO", "qlru/H11_M1_R1_U2", "qlru/H00_M1_R2_U1",
                                           "qlru/H00_M1_R0_U1", "qlru/H20_M3_R1_U3", "qlru/H10_M0_R1_U3_UMO",
                                           "qlru/H11_MR161_R1_U2", "qlru/H00_MR20_R2_U0", "qlru_duel", "bip", "bip/0", "bip/0.5",
                                           "dip"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return c == '/' || c == '.'; }, '_');
                           return name;
                         });

/// The number of accesses of a random trace for which one policy hits and the other misses.
std::size_t disagreements(const std::string& one, const std::string& other, std::uint32_t ways) {
  CacheSpec a = simple_cache(32, 2, ways), b = a;
  a.policy = policy_of(one);
  b.policy = policy_of(other);
  Cache first(a, 1), second(b, 1);
  Random random(5);
  std::size_t count = 0;
  for (const std::uint64_t address : random_trace(random, 32 * 2 * ways * 2, 20000))
    count += first.touch(address).hit != second.touch(address).hit ? 1 : 0;
  return count;
}

// According to nanoBench, SRRIP with hit priority is this variant of QLRU.
TEST(Policies, SrripIsAQuadAgeMachine) {
  for (const std::uint32_t ways : {1U, 4U, 7U, 16U}) EXPECT_EQ(disagreements("srrip_hp", "qlru/H00_M2_R0_U0_UMO", ways), 0U);
  EXPECT_GT(disagreements("srrip_hp", "qlru/H00_M1_R0_U0", 4), 0U);
}

TEST(Policies, BitsOfTwoWaysAndCertainInsertionAreLru) {
  EXPECT_EQ(disagreements("mru", "lru", 2), 0U);
  EXPECT_EQ(disagreements("bip/1", "lru", 8), 0U);
  EXPECT_GT(disagreements("nru", "lru", 2), 0U);
  EXPECT_GT(disagreements("nru", "mru", 4), 0U);
  EXPECT_GT(disagreements("clock", "fifo", 4), 0U);
}

TEST(Policies, NamesThatAreNoMachineAreRefused) {
  for (const char* const name :
       {"", "H11", "H31_M1_R0_U0", "H12_M1_R0_U0", "H11_M4_R0_U0", "H11_M1_R3_U0", "H11_M1_R0_U4", "H11_M1_R0_U2", "H11_M1_R2_U3",
        "H11_MR1_R1_U2", "H11_MR01_R1_U2", "H11_M1_R0_U0_UM", "H11_M1_R0_U0 "})
    EXPECT_FALSE(parse_qlru(name)) << name;
  const auto known = parse_qlru("H21_MR161_R1_U3_UMO");
  ASSERT_TRUE(known);
  EXPECT_EQ(known->promoted, (std::array<std::uint8_t, 4>{0, 0, 1, 2}));
  EXPECT_EQ(known->chance, 16);
  EXPECT_EQ(known->inserted, 1);
  EXPECT_TRUE(known->on_miss_only);
}

TEST(Policies, ParametersAreChecked) {
  const auto faults = [](PolicySpec spec, std::uint32_t sets, std::uint32_t ways) {
    return check_policy(spec, std::vector<std::uint32_t>(sets, ways)).size();
  };
  EXPECT_EQ(faults(policy_of("dip"), 8, 4), 0U);
  EXPECT_EQ(faults(policy_of("dip"), 6, 4), 1U);  // two regions of three sets: the size of a region must be even
  EXPECT_EQ(faults({"dip", {}, {}}, 32, 4), 1U);  // the default number of leaders is 32: a region would have one set
  EXPECT_EQ(faults(policy_of("bip/1.5"), 1, 4), 1U);
  EXPECT_EQ(faults(policy_of("srrip_hp/2.5"), 1, 4), 1U);
  EXPECT_EQ(faults(policy_of("srrip_hp/8"), 1, 4), 1U);
  for (const char* const words : {"nru", "mru", "mru_n", "clock"}) {
    EXPECT_EQ(faults(policy_of(words), 1, 64), 0U) << words;
    EXPECT_EQ(faults(policy_of(words), 1, 65), 1U) << words;
  }
  PolicySpec duel = policy_of("qlru_duel");
  duel.words["second"] = "H11_M1_R1_U3";
  EXPECT_EQ(faults(duel, 8, 4), 1U);
}

}  // namespace
}  // namespace chasescope::model::tests
