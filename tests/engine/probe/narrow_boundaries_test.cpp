// Where a large cache of a device that keeps lines from one chase to the next is outgrown.
#include "engine/probe/structure/narrow_boundaries.h"

#include <gtest/gtest.h>

#include "engine/probe/shared_work.h"
#include "tests/engine/probe/keeping_device.h"
#include "tests/engine/probe/made_up_cards.h"

namespace chasescope {
namespace {

json card_with_l2_of(std::uint64_t bytes, const char* policy) {
  json l2 = lru(128, 32, bytes / 128 / 16, 16, {{"kind", "modulo"}});
  l2["policy"] = {{"kind", policy}};
  json card = card_around({{"l2", l2}}, {{"global.cg", {{"data", {"l2"}}, {"latency", {{"l2", 280}, {"dram", 700}}}}}});
  card["device"]["l2_bytes"] = bytes;
  card.erase("tlbs");
  return card;
}

const Finding* contiguous_of(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings)
    if (finding.subject == "l2" && finding.quantity == "contiguous_bytes") return &finding;
  return nullptr;
}

TEST(NarrowBoundaries, HoldWhatTheCacheHolds) {
  for (const std::uint64_t bytes :
       {std::uint64_t{5} << 19, std::uint64_t{3} << 20, std::uint64_t{4} << 20, std::uint64_t{13} << 19})
    for (const char* policy : {"lru", "random"}) {
      KeepingDevice device(card_with_l2_of(bytes, policy));
      const structure::Survey survey = survey_of(device, MemorySpace::global_cg, 2);
      ASSERT_EQ(survey.caches(), 1U);
      const structure::Boundary& boundary = survey.boundaries.front();
      EXPECT_TRUE(structure::is_narrow(boundary)) << bytes << policy << ' ' << boundary.fits << ' ' << boundary.misses_from;
      EXPECT_FALSE(boundary.narrowed_by.empty());
      EXPECT_LE(boundary.fits, bytes) << policy;
      EXPECT_GT(boundary.misses_from, bytes) << policy;
      EXPECT_GE(boundary.outgrown, boundary.misses_from);
    }
}

TEST(NarrowBoundaries, ThatAreSmallAreLeftToQuestionsOfSingleLines) {
  KeepingDevice device(card_with_l2_of(3 << 17, "lru"));
  const structure::Survey survey = survey_of(device, MemorySpace::global_cg, 2);
  ASSERT_EQ(survey.caches(), 1U);
  EXPECT_TRUE(survey.boundaries.front().narrowed_by.empty());
}

TEST(NarrowBoundaries, StayWideInAHurry) {
  KeepingDevice device(card_with_l2_of(std::uint64_t{3} << 20, "random"));
  SharedWork shared;
  shared.most_for_a_cache = 1000;
  const auto report = find_probe("latency")->run(device, {}, {.shared = &shared});
  ASSERT_TRUE(report.has_value());
  const structure::Survey* survey = shared.survey({.space = MemorySpace::global_cg}, 8);
  if (survey == nullptr) survey = shared.survey({.space = MemorySpace::global_cg}, 1);
  ASSERT_NE(survey, nullptr);
  EXPECT_TRUE(survey->boundaries.front().narrowed_by.empty());
}

// No line by itself can be told to stay, but how much stays can.
TEST(NarrowBoundaries, TellHowMuchIsHeldWithItsInterval) {
  constexpr std::uint64_t kBytes = std::uint64_t{7} << 21;
  KeepingDevice device(card_with_l2_of(kBytes, "random"));
  const auto report = find_probe("capacity")->run(device, {}, {});
  ASSERT_TRUE(report.has_value());
  const Finding* finding = contiguous_of(report->findings);
  ASSERT_NE(finding, nullptr);
  ASSERT_EQ(finding->status, FindingStatus::measured) << finding->reason;
  EXPECT_LE(finding->value.get<std::uint64_t>(), kBytes);
  EXPECT_EQ(*finding->low, finding->value.get<double>());
  EXPECT_GT(*finding->high, kBytes);
  EXPECT_FALSE(finding->evidence.empty());
}

}  // namespace
}  // namespace chasescope
