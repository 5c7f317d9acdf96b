// The parts of pages that fill the sets of the TLBs in front.
#include "engine/structure/translation/front_fillers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/engine/made_up/modulo_shape.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kPart = 4096, kPage = 8 * kPart;

TEST(FrontFillers, FillEverySetThatAnAskedPageGoesToByPartsOfThePagesAlone) {
  const CacheShape front = modulo_shape(3, 4, kPart);
  const CacheShape* fronts[] = {&front};
  const Addresses asked{0, kPage, 5 * kPage, 9 * kPage, 30 * kPage};
  const Addresses fillers = front_fillers(fronts, asked, {}, kPage, kPart, 2, 1);
  std::map<std::uint64_t, std::set<std::uint64_t>> pages_of;
  std::set<std::uint64_t> pages, all(asked.begin(), asked.end());
  for (const std::uint64_t address : asked) pages.insert(address / kPage);
  for (const std::uint64_t filler : fillers) {
    EXPECT_TRUE(pages.contains(filler / kPage)) << filler;
    EXPECT_EQ(filler % kPart, 0U);
    EXPECT_TRUE(all.insert(filler).second) << "twice";
  }
  for (const std::uint64_t address : all) pages_of[address / kPart % 3].insert(address / kPart);
  for (const std::uint64_t address : asked) EXPECT_EQ(pages_of[address / kPart % 3].size(), 2U * 4 + 1);
}

TEST(FrontFillers, SetsThatNoAskedPageGoesToAreLeftAlone) {
  const CacheShape front = modulo_shape(4, 2, kPart);
  const CacheShape* fronts[] = {&front};
  for (const std::uint64_t filler : front_fillers(fronts, {0, kPage, 2 * kPage}, {}, kPage, kPart, 1, 7))
    EXPECT_EQ(filler / kPart % 4, 0U);
}

TEST(FrontFillers, WhatIsVisitedAnywayCounts) {
  const CacheShape front = modulo_shape(1, 4, kPart);
  const CacheShape* fronts[] = {&front};
  EXPECT_THAT(front_fillers(fronts, {0, kPage}, {2 * kPage, 3 * kPage, 4 * kPage}, kPage, kPart, 1, 0), testing::IsEmpty());
  EXPECT_EQ(front_fillers(fronts, {0, kPage}, {2 * kPage}, kPage, kPart, 1, 0).size(), 2U);
}

TEST(FrontFillers, GiveWhatPartsThereAre) {
  const CacheShape front = modulo_shape(1, 64, kPart);
  const CacheShape* fronts[] = {&front};
  EXPECT_EQ(front_fillers(fronts, {0, kPage}, {}, kPage, kPart, 3, 0).size(), 14U);
  EXPECT_THAT(front_fillers(fronts, {0, kPage}, {}, kPart, kPart, 3, 0), testing::IsEmpty());
}

TEST(FrontFillers, AllOfSeveralInFrontAreFilled) {
  const CacheShape first = modulo_shape(1, 6, kPart), second = modulo_shape(1, 5, 2 * kPart);
  const CacheShape* fronts[] = {&first, &second};
  const Addresses asked{0, kPage, 2 * kPage};
  std::set<std::uint64_t> of_first, of_second;
  Addresses all = front_fillers(fronts, asked, {}, kPage, kPart, 1, 3);
  all.insert(all.end(), asked.begin(), asked.end());
  for (const std::uint64_t address : all) {
    of_first.insert(address / kPart);
    of_second.insert(address / (2 * kPart));
  }
  EXPECT_GT(of_first.size(), 6U);
  EXPECT_GT(of_second.size(), 5U);
}

}  // namespace
}  // namespace chasescope::structure
