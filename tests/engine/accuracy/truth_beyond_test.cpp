// Findings about machines beyond the vocabulary: several words may be right, silence may be right, and other words are wrong.
#include "tests/engine/accuracy/truth_beyond.h"

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>
#include <string>

#include "engine/device/software/software_device.h"
#include "tests/engine/accuracy/judge.h"
#include "tests/engine/findings/made_finding.h"

namespace chasescope::accuracy {
namespace {

using model::CacheSpec;
using model::Card;
using model::IndexSpec;
using nlohmann::json;

/// The card tests/engine/model/cards/organised.json, which has one machine of each kind.
json organised() {
  std::ifstream file(CHASESCOPE_SOURCE_DIR "/tests/engine/model/cards/organised.json");
  return json::parse(file);
}

Card loaded(const json& file) {
  const auto card = load_card(file.dump(), "test");
  if (!card) throw std::runtime_error(card.error().message);
  return *card;
}

/// A finding. Without a value, its status is not_measurable.
Finding finding(const std::string& subject, const std::string& quantity, const json& value, const std::string& space) {
  Finding one = made_finding(subject, quantity, value, {}, {{"space", space}});
  if (value.is_null()) one.status = FindingStatus::not_measurable;
  return one;
}

/// The judge's verdict on one finding about a part of a card; `missing` if the quantity is not judged.
Verdict verdict(const Card& card, const std::string& part, const Finding& said) {
  const std::vector<Expected> expected = truth_of(card);
  const Judgement judgement = judge(expected, {said});
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (expected[i].part == part && expected[i].quantity == said.quantity &&
        expected[i].by_space.contains(said.conditions["space"]))
      return judgement.judged[i].verdict;
  return Verdict::missing;
}

class Organised : public ::testing::Test {
 protected:
  Verdict l1(const std::string& quantity, const json& value) const {
    return verdict(card, "l1", finding("l1_data", quantity, value, "global.ca"));
  }
  Verdict skewed(const std::string& quantity, const json& value) const {
    return verdict(card, "skewed", finding("texture", quantity, value, "texture"));
  }
  Verdict l2(const std::string& quantity, const json& value) const {
    return verdict(card, "l2", finding("l3", quantity, value, "global.ca"));
  }
  Verdict tlb(const std::string& quantity, const json& value) const {
    return verdict(card, "l1_tlb", finding("l1_tlb", quantity, value, "global.ca"));
  }
  Card card = loaded(organised());
};

TEST_F(Organised, APolicyWithoutANameIsOtherOrCantBeTold) {
  for (const char* const right : {"other", "nru"}) EXPECT_EQ(l1("replacement_policy", right), Verdict::right);
  EXPECT_EQ(l1("replacement_policy", nullptr), Verdict::right);
  for (const char* const wrong : {"lru", "plru", "random", "clock"}) EXPECT_EQ(l1("replacement_policy", wrong), Verdict::wrong);
  EXPECT_EQ(tlb("replacement_policy", "clock"), Verdict::right);
  EXPECT_EQ(tlb("replacement_policy", "fifo"), Verdict::wrong);
  // An accepted "can't tell" becomes wrong if another finding is wrong.
  const std::vector<Expected> expected = truth_of(card);
  const Judgement judgement = judge(expected, {finding("l1_data", "replacement_policy", nullptr, "global.ca"),
                                               finding("l1_data", "replacement_policy", "lru", "global.ca")});
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i].part == "l1" && expected[i].quantity == "replacement_policy") {
      EXPECT_EQ(judgement.judged[i].verdict, Verdict::wrong);
    }
  }
}

TEST_F(Organised, ADataStoreHoldsLessThanTheTags) {
  for (const std::uint64_t right : {12800, 16384}) EXPECT_EQ(l1("capacity_bytes", right), Verdict::right);
  EXPECT_EQ(l1("capacity_bytes", 12801), Verdict::wrong);
  EXPECT_EQ(l1("capacity_bytes", nullptr), Verdict::missing);
  EXPECT_EQ(l1("contiguous_bytes", 12800), Verdict::right);  // neighbouring lines are in different sets until the store is full
  EXPECT_EQ(l1("sets", 32), Verdict::right);
}

