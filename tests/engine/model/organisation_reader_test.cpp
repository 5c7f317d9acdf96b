// The members of a card file for caches of other organisations: a valid file, and every slip at its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/model/card_file/card_reader.h"
#include "engine/model/card_file/card_sheet.h"
#include "engine/model/hierarchy.h"
#include "tests/engine/model/card_slip.h"

namespace chasescope::model::tests {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::vector<std::string_view> kSpaces{"global.ca", "texture"};

json good_card() {
  std::ifstream file(CHASESCOPE_SOURCE_DIR "/tests/engine/model/cards/organised.json");
  return json::parse(file);
}

TEST(OrganisationReader, ReadsAGoodCard) {
  const CardReading reading = read_card(good_card().dump(), kSpaces);
  ASSERT_TRUE(reading.card) << describe(reading.faults, "organised.json");
  const Card& card = *reading.card;
  EXPECT_EQ(card.caches.at("l1").cache.store_lines, 100U);
  EXPECT_TRUE(card.caches.at("victims").cache.exclusive);
  const CacheEntry& l2 = card.caches.at("l2");
  EXPECT_TRUE(l2.cache.next_line);
  EXPECT_EQ(l2.cache.index.kind, IndexSpec::Kind::sliced);
  EXPECT_EQ(l2.cache.index.slices, 3U);
  EXPECT_EQ(l2.slice_cycles, (std::vector<double>{0, 12, 25}));
  EXPECT_EQ(l2.cache.policy.words.at("second"), "H11_MR161_R1_U2");
  const CacheSpec& skewed = card.caches.at("skewed").cache;
  EXPECT_EQ(skewed.index.kind, IndexSpec::Kind::skewed);
  EXPECT_EQ(skewed.index.parts.size(), 2U);
  const CacheSpec& tlb = card.tlbs.at("l1_tlb");
  EXPECT_EQ(tlb.unit_bytes, 16U * 65536);
  EXPECT_EQ(tlb.sector_bytes, 65536U);
  EXPECT_EQ(card.clock, (ClockSpec{2, 1.25, 4e6}));
  // The card can also be simulated.
  std::vector<std::uint64_t> trace;
  for (std::uint64_t i = 0; i < 5000; ++i) trace.push_back(i * 7919 * 32 % (1U << 29));
  std::vector<std::uint8_t> outcomes(trace.size());
  for (const char* const space : {"global.ca", "texture"}) {
    Hierarchy hierarchy(card, space, {}, 1);
    hierarchy.run(trace, outcomes);
    for (const std::uint8_t outcome : outcomes) ASSERT_LT(outcome, hierarchy.latencies().outcomes());
  }
}

TEST(OrganisationReader, EveryNumberIsOnTheSheet) {
  const json file = good_card();
  std::map<std::string, std::string> rows;
  for (const SheetRow& row : sheet_of(file, *read_card(file.dump(), kSpaces).card))
    rows[row.pointer] = row.part + ": " + row.quantity + " = " + row.value;
  EXPECT_EQ(rows["/caches/l1/data_store/capacity_bytes"], "cache l1: data store, capacity = 12.5 KiB");
  EXPECT_EQ(rows["/caches/l2/slice_cycles"], "cache l2: slice = 0, 12, 25");
  EXPECT_EQ(rows["/caches/l2/index/slice/granule_bytes"], "cache l2: index, slice, granule = 4 KiB");
  EXPECT_EQ(rows["/caches/skewed/index/functions/1/bits"].substr(0, 40), "cache skewed: index, functions, no. 2, b");
  EXPECT_EQ(rows["/tlbs/l1_tlb/pages_per_entry"], "TLB l1_tlb: pages per entry = 16");
  EXPECT_EQ(rows["/clock/tick_cycles"], "clock: tick = 2 cycles");
}

// The example in the guide is a valid card, because people copy it.
TEST(CardGuide, ItsExampleIsACard) {
  std::ifstream file(CHASESCOPE_SOURCE_DIR "/docs/card-files.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = text.find("```json\n") + 8;
  ASSERT_NE(begin, std::string::npos + 8);
  const std::vector<std::string_view> spaces{"global.ca", "global.cg"};
  const CardReading reading = read_card(text.substr(begin, text.find("```", begin) - begin), spaces);
  EXPECT_TRUE(reading.card) << describe(reading.faults, "card-files.md");
}

class OrganisationFault : public ::testing::TestWithParam<Slip> {};

TEST_P(OrganisationFault, IsFoundAtItsPlace) { expect_found(GetParam(), good_card(), kSpaces, 4); }

const Slip kSlips[] = {
    // A data store beside the tags.
    {"/caches/l1/data_store/capacity_bytes", "12801", "/caches/l1/data_store/capacity_bytes", "whole number of lines"},
    {"/caches/l1/data_store/capacity_bytes", "16384", "/caches/l1/data_store/capacity_bytes", "fewer than the 128 tags"},
    {"/caches/l1/data_store/capacity_bytes", "", "/caches/l1/data_store/capacity_bytes", "is missing"},
    {"/caches/l1/data_store/lines", "3", "/caches/l1/data_store/lines", "not known"},
    {"/caches/l1/policy/kind", "\"fifo\"", "/caches/l1/data_store", "full sets staying full"},
    {"/caches/l1/policy/kind", "\"mru_n\"", "/caches/l1/data_store", "full sets staying full"},
    {"/caches/l1/exclusive", "true", "/caches/l1/exclusive", "data store"},
    // Exclusive caches.
    {"/caches/victims/exclusive", "1", "/caches/victims/exclusive", "true or false"},
    {"/caches/victims/policy/kind", "\"fifo\"", "/caches/victims/exclusive", "full sets staying full"},
    {"/caches/victims/next_line", "true", "/caches/victims/exclusive", "next_line"},
    {"/caches/victims/sector_bytes", "32", "/caches/victims/exclusive", "sectors"},
    {"/paths/texture/data", "[\"victims\"]", "/paths/texture/data", "filled by the cache before it"},
    {"/paths/texture/data", "[\"skewed\", \"victims\"]", "/paths/texture/data", "other lines or sectors"},
    {"/caches/l1/next_line", "true", "/paths/global.ca/data", "fetches next lines"},
    // Fetching the next line.
    {"/caches/skewed/next_line", "true", "/caches/skewed/next_line", "sectors"},
    {"/caches/l2/line_bytes", "64", "/paths/global.ca/data", "several lines at a time"},
    {"/caches/victims/alternatives",
     R"([{"l1_kib": 48, "capacity_bytes": 512, "line_bytes": 128, "sets": 1, "ways": 4, "index": {"kind": "modulo"}, "policy": {"kind": "lru"}}])",
     "/caches/victims/alternatives", "exclusive or fetches next lines"},
    // Slices.
    {"/caches/l2/slice_cycles", "[0, 12]", "/caches/l2/slice_cycles", "as many slices"},
    {"/caches/l2/slice_cycles", "[0, 12, -1]", "/caches/l2/slice_cycles", "must list"},
    {"/caches/l1/slice_cycles", "[0, 12]", "/caches/l1/slice_cycles", "kind sliced"},
    {"/caches/l2/alternatives", "[]", "/caches/l2/slice_cycles", "alternatives"},
    {"/caches/l2/index/slices", "5", "/caches/l2/index", "not equally many"},
    {"/caches/l2/index/slices", "1", "/caches/l2/index/slices", "between 2 and 64"},
    {"/caches/l2/index/slice", "", "/caches/l2/index/slice", "is missing"},
    {"/caches/l2/index/within/bits/5", "[7, 14]", "/caches/l2/index/within", "depend on each other"},
    {"/caches/l2/index/within/kind", "\"sliced\"", "/caches/l2/index/within/kind", "here are modulo, bits, xor, table"},
    // Skewed caches.
    {"/caches/skewed/index/functions", "3", "/caches/skewed/index/functions", "must be a list of 2 to 64"},
    {"/caches/skewed/index/functions/1/bits/0", "[5]", "/caches/skewed/index/functions/1/bits", "holds 5"},
    {"/caches/skewed/index/functions/2", "{\"kind\": \"modulo\"}", "/caches/skewed/index", "has 3 functions, but there are 2 ways"},
    {"/caches/skewed/policy/kind", "\"plru\"", "/caches/skewed/policy", "lru, fifo, random or nru"},
    {"/caches/skewed/data_store", "{\"capacity_bytes\": 4096}", "/caches/skewed/data_store", "another for each way"},
    // TLBs.
    {"/tlbs/l1_tlb/pages_per_entry", "3", "/tlbs/l1_tlb/pages_per_entry", "power of two"},
    {"/tlbs/l1_tlb/pages_per_entry", "64", "/tlbs/l1_tlb/pages_per_entry", "between 1 and 32"},
    {"/tlbs/l2_tlb/policy/bits", "9", "/tlbs/l2_tlb/policy/bits", "between 1 and 7"},
};

INSTANTIATE_TEST_SUITE_P(Slips, OrganisationFault, ::testing::ValuesIn(kSlips));

TEST(OrganisationReader, OneCacheOfAPathAnswersSoonerAndLater) {
  json card = good_card();
  card["partitions"] = {{"cache", "l2"}, {"count", 2}, {"index", {{"kind", "modulo"}}}, {"home", {0}}};
  for (const char* const space : {"global.ca", "texture"}) card["paths"][space]["far_latency"] = {{"l2", 300}, {"dram", 700}};
  const CardReading reading = read_card(card.dump(), kSpaces);
  EXPECT_FALSE(reading.card);
  EXPECT_THAT(describe(reading.faults, ""), HasSubstr("more than one cache that answers sooner and later"));
}

}  // namespace
}  // namespace chasescope::model::tests
