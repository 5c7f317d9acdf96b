// The truth about hand-made cards, worked out by hand.
#include "tests/engine/accuracy/truth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "engine/device/software/software_device.h"
#include "tests/engine/accuracy/gf2.h"

namespace chasescope::accuracy {
namespace {

using model::CacheSpec;
using model::IndexSpec;
using nlohmann::json;
using testing::ElementsAre;

CacheSpec cache(std::vector<std::uint32_t> ways, const std::string& policy, std::uint64_t line = 128) {
  CacheSpec spec;
  spec.unit_bytes = spec.sector_bytes = line;
  spec.ways = std::move(ways);
  spec.policy.kind = policy;
  return spec;
}

std::vector<std::uint32_t> equal(std::size_t sets, std::uint32_t ways) { return std::vector<std::uint32_t>(sets, ways); }

CacheSpec with_index(CacheSpec spec, IndexSpec index) {
  spec.index = std::move(index);
  return spec;
}

TEST(PolicyName, OneWayIsLruWhateverItIsCalled) {
  for (const char* const kind : {"lru", "fifo", "plru", "nmru", "random"})
    EXPECT_EQ(policy_name(cache(equal(8, 1), kind)), "lru") << kind;
  CacheSpec weighted = cache(equal(8, 1), "weighted_way");
  weighted.policy.numbers["probabilities"] = {1};
  EXPECT_EQ(policy_name(weighted), "lru");
}

TEST(PolicyName, TwoWaysMakeTreeAndNmruLru) {
  EXPECT_EQ(policy_name(cache(equal(8, 2), "plru")), "lru");
  EXPECT_EQ(policy_name(cache(equal(8, 2), "nmru")), "lru");
  EXPECT_EQ(policy_name(cache({2, 1, 2}, "nmru")), "lru");
  EXPECT_EQ(policy_name(cache(equal(8, 2), "fifo")), "fifo");
  EXPECT_EQ(policy_name(cache(equal(8, 2), "random")), "random");
  EXPECT_EQ(policy_name(cache({2, 4}, "plru")), "plru");
  EXPECT_EQ(policy_name(cache({2, 3}, "nmru")), "nmru");
}

TEST(PolicyName, EqualWeightsAreRandom) {
  CacheSpec spec = cache(equal(8, 4), "weighted_way");
  spec.policy.numbers["probabilities"] = {0.25, 0.25, 0.25, 0.25};
  EXPECT_EQ(policy_name(spec), "random");
  spec.policy.numbers["probabilities"] = {1.0 / 6, 0.5, 1.0 / 6, 1.0 / 6};
  EXPECT_EQ(policy_name(spec), "weighted_way");
  spec.policy.words["draw"] = "every_second";
  EXPECT_EQ(policy_name(spec), "weighted_way");
}

TEST(PolicyName, EverySecondMissOfTwoWaysTakesThemInTurn) {
  CacheSpec spec = cache(equal(8, 2), "weighted_way");
  spec.policy.numbers["probabilities"] = {0.5, 0.5};
  spec.policy.words["draw"] = "every_second";
  EXPECT_EQ(policy_name(spec), "fifo");
}

TEST(Index, OneSetHasNone) { EXPECT_EQ(index_truth(cache({16}, "lru")), IndexTruth{}); }

TEST(Index, ModuloOfAPowerOfTwoIsABitField) {
  const IndexTruth plain = index_truth(cache(equal(8, 4), "lru"));
  EXPECT_EQ(plain.kind, IndexTruth::Kind::linear);
  EXPECT_THAT(plain.basis, ElementsAre(1U << 7, 1U << 8, 1U << 9));
  IndexSpec shifted;
  shifted.granule_bytes = 512;
  EXPECT_THAT(index_truth(with_index(cache(equal(4, 4), "lru"), shifted)).basis, ElementsAre(1U << 9, 1U << 10));
  EXPECT_EQ(index_truth(cache(equal(6, 4), "lru")).kind, IndexTruth::Kind::modulo);
}

TEST(Index, XorIsKnownUpToItsBasis) {
  IndexSpec one, other;
  one.kind = other.kind = IndexSpec::Kind::xor_;
  one.bit_groups = {{7, 9}, {8, 10}};
  other.bit_groups = {{7, 9, 8, 10}, {10, 8}};
  const CacheSpec four = cache(equal(4, 2), "lru");
  EXPECT_EQ(index_truth(with_index(four, one)), index_truth(with_index(four, other)));
  other.bit_groups = {{7, 8}, {8, 10}};
  EXPECT_NE(index_truth(with_index(four, one)), index_truth(with_index(four, other)));
  other.bit_groups = {{7, 8}, {8}};
  EXPECT_THAT(index_truth(with_index(four, other)).basis, ElementsAre(1U << 7, 1U << 8));
}

TEST(Index, ATableMayBeSomethingSimpler) {
  IndexSpec table;
  table.kind = IndexSpec::Kind::table;
  table.table = {2, 0, 1, 2, 0, 1};  // a residue with renumbered sets
  EXPECT_EQ(index_truth(with_index(cache(equal(3, 4), "lru"), table)).kind, IndexTruth::Kind::modulo);
  table.table = {1, 0, 0, 1};  // the XOR of the lowest two bits of the line number
  EXPECT_THAT(index_truth(with_index(cache(equal(2, 4), "lru"), table)).basis, ElementsAre((1U << 7) | (1U << 8)));
  table.table = {3, 1, 2, 0};
  EXPECT_THAT(index_truth(with_index(cache(equal(4, 4), "lru"), table)).basis, ElementsAre(1U << 7, 1U << 8));
  table.table = {0, 0, 0, 1};
  EXPECT_EQ(index_truth(with_index(cache(equal(2, 4), "lru"), table)).kind, IndexTruth::Kind::table);
  table.table = {0, 1, 2, 0, 1, 2, 0, 0};
  EXPECT_EQ(index_truth(with_index(cache({4, 2, 2}, "lru"), table)).kind, IndexTruth::Kind::table);
}

TEST(Contiguous, EndsWhereTheFirstSetIsFull) {
  EXPECT_EQ(contiguous_bytes(cache(equal(8, 4), "lru")), 8U * 4 * 128);
  EXPECT_EQ(contiguous_bytes(cache({16}, "lru")), 16U * 128);
  // Two neighbouring lines go to each of three sets of 3 ways in turn: 0 0 1 1 2 2 0, and the eighth line does not fit into set 0.
  IndexSpec shifted;
  shifted.granule_bytes = 256;
  EXPECT_EQ(contiguous_bytes(with_index(cache(equal(3, 3), "lru"), shifted)), 7U * 128);
  // Two sets of 2 ways and 1 way, line by line: 0 1 0, and the fourth line does not fit into set 1.
  EXPECT_EQ(contiguous_bytes(cache({2, 1}, "lru")), 3U * 128);
}

TEST(ReducedBasis, IsOneForEverySpan) {
  EXPECT_THAT(reduced_basis({0b110, 0b011}), ElementsAre(0b101, 0b110));
  EXPECT_THAT(reduced_basis({0b101, 0b110, 0b011}), ElementsAre(0b101, 0b110));
  EXPECT_THAT(reduced_basis({0b1010, 0b0010}), ElementsAre(0b0010, 0b1000));
  EXPECT_THAT(reduced_basis({0b100, 0b010}), ElementsAre(0b010, 0b100));
  EXPECT_THAT(reduced_basis({0, 0b100, 0b100}), ElementsAre(0b100));
}

constexpr const char* kCard = R"({
  "schema": "chasescope-model", "version": 1, "name": "Three", "summary": "Two caches, a texture cache, two TLBs.",
  "device": {"memory_bytes": 1073741824},
  "caches": {
    "first": {"capacity_bytes": 4096, "line_bytes": 128, "sector_bytes": 64, "sets": 8, "ways": 4, "index": {"kind": "modulo"},
              "policy": {"kind": "weighted_way", "probabilities": [0.125, 0.5, 0.25, 0.125]}},
    "second": {"capacity_bytes": 98304, "line_bytes": 128, "sector_bytes": 32, "sets": 48, "ways": 16, "index": {"kind": "modulo"},
               "policy": {"kind": "lru"}},
    "tex": {"capacity_bytes": 1024, "line_bytes": 32, "sets": 1, "ways": 32, "index": {"kind": "modulo"}, "policy": {"kind": "plru"}}
  },
  "tlbs": {
    "small": {"page_bytes": 65536, "entries": 16, "sets": 1, "ways": 16, "index": {"kind": "modulo"}, "policy": {"kind": "lru"}},
    "large": {"page_bytes": 65536, "entries": 65, "sets": 7, "ways": [17, 8, 8, 8, 8, 8, 8], "index": {"kind": "modulo"}, "policy": {"kind": "lru"}}
  },
  "paths": {
    "global.ca": {"data": ["first", "second"], "translation": ["small", "large"], "translation_after": "first",
                  "latency": {"first": 40, "second": 200, "dram": 500}, "translation_penalty": {"large": 20, "walk": 90}},
    "global.cg": {"data": ["second"], "translation": ["small", "large"],
                  "latency": {"second": 195, "dram": 495}, "translation_penalty": {"large": 20, "walk": 90}},
    "texture": {"data": ["tex", "second"], "latency": {"tex": 90, "second": 230, "dram": 530}},
    "readonly": {"data": ["first", "second"], "latency": {"first": 44, "second": 204, "dram": 504}}
  }
})";

