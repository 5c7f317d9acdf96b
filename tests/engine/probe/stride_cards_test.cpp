// The stride sweep on unpublished cards: the lines, sets, ways and pages that it reports must be those of the card.
#include <gtest/gtest.h>

#include <iostream>

#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/made_up/made_up_card.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

using tests::environment_number;
using tests::MadeUpCard;
using tests::MadeUpLevel;
using tests::make_up_card;

/// The true value of a quantity; null if it must not be measured.
nlohmann::json truth_of(const MadeUpCard& made, std::size_t level, const std::string& quantity) {
  const model::CacheSpec& spec = made.levels[level].spec;
  const bool equal = std::equal(spec.ways.begin() + 1, spec.ways.end(), spec.ways.begin());
  if (quantity == "fetch_bytes") return spec.sector_bytes;
  if (quantity == "line_bytes") return spec.unit_bytes;
  if (quantity == "sets") return spec.ways.size();
  if (quantity == "ways") return equal ? nlohmann::json(spec.ways.front()) : nlohmann::json();
  return {};
}

class StrideSweepOnMadeUpCards : public ::testing::TestWithParam<bool> {};

TEST_P(StrideSweepOnMadeUpCards, SaysNothingWrong) {
  const std::uint64_t first = environment_number("CHASESCOPE_FIRST_CARD", 1);
  const std::uint64_t end = first + environment_number("CHASESCOPE_CARDS", 12);
  int right = 0, open = 0, pages = 0, cards_with_pages = 0, corners = 0;
  for (std::uint64_t card = first; card < end; ++card) {
    const MadeUpCard made = make_up_card(card);
    const auto device = made.open(GetParam(), card);
    const auto report = find_probe("stride-sweep")->run(*device, {{"picture", "no"}}, {});
    ASSERT_TRUE(report);
    cards_with_pages += made.has_tlb ? 1 : 0;
    for (const Finding& f : report->findings) {
      if (f.quantity == "page_bytes") {
        if (f.status != FindingStatus::measured) continue;
        ++pages;
        ASSERT_TRUE(made.has_tlb) << made.description();
        EXPECT_EQ(f.value, made.card.tlbs.begin()->second.unit_bytes) << made.description();
        continue;
      }
      if (f.subject == "device" || f.quantity.starts_with("set_index")) continue;
      const std::size_t level = made.levels.size() == 1 || f.subject == "l1_data" ? 0 : f.subject == "l2" ? 1 : 2;
      ASSERT_LT(level, made.levels.size()) << f.subject << made.description();
      // A corner of a curve gives the bytes that a miss fetches, even if another method found them differently.
      for (const Opinion& opinion : f.opinions) {
        EXPECT_EQ(opinion.value, truth_of(made, level, f.quantity)) << f.subject << ' ' << opinion.method << made.description();
        ++corners;
      }
      if (f.status != FindingStatus::measured) {
        ++open;
      } else if (f.quantity != "ways_per_set") {
        EXPECT_EQ(f.value, truth_of(made, level, f.quantity))
            << f.subject << ' ' << f.quantity << ' ' << f.conditions << ' ' << f.reason << made.description();
        ++right;
      }
    }
  }
  std::cout << right << " right, " << open << " open, " << corners << " corners, pages of " << pages << " of " << cards_with_pages
            << " cards\n";
  EXPECT_GE(right, 4 * open);
  EXPECT_GE(corners, static_cast<int>(end - first) / 2);
  EXPECT_GT(pages, 0);
}

INSTANTIATE_TEST_SUITE_P(Noise, StrideSweepOnMadeUpCards, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "StandardNoise" : "Quiet"; });

// Neighbouring lines share a set. It overflows while other sets are empty, so that all lines of the array miss as if there were
// only one set.
TEST(StrideSweep, DoesNotTakeTheFirstSetForTheOnlyOne) {
  for (const std::uint64_t ways : {1, 4}) {
    json card = card_around({{"l1", lru(512, 512, 16, ways, {{"kind", "bits"}, {"bits", {13, 14, 15, 16}}})}},
                            {{"global.ca", {{"data", {"l1"}}, {"latency", {{"l1", 30}, {"dram", 500}}}}}});
    card.erase("tlbs");
    const auto found = value_of(found_on(card, "stride-sweep", {{"picture", "no"}}), "l1_data", "sets");
    // With one way, no two neighbours stay, so that the other sets can't be seen.
    EXPECT_EQ(found, ways == 1 ? json(nullptr) : json(16)) << ways;
  }
}

}  // namespace
}  // namespace chasescope
