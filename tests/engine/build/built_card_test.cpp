// A built cache equals the card in its file. A cache that can't be a card gets an error sentence at the control that is wrong.
#include "engine/build/built_card.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/build/likes.h"
#include "engine/build/policy_choice.h"
#include "engine/device/software/software_device.h"
#include "engine/model/policy/policy_list.h"
#include "tests/engine/model/random_spec.h"

namespace chasescope::build {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> all_kinds() {
  std::vector<std::string> kinds;
  for (const PolicyChoice& choice : policy_choices()) kinds.push_back(choice.kind);
  return kinds;
}

BuiltCache random_build(Random& random) {
  const auto kinds = all_kinds();
  BuiltCache built;
  built.name = "Cache " + std::to_string(random.below(1000)) + " \"quoted\" ×";
  const std::string kind = kinds[random.below(kinds.size())];
  built.cache = model::tests::random_cache(random, kind == "weighted_way" ? "weighted_way" : kind == "plru" ? "plru" : "lru");
  if (built.cache.policy.kind != kind) built.cache.policy = policy_for(kind, built.cache.ways);
  built.hit_cycles = 1 + static_cast<double>(random.below(4000)) / 4;
  built.miss_cycles = built.hit_cycles + 2 + static_cast<double>(random.below(1000)) / 3;
  if (random.below(2) == 0) {
    built.tlb = first_tlb();
    built.tlb->spec.ways = {3, 4, 7};
    built.tlb->spec.index = {};
  }
  if (random.below(2) == 0) built.behind = first_level(built);
  if (random.below(2) == 0) built.like = "A card, its L1";
  return built;
}

TEST(BuiltCard, RandomBuildsAreTheCardThatTheirFileSays) {
  Random random(30);
  int whole = 0;
  for (int i = 0; i < 2000; ++i) {
    const BuiltCache built = random_build(random);
    const Build build = build_card(built);
    if (!build.card) {
      ASSERT_FALSE(build.faults.empty());
      continue;
    }
    ++whole;
    const auto read = load_card(build.file, "file");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, *build.card);
    EXPECT_EQ(read->name, built.name);
    EXPECT_EQ(read->caches.at(kCacheName).cache, built.cache) << build.file;
    EXPECT_EQ(read->tlbs.contains(kTlbName), built.tlb.has_value());
    if (built.tlb) {
      EXPECT_EQ(read->tlbs.at(kTlbName), built.tlb->spec);
    }
    if (built.behind) {
      EXPECT_EQ(read->caches.at(kBehindName).cache, built.behind->spec);
    }
    const model::PathSpec& path = read->paths.at(kSpace);
    EXPECT_EQ(path.latency.at(kCacheName), built.hit_cycles);
    EXPECT_EQ(path.latency.at("dram"), built.miss_cycles);
    if (built.tlb) {
      EXPECT_EQ(path.translation_penalty.at("walk"), built.tlb->penalty_cycles);
    }
  }
  EXPECT_GT(whole, 1000);
}

TEST(BuiltCard, TheFirstOneIsSoundAndSaysThatItIsAssumed) {
  const Build build = build_card(first_cache());
  ASSERT_TRUE(build.card) << build.faults.front().sentence;
  for (const char* pointer : {"/caches/l1/ways", "/paths/global.ca/latency/l1", "/device/memory_bytes"}) {
    const model::Source* source = build.card->source_of(pointer);
    ASSERT_NE(source, nullptr) << pointer;
    EXPECT_TRUE(source->assumed) << pointer;
  }
  EXPECT_EQ(build.card->source_of("/caches/l1/ways")->text, "assumed: built in ChaseScope");
  EXPECT_EQ(size_sum(first_cache().cache, false), "34 lines × 128 B = 4,352 B");
}

TEST(BuiltCard, WithATlbAndALevelBehindItIsSoundToo) {
  BuiltCache built = first_cache();
  built.tlb = first_tlb();
  built.behind = first_level(built);
  const Build build = build_card(built);
  ASSERT_TRUE(build.card) << build.faults.front().sentence;
  EXPECT_EQ(build.card->paths.at(kSpace).data, (std::vector<std::string>{"l1", "l2"}));
}

struct Slip {
  const char* what;
  void (*make)(BuiltCache&);
  Control at;
  const char* says;
};
void PrintTo(const Slip& slip, std::ostream* out) { *out << slip.what; }
class BuiltCardFault : public ::testing::TestWithParam<Slip> {};

TEST_P(BuiltCardFault, IsSaidInASentenceAtItsControl) {
  BuiltCache built = first_cache();
  GetParam().make(built);
  const Build build = build_card(built);
  EXPECT_FALSE(build.card);
  const std::string sentence = build.at(GetParam().at);
  EXPECT_THAT(sentence, HasSubstr(GetParam().says));
  EXPECT_TRUE(sentence.ends_with('.'));
  EXPECT_THAT(sentence, ::testing::Not(HasSubstr("/")));
  EXPECT_TRUE(sentence.empty() || (sentence[0] >= 'A' && sentence[0] <= 'Z')) << sentence;
}