class TruthOfACard : public testing::Test {
 protected:
  TruthOfACard() : expected_(truth_of(*load_card(kCard, "three"))) {}

  const Expected& of(const std::string& subject, const std::string& quantity, const std::string& space = "") const {
    for (const Expected& one : expected_)
      if (one.subjects.front() == subject && one.quantity == quantity && (space.empty() || one.by_space.contains(space)))
        return one;
    ADD_FAILURE() << subject << " " << quantity << " is missing";
    return expected_.front();
  }
  json value(const std::string& subject, const std::string& quantity, const std::string& space) const {
    return of(subject, quantity, space).by_space.at(space);
  }
  bool has(const std::string& subject, const std::string& quantity) const {
    return std::any_of(expected_.begin(), expected_.end(),
                       [&](const Expected& one) { return one.subjects.front() == subject && one.quantity == quantity; });
  }

  std::vector<Expected> expected_;
};

TEST_F(TruthOfACard, NamesTheCachesByTheLongestGlobalPath) {
  EXPECT_EQ(of("l1_data", "capacity_bytes").part, "first");
  EXPECT_EQ(of("l2", "capacity_bytes").part, "second");
  EXPECT_EQ(of("texture", "capacity_bytes").part, "tex");
  EXPECT_THAT(of("l1_data", "capacity_bytes").subjects, ElementsAre("l1_data", "readonly"));
  EXPECT_FALSE(has("l3", "capacity_bytes"));
}

