// Latencies that look like levels of translation but are none: pages whose data are farther away, and ticks of the clock. Blind
// tests on cards made for this purpose.
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kLevelPage = std::uint64_t{2} << 20;

json tlb_of(std::uint64_t sets, std::uint64_t ways) {
  return {{"page_bytes", kLevelPage},      {"entries", sets * ways},     {"sets", sets}, {"ways", ways},
          {"index", {{"kind", "modulo"}}}, {"policy", {{"kind", "lru"}}}};
}

/// Two TLBs before an L2, and memory that takes 300 cycles longer than the L2.
json two_tlbs(int l2_cycles, int near_penalty, int far_penalty) {
  const json path = {{"data", {"l2"}},
                     {"latency", {{"l2", l2_cycles}, {"dram", l2_cycles + 300}}},
                     {"translation", {"l1_tlb", "l2_tlb"}},
                     {"translation_penalty", {{"l2_tlb", near_penalty}, {"walk", far_penalty}}}};
  json card = card_around({{"l2", lru(128, 128, 512, 16, {{"kind", "modulo"}})}}, {{"global.ca", path}});
  card["tlbs"] = {{"l1_tlb", tlb_of(1, 16)}, {"l2_tlb", tlb_of(8, 8)}};
  return card;
}

void expect_two(const json& card, bool noise, double near_penalty, double far_penalty, double tolerance) {
  const auto device = opened(card, noise);
  const auto found = found_on(*device, "tlb", {});
  EXPECT_EQ(value_of(found, "l1_tlb", "entries"), 16);
  EXPECT_EQ(value_of(found, "l2_tlb", "entries"), 64);
  EXPECT_FALSE(value_of(found, "l1_tlb", "miss_penalty_cycles").is_null());
  EXPECT_FALSE(value_of(found, "l2_tlb", "miss_penalty_cycles").is_null());
  for (const Finding& finding : found) {
    EXPECT_NE(finding.subject, "l3_tlb") << finding.quantity;
    if (finding.quantity != "miss_penalty_cycles") continue;
    ASSERT_EQ(finding.status, FindingStatus::measured) << finding.subject << ": " << finding.reason;
    const double truth = finding.subject == "l1_tlb" ? near_penalty : far_penalty - near_penalty;
    EXPECT_NEAR(finding.value.get<double>(), truth, tolerance) << finding.subject;
    EXPECT_LE(finding.low, truth) << finding.subject;
    EXPECT_GE(finding.high, truth) << finding.subject;
  }
}

class DataInParts : public ::testing::TestWithParam<bool> {};

// The L2 and the memory behind it are in two slices, which bits of the page number choose. The slices differ by about as much as a
// miss of the nearest TLB takes.
TEST_P(DataInParts, AreNoLevelsOfTranslation) {
  json card = two_tlbs(304, 43, 221);
  json& l2 = card["caches"]["l2"];
  l2["index"] = {{"kind", "sliced"},
                 {"slices", 2},
                 {"slice", {{"kind", "xor"}, {"bits", {{16, 21, 22, 25}}}}},
                 {"within", {{"kind", "bits"}, {"bits", {7, 8, 9, 10, 11, 12, 13, 14}}}}};
  l2["slice_cycles"] = {0, 35};
  expect_two(card, GetParam(), 43, 221, 1);
}

INSTANTIATE_TEST_SUITE_P(WithoutAndInNoise, DataInParts, ::testing::Bool());

// The latency of a hit is a multiple of the tick, and that of a miss is not.
TEST(TicksOfTheClock, AreNoLevelsOfTranslation) {
  for (const int tick : {2, 4}) {
    json card = two_tlbs(200, 79, 477);
    card["clock"] = {{"tick_cycles", tick}};
    expect_two(card, false, 79, 477, 2 * tick);
  }
}

// If hits and misses differ by less than three standard deviations of the noise, no single access tells them apart.
TEST(TlbsNearEachOther, are_told_by_as_many_passes_as_it_takes) {
  for (const int near_penalty : {8, 10}) {
    json card = two_tlbs(200, near_penalty, 120);
    card["tlbs"]["l1_tlb"] = tlb_of(4, 4);
    expect_two(card, true, near_penalty, 120, 0.3);
  }
}

// The method that finds such TLBs must not take parts of the data for levels of translation that are as close.
TEST(PartsOfTheDataNearEachOther, are_no_tlbs) {
  json card = two_tlbs(304, 43, 221);
  json& l2 = card["caches"]["l2"];
  l2["index"] = {{"kind", "sliced"},
                 {"slices", 2},
                 {"slice", {{"kind", "xor"}, {"bits", {{16, 21, 22, 25}}}}},
                 {"within", {{"kind", "bits"}, {"bits", {7, 8, 9, 10, 11, 12, 13, 14}}}}};
  for (const int apart : {6, 9}) {
    l2["slice_cycles"] = {0, apart};
    const auto found = found_in_noise_on(card, "tlb", {});
    std::size_t told = 0;
    for (const Finding& finding : found) {
      if (finding.quantity != "entries" || finding.status != FindingStatus::measured) continue;
      EXPECT_EQ(finding.value, finding.subject == "l1_tlb" ? 16 : 64) << apart;
      ++told;
    }
    EXPECT_EQ(told, apart < 9 ? 0U : 2U) << apart << " cycles apart";
  }
}

// A miss rate counts single accesses, and noise makes some misses look like hits.
TEST(MissRateOverPages, IsNotToldOfMissesThatNoiseHides) {
  const auto found = found_in_noise_on(two_tlbs(200, 12, 120), "tlb", {});
  const auto rate =
      std::find_if(found.begin(), found.end(), [](const Finding& f) { return f.subject == "l1_tlb" && f.quantity == "miss_rate"; });
  ASSERT_NE(rate, found.end());
  EXPECT_EQ(rate->status, FindingStatus::not_measurable);
  EXPECT_THAT(rate->reason, ::testing::HasSubstr("some misses are as fast as hits"));
}

}  // namespace
}  // namespace chasescope