using model::IndexSpec;
const Slip kSlips[] = {
    {"no name", [](BuiltCache& b) { b.name.clear(); }, Control::name, "needs a name"},
    {"no sets", [](BuiltCache& b) { b.cache.ways.clear(); }, Control::sets, "The number of sets is 0, but must lie between 1"},
    {"no ways", [](BuiltCache& b) { b.cache.ways[3] = 0; }, Control::ways, "The number of ways must hold whole numbers between 1"},
    {"sector", [](BuiltCache& b) { b.cache.sector_bytes = 256; }, Control::sector,
     "The sector is 256 B, larger than the line of 128 B"},
    {"sectors",
     [](BuiltCache& b) {
       b.cache.unit_bytes = 65536;
       b.cache.sector_bytes = 32;
       b.cache.index = {};
     },
     Control::sector, "more than 32 sectors"},
    {"line", [](BuiltCache& b) { b.cache.unit_bytes = b.cache.sector_bytes = 96; }, Control::line,
     "The line is 96, but must be a power of two"},
    {"lines",
     [](BuiltCache& b) {
       b.cache.ways.assign(65536, 1024);
       b.cache.index = {};
     },
     Control::ways, "more than 16,777,216 entries"},
    {"bytes",
     [](BuiltCache& b) {
       b.cache.unit_bytes = 65536;
       b.cache.sector_bytes = 65536;
       b.cache.ways.assign(65536, 2);
       b.cache.index = {};
     },
     Control::size, "The size is 8,589,934,592"},
    {"index", [](BuiltCache& b) { b.cache.ways.push_back(4); }, Control::index, "3 set bits number 8 sets, but there are 9"},
    {"twice",
     [](BuiltCache& b) {
       b.cache.index.bit_groups[1] = {7, 10};
     },
     Control::index, "depend on each other"},
    {"table",
     [](BuiltCache& b) {
       b.cache.index = {};
       b.cache.index.kind = IndexSpec::Kind::table;
       b.cache.index.table = {0, 1, 9};
     },
     Control::index, "table"},
    {"chances", [](BuiltCache& b) { b.cache.policy = policy_for("weighted_way", {4}); }, Control::policy, "probabilities"},
    {"data store", [](BuiltCache& b) { b.cache.store_lines = 34; }, Control::ways, "The data store that was given must be"},
    {"plru", [](BuiltCache& b) { b.cache.policy.kind = "plru"; }, Control::policy, "ways"},
    {"policy", [](BuiltCache& b) { b.cache.policy.kind = "oracle"; }, Control::policy, "oracle"},
    {"latency", [](BuiltCache& b) { b.miss_cycles = 30; }, Control::latency, "no slower than a hit"},
    {"too slow", [](BuiltCache& b) { b.miss_cycles = 2e6; }, Control::latency, "The latency of a miss is 2000000"},
    {"tlb",
     [](BuiltCache& b) {
       b.tlb = first_tlb();
       b.tlb->spec.ways.clear();
     },
     Control::tlb, "The number of sets of the TLB is 0"},
    {"behind",
     [](BuiltCache& b) {
       b.behind = first_level(b);
       b.behind->hit_cycles = 500;
     },
     Control::behind, "must lie between"},
};
INSTANTIATE_TEST_SUITE_P(All, BuiltCardFault, ::testing::ValuesIn(kSlips));

TEST(Likes, EveryCacheOfEveryBundledCardCanBeBegunFrom) {
  std::size_t caches = 0, shapes = 0;
  for (const PresetInfo& preset : preset_cards()) {
    const model::Card card = *preset_card(preset.id);
    const std::vector<Like> likes = likes_of(card);
    std::set<std::string> labels;
    for (const Like& like : likes) {
      EXPECT_TRUE(labels.insert(like.label).second) << preset.id << ' ' << like.label;
      const Build build = build_card(like.cache);
      ASSERT_TRUE(build.card) << preset.id << ' ' << like.label << ": " << build.faults.front().sentence;
      EXPECT_EQ(build.card->caches.at(kCacheName).cache, like.cache.cache);
      EXPECT_TRUE(like.left_out.empty());
      EXPECT_THAT(like.cache.like, StartsWith(card.name));
    }
    std::set<std::string> asked;
    for (const auto& [space, path] : card.paths) asked.insert(path.data.begin(), path.data.end());
    if (card.instructions) asked.insert(card.instructions->path.data.begin(), card.instructions->path.data.end());
    for (const std::string& name : asked) {
      ++caches;
      shapes += 1 + card.caches.at(name).alternatives.size();
    }
    std::size_t wanted = 0;
    for (const std::string& name : asked) wanted += 1 + card.caches.at(name).alternatives.size();
    EXPECT_EQ(likes.size(), wanted) << preset.id;
  }
  EXPECT_GT(caches, 40U);
  EXPECT_GT(shapes, caches);
}

TEST(Likes, TakesTheLatenciesOfWhatIsAskedNext) {
  const std::vector<Like> likes = likes_of(*preset_card("gtx560ti"));
  ASSERT_FALSE(likes.empty());
  EXPECT_EQ(likes.front().label, "L1");
  EXPECT_EQ(likes.front().cache.hit_cycles, 116);
  EXPECT_EQ(likes.front().cache.miss_cycles, 377);
  EXPECT_EQ(likes.front().cache.cache.policy.kind, "weighted_way");
  EXPECT_EQ(likes.front().cache.like, "GeForce GTX 560 Ti, L1");
}

}  // namespace
}  // namespace chasescope::build