TEST_F(TruthOfACard, ShapesAreThoseOfTheFile) {
  EXPECT_EQ(value("l1_data", "capacity_bytes", "global.ca"), 4096);
  EXPECT_EQ(value("l2", "sets", "global.cg"), 48);
  EXPECT_EQ(value("l2", "ways", "global.cg"), 16);
  EXPECT_EQ(value("l2", "ways_per_set", "global.cg"), json(equal(48, 16)));
  EXPECT_EQ(value("l2", "set_index_function", "global.cg"), "modulo");
  EXPECT_FALSE(has("l2", "set_index_bits"));
  EXPECT_EQ(value("l1_data", "set_index_bits", "global.ca"), json({7, 8, 9}));
  EXPECT_FALSE(of("l1_data", "set_index_function").required);
  EXPECT_EQ(value("texture", "ways", "texture"), 32);
  EXPECT_FALSE(of("texture", "ways_per_set").required);  // there is only one set
  EXPECT_EQ(value("l1_data", "replacement_policy", "global.ca"), "weighted_way");
  EXPECT_EQ(value("l1_data", "way_replacement_probability", "global.ca"), json({0.125, 0.5, 0.25, 0.125}));
  EXPECT_FALSE(has("l2", "way_replacement_probability"));
}

TEST_F(TruthOfACard, ACacheIsAskedForThePiecesOfTheOneBefore) {
  EXPECT_EQ(value("l2", "fetch_bytes", "global.ca"), 64);
  EXPECT_EQ(value("l2", "fetch_bytes", "global.cg"), 32);
  EXPECT_EQ(value("l1_data", "fetch_bytes", "global.ca"), 64);
  EXPECT_TRUE(of("l2", "fetch_bytes").required);  // global.cg can fetch any small size
}

