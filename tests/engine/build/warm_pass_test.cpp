// A pass agrees with the card, and the sentence about the pass is true.
#include "engine/build/warm_pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/build/built_card.h"
#include "engine/build/index_working.h"
#include "engine/build/pass_words.h"
#include "engine/build/policy_choice.h"
#include "engine/model/cache.h"

namespace chasescope::build {
namespace {

using step::Verdict;
using ::testing::HasSubstr;

WarmPass pass_of(const BuiltCache& built, std::uint64_t bytes, std::uint64_t stride) {
  const Build build = build_card(built);
  EXPECT_TRUE(build.card) << build.faults.front().sentence;
  auto pass = run_pass(*build.card, bytes, stride);
  EXPECT_TRUE(pass) << pass.error().message;
  return *pass;
}

/// The cache in the picture that the builder's page was designed from: 36 lines for 34 places.
TEST(WarmPass, OneSetLargerMissesTwentyOfThirtySix) {
  const WarmPass pass = pass_of(first_cache(), 36 * 128, 128);
  const PartPass& l1 = pass.parts.at(0);
  EXPECT_EQ(pass.accesses(), 36U);
  EXPECT_EQ(l1.misses(), 20U);
  EXPECT_TRUE(l1.repeats);
  const std::vector<SetLoad> loads = set_loads(pass, l1);
  for (std::uint32_t set = 0; set < 8; ++set) {
    EXPECT_EQ(loads[set].lines, set < 4 ? 4U : 5U);
    EXPECT_EQ(loads[set].misses, set < 4 ? 0U : 5U);
    EXPECT_EQ(loads[set].kept, set < 4 ? 4U : 0U);
  }
  EXPECT_EQ(pass_sentence(pass, l1),
            "Sets 4 to 7 get one line more than they have ways, and LRU throws out every line there before it is wanted again; the "
            "2 free "
            "places in set 0 are no help, for no further line belongs there.");
  for (std::uint64_t i = 0; i < 36; ++i) EXPECT_EQ(pass.cycles[i], l1.verdicts[i] == Verdict::hit ? 30 : 200);
}

TEST(WarmPass, AgreesWithACacheThatIsAskedOneByOne) {
  for (const PolicyChoice& choice : policy_choices()) {
    if (choice.kind == "random" || choice.kind == "nmru" || choice.kind == "weighted_way" || choice.kind == "bip" ||
        choice.kind == "dip")
      continue;  // these policies replace at random
    BuiltCache built = first_cache();
    built.cache.ways.assign(8, 4);
    built.cache.sector_bytes = 32;
    built.cache.policy = policy_for(choice.kind, built.cache.ways);
    const std::uint64_t bytes = 44 * 128, stride = 32, count = bytes / stride;
    const WarmPass pass = pass_of(built, bytes, stride);
    model::Cache cache(built.cache, 1);
    for (std::uint64_t i = 0; i < kWarmPasses * count; ++i) cache.touch(i % count * stride);
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto touch = cache.touch(i * stride);
      EXPECT_EQ(pass.parts[0].verdicts[i] == Verdict::hit, touch.hit) << choice.kind << ' ' << i;
      EXPECT_EQ(pass.parts[0].sets[i], touch.set);
    }
  }
}

TEST(WarmPass, TellsEachPartByItself) {
  BuiltCache built = first_cache();
  built.behind = first_level(built);
  built.tlb = first_tlb();
  built.tlb->spec.ways = {1, 1};
  const WarmPass pass = pass_of(built, 36 * 128, 128);
  ASSERT_EQ(pass.parts.size(), 3U);
  EXPECT_EQ(pass.parts[0].misses(), 20U);
  EXPECT_EQ(pass.parts[1].name, "l2");
  EXPECT_EQ(pass.parts[1].misses(), 0U);
  EXPECT_EQ(std::count(pass.parts[1].verdicts.begin(), pass.parts[1].verdicts.end(), Verdict::not_asked), 16);
  EXPECT_TRUE(pass.parts[2].translates);
  EXPECT_EQ(pass.parts[2].misses(), 0U);
  // Three pages in a TLB of two sets of one way: two of the pages share a set.
  const WarmPass far = pass_of(built, 3 * 4096, 4096);
  EXPECT_EQ(far.parts[2].misses(), 2U);
  EXPECT_THAT(pass_sentence(far, far.parts[2]), HasSubstr("Set 0 gets one page more than it has ways"));
}

TEST(WarmPass, NothingMissesWhereAllHaveAPlaceAndTheNextIsForetold) {
  for (std::uint64_t lines = 1; lines <= 48; ++lines) {
    const WarmPass now = pass_of(first_cache(), lines * 128, 128), next = pass_of(first_cache(), (lines + 1) * 128, 128);
    const std::string sentence = pass_sentence(now, now.parts[0]);
    if (now.parts[0].misses() > 0) {
      EXPECT_THAT(sentence, HasSubstr("more than"));
      continue;
    }
    EXPECT_EQ(sentence.find("one too many") != std::string::npos, next.parts[0].misses() > 0) << lines << ": " << sentence;
  }
}

TEST(WarmPass, ByChanceSomeLinesAreKept) {
  BuiltCache built = first_cache();
  built.cache.policy.kind = "random";
  const WarmPass pass = pass_of(built, 36 * 128, 128);
  const PartPass& l1 = pass.parts[0];
  std::uint64_t kept = 0;
  for (const SetLoad& load : set_loads(pass, l1)) kept += load.over() > 0 ? load.kept : 0;
  ASSERT_GT(kept, 0U);
  EXPECT_THAT(pass_sentence(pass, l1),
              HasSubstr("keeps " + std::to_string(kept) + " of the 20 lines there in this pass, where LRU would keep none"));
  EXPECT_EQ(l1.misses(), 20 - kept);
}

TEST(WarmPass, RefusesWhatIsTooLongInASentence) {
  const Build build = build_card(first_cache());
  const auto pass = run_pass(*build.card, std::uint64_t{1} << 28, 4);
  ASSERT_FALSE(pass);
  EXPECT_THAT(pass.error().message, HasSubstr("longer stride"));
  EXPECT_FALSE(run_pass(*build.card, 0, 128));
  EXPECT_FALSE(run_pass(*build.card, 4096, 0));
}

TEST(IndexWorking, ShowsTheBitsAndAWorkingForEachBitOfTheSet) {
  const IndexWorking working = index_working(first_cache().cache, 32 * 128, 35 * 128);
  EXPECT_EQ(working.set, 4U);
  EXPECT_EQ(working.working, (std::vector<std::string>{"s2 = 1 ⊕ 0 = 1", "s1 = 0 ⊕ 0 = 0", "s0 = 0 ⊕ 0 = 0"}));
  ASSERT_EQ(working.bits.size(), 6U);
  EXPECT_EQ(working.bits.front().number, 12U);
  EXPECT_TRUE(working.bits.front().value);
  EXPECT_TRUE(working.bits.front().chooses);
  EXPECT_EQ(working.offset_bits, 7U);
}

TEST(IndexWorking, DividesWhereTheIndexDoes) {
  model::CacheSpec cache = first_cache().cache;
  cache.index = {};
  cache.ways.assign(7, 4);
  EXPECT_EQ(index_working(cache, 32 * 128, 4608).working, std::vector<std::string>{"32 mod 7 = 4"});
  cache.index.kind = model::IndexSpec::Kind::table;
  cache.index.table = {0, 1, 2, 3, 4, 5, 6, 3};
  EXPECT_EQ(index_working(cache, 31 * 128, 4608).working, std::vector<std::string>{"table[31 mod 8 = 7] = 3"});
  cache.ways.assign(1, 4);
  cache.index = {};
  EXPECT_EQ(index_working(cache, 0, 4608).set, 0U);
}

TEST(PassWords, SetsAreNamedShortly) {
  EXPECT_EQ(sets_words({4}, 8), "set 4");
  EXPECT_EQ(sets_words({4, 5, 6}, 8), "sets 4 to 6");
  EXPECT_EQ(sets_words({1, 3, 6}, 8), "sets 1, 3 and 6");
  EXPECT_EQ(sets_words({0, 1}, 8), "sets 0 and 1");
  EXPECT_EQ(sets_words({0}, 1), "the one set");
  EXPECT_EQ(sets_words({0, 1}, 2), "all 2 sets");
  EXPECT_EQ(sets_words({0, 2, 4, 6, 9}, 64), "5 of 64 sets");
}

}  // namespace
}  // namespace chasescope::build