TEST_F(Organised, ASkewedCacheHasNoSets) {
  for (const char* const quantity : {"sets", "set_index_function"})
    EXPECT_EQ(skewed(quantity, nullptr), Verdict::right) << quantity;
  EXPECT_EQ(skewed("sets", 64), Verdict::wrong);
  EXPECT_EQ(skewed("set_index_function", "other"), Verdict::right);
  EXPECT_EQ(skewed("set_index_function", json::array({{6}, {7}})), Verdict::wrong);
  EXPECT_EQ(skewed("ways_per_set", json(std::vector<int>(64, 2))), Verdict::wrong);
  EXPECT_EQ(skewed("ways", 2), Verdict::right);
  EXPECT_EQ(skewed("ways", 4), Verdict::wrong);
  EXPECT_EQ(skewed("capacity_bytes", 8192), Verdict::right);
  for (const char* const right : {"lru", "other"}) EXPECT_EQ(skewed("replacement_policy", right), Verdict::right);
  EXPECT_EQ(skewed("replacement_policy", "random"), Verdict::wrong);
  EXPECT_EQ(skewed("contiguous_bytes", 4096), Verdict::missing);  // this quantity is not judged
}

TEST_F(Organised, ASlicedCacheHasTheSetsOfAllSlices) {
  EXPECT_EQ(l2("sets", 192), Verdict::right);
  EXPECT_EQ(l2("set_index_function", "other"), Verdict::right);
  EXPECT_EQ(l2("set_index_function", "modulo"), Verdict::wrong);
  EXPECT_EQ(l2("fetch_bytes", 256), Verdict::right);  // the fetched line and the next one
}

TEST_F(Organised, ATlbEntryMayCoverSeveralPages) {
  for (const std::uint64_t right : {65536, 1048576}) EXPECT_EQ(tlb("page_bytes", right), Verdict::right);
  for (const std::uint64_t right : {16, 256}) EXPECT_EQ(tlb("entries", right), Verdict::right);
  EXPECT_EQ(tlb("reach_bytes", 16 << 20), Verdict::right);
  EXPECT_EQ(tlb("reach_bytes", 1 << 20), Verdict::wrong);
}

TEST_F(Organised, LatenciesAreThoseOfSlicesTicksAndSpeeds) {
  json file = organised();
  const auto hit = [&](double cycles) {
    return verdict(loaded(file), "l2", finding("l3", "hit_latency_cycles", cycles, "global.ca"));
  };
  for (const double right : {200.0, 250.0}) EXPECT_EQ(hit(right), Verdict::right) << right;  // at either speed
  EXPECT_EQ(hit(225), Verdict::wrong);
  file["clock"] = {{"tick_cycles", 8}};
  for (const double right : {193.0, 200.0, 233.0}) EXPECT_EQ(hit(right), Verdict::right) << right;
  for (const double wrong : {185.0, 240.0}) EXPECT_EQ(hit(wrong), Verdict::wrong) << wrong;
  file.erase("clock");
  for (const double right : {197.0, 212.0, 229.0}) EXPECT_EQ(hit(right), Verdict::right) << right;
  EXPECT_EQ(hit(235), Verdict::wrong);
  // Slices do not change the latency of a cache before them.
  const auto front = [&](double cycles) {
    return verdict(loaded(file), "l1", finding("l1_data", "hit_latency_cycles", cycles, "global.ca"));
  };
  EXPECT_EQ(front(30), Verdict::right);
  EXPECT_EQ(front(40), Verdict::wrong);
}