TEST(TruthBehindACache, NobodyCanTellLessFromWhatIsAlwaysAskedFor) {
  json card = json::parse(kCard);
  card["paths"].erase("global.cg");
  card["paths"].erase("texture");
  const auto required = [&] {
    for (const Expected& one : truth_of(*load_card(card.dump(), "two")))
      if (one.subjects.front() == "l2" && one.quantity == "fetch_bytes") return one.required;
    ADD_FAILURE() << "it is missing";
    return false;
  };
  EXPECT_FALSE(required());  // fetches of 64 B hide sectors of 32 B
  card["caches"]["second"]["sector_bytes"] = 64;
  EXPECT_FALSE(required());
  card["caches"]["second"]["sector_bytes"] = 128;
  EXPECT_TRUE(required());
}

TEST(TruthBehindASmallSpace, NobodyCanCountSetsThatNoAddressReaches) {
  json card = json::parse(kCard);
  json& cache = card["caches"]["first"];
  cache = {{"capacity_bytes", 16 * 1024},
           {"line_bytes", 128},
           {"sets", 128},
           {"ways", 1},
           {"policy", {{"kind", "lru"}}},
           {"index", {{"kind", "modulo"}, {"granule_bytes", 1024}}}};
  const auto required = [&](const std::string& quantity) {
    for (const Expected& one : truth_of(*load_card(card.dump(), "two")))
      if (one.part == "first" && one.quantity == quantity) return one.required;
    ADD_FAILURE() << quantity << " is missing";
    return false;
  };
  EXPECT_TRUE(required("sets"));
  for (auto& [space, path] : card["paths"].items())
    if (path["data"][0] == "first") path["max_footprint_bytes"] = 128 * 1024;
  EXPECT_TRUE(required("sets"));  // 128 KiB go through all sets once
  EXPECT_TRUE(required("capacity_bytes"));
  for (auto& [space, path] : card["paths"].items())
    if (path["data"][0] == "first") path["max_footprint_bytes"] = 127 * 1024;
  EXPECT_FALSE(required("sets"));
  EXPECT_FALSE(required("ways"));
  EXPECT_FALSE(required("set_index_bits"));
  EXPECT_FALSE(required("capacity_bytes"));
  EXPECT_TRUE(required("line_bytes"));
  EXPECT_TRUE(required("replacement_policy"));
}

TEST_F(TruthOfACard, LatenciesArePerSpace) {
  EXPECT_EQ(value("l2", "hit_latency_cycles", "global.ca"), 200);
  EXPECT_EQ(value("l2", "hit_latency_cycles", "global.cg"), 195);
  EXPECT_EQ(value("l1_data", "miss_penalty_cycles", "global.ca"), 160);
  EXPECT_EQ(value("l2", "miss_penalty_cycles", "global.cg"), 300);
  EXPECT_EQ(value("dram", "hit_latency_cycles", "global.ca"), 500);
  EXPECT_TRUE(of("texture", "hit_latency_cycles", "texture").required);
  EXPECT_FALSE(of("l2", "hit_latency_cycles", "texture").required);
  EXPECT_FALSE(of("dram", "hit_latency_cycles", "texture").required);
  EXPECT_TRUE(of("l1_data", "hit_latency_cycles", "readonly").required);
}

TEST_F(TruthOfACard, SpacesThatBeginWithOneCacheShareIt) {
  EXPECT_EQ(value("l1_data", "shares_with", "global.ca"), json({"readonly"}));
  EXPECT_EQ(value("l1_data", "shares_with", "readonly"), json({"l1_data"}));
  EXPECT_EQ(value("texture", "shares_with", "texture"), json::array());
  EXPECT_FALSE(has("l2", "shares_with"));  // no space meets the L2 first
  EXPECT_EQ(value("l1_data", "count_per_sm", "global.ca"), 1);
  EXPECT_TRUE(of("texture", "count_per_sm").required);
}

