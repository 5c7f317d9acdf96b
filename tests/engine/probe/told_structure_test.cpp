// Findings about sets and policy are tested with chases from which nothing was inferred. A contradicted finding is not reported,
// and a true one must stay. Blind tests on cards made for this purpose.
#include <gmock/gmock.h>

#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

using ::testing::HasSubstr;

json card_of(json l1, json l2, bool with_pages) {
  json ca = {{"data", {"l1", "l2"}}, {"latency", {{"l1", 30}, {"l2", 200}, {"dram", 500}}}};
  if (with_pages) ca.update({{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 300}}}});
  json card = card_around({{"l1", std::move(l1)}, {"l2", std::move(l2)}}, {{"global.ca", ca}});
  if (!with_pages) card.erase("tlbs");
  return card;
}

std::string reason_of(const std::vector<Finding>& findings, const std::string& subject, const std::string& quantity) {
  for (const Finding& finding : findings)
    if (finding.subject == subject && finding.quantity == quantity) return finding.reason;
  return {};
}

// A cache in front answers some visits. If a visit waits for translation, it looks like one that the cache in front did not answer.
TEST(ToldStructure, OfASecondCacheBehindPagesStays) {
  json l2 = lru(128, 32, 32, 12, {{"kind", "xor"}, {"bits", {{7, 13}, {8, 14}, {9, 15}, {10, 16}, {11, 17}}}});
  l2["policy"] = {{"kind", "fifo"}};
  json card = card_of(lru(32, 32, 32, 4, {{"kind", "modulo"}}), l2, true);
  card["tlbs"]["tlb"]["page_bytes"] = 4096;
  const auto found = found_on(card, "replacement");
  EXPECT_EQ(value_of(found, "l1_data", "replacement_policy"), "lru");
  EXPECT_EQ(value_of(found, "l2", "replacement_policy"), "fifo") << reason_of(found, "l2", "replacement_policy");
  EXPECT_EQ(value_of(found_on(card, "sets"), "l2", "sets"), 32);
}

// With few misses, the cache keeps its first policy, which equals LRU.
TEST(ToldStructure, APolicyThatChangesAfterManyMissesIsNotTheFirst) {
  json l1 = lru(128, 128, 64, 4, {{"kind", "modulo"}});
  l1["policy"] = {{"kind", "dip"}};
  const auto found = found_on(card_of(l1, lru(128, 128, 1024, 8, {{"kind", "modulo"}}), false), "replacement");
  EXPECT_EQ(value_of(found, "l1_data", "replacement_policy"), nullptr) << "no policy with a name does both";
}

// 16 hashed sets of 4 ways with a data store of 30 lines. Walks take the store for one set of 30 ways.
TEST(ToldStructure, AStoreOfDataIsNoSet) {
  json l1 = lru(128, 128, 16, 4, {{"kind", "xor"}, {"bits", {{7, 19, 23}, {8, 12, 18, 21}, {9, 13, 16, 24}, {10, 20, 22, 25}}}});
  l1["data_store"] = {{"capacity_bytes", 30 * 128}};
  const json card = card_of(l1, lru(128, 128, 1024, 8, {{"kind", "modulo"}}), false);
  const auto found = found_on(card, "sets");
  EXPECT_EQ(value_of(found, "l1_data", "sets"), 16);
  const json ways = value_of(found, "l1_data", "ways");
  EXPECT_EQ(ways, 4);
  EXPECT_NE(value_of(found_on(card, "replacement"), "l1_data", "replacement_policy"), "fifo");
}

/// A device that does not serve trials, so that chases must replace them.
class WithoutTrials final : public Device {
 public:
  explicit WithoutTrials(std::unique_ptr<Device> device) : device_(std::move(device)), description_(device_->description()) {
    std::erase(description_.calls, std::string(TrialsRequest::kCall));
  }
  const Description& description() const override { return description_; }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    return device_->chase(request, control);
  }

 private:
  std::unique_ptr<Device> device_;
  Description description_;
};

class HashedSets : public ::testing::TestWithParam<bool> {};

// 128 hashed sets of 4 ways with a data store of 373 lines, which lose their places in turn. Neighbouring lines fill the store
// first, so that walks show no index.
TEST_P(HashedSets, BeforeAStoreOfDataAreToldByTrialsOrByChasesThatMakeThem) {
  const json index = {{"kind", "xor"},
                      {"bits", {{7, 14, 21}, {8, 15, 22}, {9, 16, 23}, {10, 17, 24}, {11, 18, 25}, {12, 19}, {13, 20}}}};
  json l1 = lru(128, 128, 128, 4, index);
  l1["data_store"] = {{"capacity_bytes", 373 * 128}};
  auto device = opened(card_of(l1, lru(128, 128, 1024, 8, {{"kind", "modulo"}}), false));
  if (GetParam()) device = std::make_unique<WithoutTrials>(std::move(device));
  for (const char* probe : {"sets", "conflicts"}) {
    const auto found = found_on(*device, probe, {{"space", "global.ca"}});
    EXPECT_EQ(value_of(found, "l1_data", "sets"), 128) << probe << ": " << reason_of(found, "l1_data", "sets");
    EXPECT_EQ(value_of(found, "l1_data", "ways"), 4) << probe;
  }
}

// 4 hashed sets of 64 ways with a data store of 160 lines. Lines that spread over the sets fill the store before they fill a set.
TEST_P(HashedSets, ThatLinesFromAnywhereNeverFillAreToldByLinesThatAgreeInTheirLowBits) {
  json l1 = lru(128, 128, 4, 64, {{"kind", "xor"}, {"bits", {{7, 10, 13}, {8, 9, 13, 14}}}});
  l1["data_store"] = {{"capacity_bytes", 160 * 128}};
  auto device = opened(card_of(l1, lru(128, 128, 1024, 8, {{"kind", "modulo"}}), false));
  if (GetParam()) device = std::make_unique<WithoutTrials>(std::move(device));
  const auto found = found_on(*device, "sets", {{"space", "global.ca"}});
  EXPECT_EQ(value_of(found, "l1_data", "sets"), 4) << reason_of(found, "l1_data", "sets");
  EXPECT_EQ(value_of(found, "l1_data", "ways"), 64) << reason_of(found, "l1_data", "ways");
  EXPECT_EQ(value_of(found_on(*device, "replacement", {{"space", "global.ca"}}), "l1_data", "replacement_policy"), "lru");
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutTrials, HashedSets, ::testing::Bool());

}  // namespace
}  // namespace chasescope