TEST_F(Organised, AVictimCacheIsALevelOrIsNot) {
  const auto capacity = [](const std::vector<Expected>& expected, const std::string& subject, std::uint64_t bytes) {
    const Judgement judgement = judge(expected, {finding(subject, "capacity_bytes", bytes, "global.ca")});
    std::vector<Verdict> verdicts;
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (expected[i].quantity == "capacity_bytes" && (expected[i].part == "victims" || expected[i].part == "l2"))
        verdicts.push_back(judgement.judged[i].verdict);
    return verdicts;
  };
  using Verdicts = std::vector<Verdict>;  // the verdicts on the L2 and on the victim cache
  const std::vector<Expected> as_level = truth_of(card), as_none = without_victim_level(card, truth_of(card));
  EXPECT_EQ(capacity(as_level, "l2", 1024), (Verdicts{Verdict::missing, Verdict::right}));
  EXPECT_EQ(capacity(as_level, "l2", 1024 + 16384), (Verdicts{Verdict::missing, Verdict::right}));  // together with the L1
  EXPECT_EQ(capacity(as_level, "l3", 196608), (Verdicts{Verdict::right, Verdict::missing}));
  EXPECT_EQ(capacity(as_none, "l2", 196608), (Verdicts{Verdict::right, Verdict::missing}));
  EXPECT_EQ(capacity(as_none, "l2", 1024), (Verdicts{Verdict::wrong, Verdict::missing}));
}

CacheSpec one_set(std::uint32_t ways, const model::PolicySpec& policy) {
  CacheSpec spec;
  spec.unit_bytes = spec.sector_bytes = 64;
  spec.ways = {ways};
  spec.policy = policy;
  return spec;
}

TEST(BehavesAs, MachinesThatAreTheSameGoByTheSimplerName) {
  EXPECT_EQ(behaves_as(one_set(2, {"mru", {}, {}})), "lru");
  EXPECT_EQ(behaves_as(one_set(8, {"bip", {{"epsilon", {1}}}, {}})), "lru");
  EXPECT_EQ(behaves_as(one_set(1, {"clock", {}, {}})), "lru");
  for (const char* const kind : {"nru", "clock", "srrip_hp", "srrip_fp", "bip", "mru"})
    for (const std::uint32_t ways : {4U, 16U}) EXPECT_EQ(behaves_as(one_set(ways, {kind, {}, {}})), "") << kind << ways;
  for (const char* const variant : {"H11_M1_R0_U0", "H00_M1_R2_U1", "H00_M1_R0_U1", "H11_M1_R1_U2", "H21_M2_R0_U0_UMO"})
    EXPECT_EQ(behaves_as(one_set(8, {"qlru", {}, {{"variant", variant}}})), "") << variant;
}

TEST(SlicedTruth, TwoLinearFunctionsAreOne) {
  CacheSpec cache = one_set(1, {});
  cache.ways.assign(8, 2);
  cache.index.kind = IndexSpec::Kind::sliced;
  cache.index.slices = 2;
  cache.index.parts.resize(2);
  cache.index.parts[0].kind = IndexSpec::Kind::xor_;
  cache.index.parts[0].bit_groups = {{8, 12}};
  cache.index.parts[1].kind = IndexSpec::Kind::bits;
  cache.index.parts[1].bit_groups = {{6}, {7}};
  EXPECT_EQ(index_truth(cache), (IndexTruth{IndexTruth::Kind::linear, {0x40, 0x80, 0x1100}}));
}

TEST(SlicedTruth, SlicesInTurnAreAModulus) {
  CacheSpec cache = one_set(1, {});
  cache.unit_bytes = cache.sector_bytes = 64;
  cache.ways.assign(6 * 8, 2);
  cache.index.kind = IndexSpec::Kind::sliced;
  cache.index.slices = 6;
  cache.index.parts.resize(2);
  cache.index.parts[0].granule_bytes = 256;
  cache.index.parts[1].kind = IndexSpec::Kind::bits;
  cache.index.parts[1].bit_groups = {{6}, {7}, {9}};
  EXPECT_EQ(index_truth(cache).kind, IndexTruth::Kind::modulo);
  // With a higher address bit in the set, the index is no residue.
  cache.index.parts[1].bit_groups = {{6}, {7}, {10}};
  EXPECT_EQ(index_truth(cache).kind, IndexTruth::Kind::table);
}

}  // namespace
}  // namespace chasescope::accuracy