TEST(TruthOfArrays, TheLastCacheIsWorthAWordOnlyIfAnotherIsTheSame) {
  json card = json::parse(kCard);
  card["caches"]["tex"]["per_sm"] = 2;
  const auto find = [&](const std::string& quantity, const std::string& subject) {
    for (const Expected& one : truth_of(*load_card(card.dump(), "two")))
      if (one.quantity == quantity && one.subjects.front() == subject) return one;
    ADD_FAILURE() << subject << " " << quantity << " is missing";
    return Expected{};
  };
  EXPECT_EQ(find("count_per_sm", "texture").by_space.at("texture"), 2);
  card["paths"]["global.ca"]["data"] = {"second"};
  card["paths"]["global.ca"].erase("translation_after");
  card["paths"]["global.ca"]["latency"].erase("first");
  card["paths"].erase("readonly");
  EXPECT_FALSE(find("shares_with", "l2").required);
  EXPECT_FALSE(find("count_per_sm", "l2").required);
  card["paths"]["texture"] = card["paths"]["global.ca"];
  EXPECT_TRUE(find("shares_with", "l2").required);
  EXPECT_EQ(find("shares_with", "l2").by_space.at("texture"), json({"l2"}));
  card["paths"].erase("texture");
  EXPECT_FALSE(find("shares_with", "l2").required);
}

TEST_F(TruthOfACard, TlbsAreNamedByTheirPlace) {
  EXPECT_EQ(value("l1_tlb", "entries", "global.ca"), 16);
  EXPECT_EQ(value("l2_tlb", "reach_bytes", "global.cg"), 65 * 65536);
  EXPECT_EQ(value("l2_tlb", "ways_per_set", "global.ca"), json({17, 8, 8, 8, 8, 8, 8}));
  EXPECT_EQ(value("l1_tlb", "miss_penalty_cycles", "global.ca"), 20);
  EXPECT_EQ(value("l2_tlb", "miss_penalty_cycles", "global.cg"), 70);
  EXPECT_EQ(of("l1_tlb", "ways_per_set").also.first, "ways");
  EXPECT_FALSE(of("l2_tlb", "replacement_policy").required);
  EXPECT_FALSE(of("l2_tlb", "ways_per_set").by_space.contains("texture"));
}

TEST(TruthOfPresets, CombinationsLeaveMoreThanOnePenalty) {
  const auto cell = [](const std::vector<Expected>& all, const std::string& subject) {
    for (const Expected& one : all)
      if (one.subjects.front() == subject && one.quantity == "miss_penalty_cycles") return one.by_space.at("global.ca");
    return json();
  };
  const std::string path = std::string(CHASESCOPE_SOURCE_DIR) + "/resources/models/gtx560ti.json";
  std::ifstream stream(path);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  const auto all = truth_of(*load_card(text, path));
  // 404 cycles less 116 cycles where the L1 has the data, 27 cycles elsewhere (2014 paper, table 3).
  EXPECT_EQ(cell(all, "l1_tlb"), json({27.0, 288.0}));
}

TEST(TruthOfPresets, KeplersPageTablesAreActiveForAWindow) {
  const std::string path = std::string(CHASESCOPE_SOURCE_DIR) + "/resources/models/gtx780.json";
  std::ifstream stream(path);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  const auto all = truth_of(*load_card(text, path));
  const auto window =
      std::find_if(all.begin(), all.end(), [](const Expected& one) { return one.quantity == "activation_window_bytes"; });
  ASSERT_NE(window, all.end());
  EXPECT_EQ(window->subjects, std::vector<std::string>{"device"});
  EXPECT_EQ(window->by_space.at("global.ca"), 536870912);  // 2014 paper §4.2
  EXPECT_FALSE(window->by_space.contains("shared"));
}

TEST(TruthOfOneCache, it_is_the_first_level_unless_loads_pass_by_one) {
  json card = json::parse(kCard);
  card["paths"] = {{"global.ca", {{"data", {"second"}}, {"latency", {{"second", 200}, {"dram", 500}}}}}};
  for (const Expected& one : truth_of(*load_card(card.dump(), "one")))
    EXPECT_THAT(one.subjects.front(), testing::AnyOf("l1_data", "dram")) << one.quantity;
  card["paths"]["global.cg"] = card["paths"]["global.ca"];
  for (const Expected& one : truth_of(*load_card(card.dump(), "two")))
    EXPECT_THAT(one.subjects.front(), testing::AnyOf("l2", "dram")) << one.quantity;
}

}  // namespace
}  // namespace chasescope::accuracy
