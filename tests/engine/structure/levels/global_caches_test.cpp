// The caches that global.cg skips, found from the cycles of each space's levels.
#include <gtest/gtest.h>

#include "engine/structure/shape/global_caches.h"

namespace chasescope::structure {
namespace {

Behind space(std::size_t caches, std::vector<double> levels) { return {caches, levels.front(), 0, 0, levels}; }

TEST(GlobalCaches, OneIsSkippedByTheSpaceThatIsMuchSlowerAtItsFastest) {
  const GlobalCaches count = count_global_caches(space(2, {40, 200, 500}), space(1, {195, 495}));
  EXPECT_EQ(count.of_ca, 2U);
  EXPECT_EQ(count.of_cg, 1U);
  EXPECT_TRUE(count.told_apart);
  EXPECT_TRUE(count.cg_told_apart);
}

TEST(GlobalCaches, NoneIsSkippedWhereBothAreAsFast) {
  const GlobalCaches count = count_global_caches(space(2, {40, 200, 500}), space(2, {42, 200, 500}));
  EXPECT_EQ(count.of_ca, 2U);
  EXPECT_EQ(count.of_cg, 0U);
}

TEST(GlobalCaches, ALevelThatGlobalCgDoesNotShowIsMissed) {
  // Neighbouring lines overflow both caches of global.cg at once: the level of 225 cycles is seen, and that of 519 is not.
  const GlobalCaches count = count_global_caches(space(3, {91, 225, 519, 977}), space(1, {223, 975}));
  EXPECT_EQ(count.of_cg, 2U);
  EXPECT_TRUE(count.told_apart);
  EXPECT_FALSE(count.cg_told_apart);
}

TEST(GlobalCaches, ALevelThatGlobalCaDoesNotShowIsMissed) {
  const GlobalCaches count = count_global_caches(space(2, {40, 200, 700}), space(2, {195, 400, 700}));
  EXPECT_EQ(count.of_ca, 3U);
  EXPECT_FALSE(count.told_apart);
  EXPECT_TRUE(count.cg_told_apart);
}

// Noise may make the slowest level of one walk look like outliers.
TEST(GlobalCaches, WhereBothBeginAlikeBothHaveAsMany) {
  const GlobalCaches few = count_global_caches(space(3, {48, 184, 326, 493}), space(2, {41, 177, 319}));
  EXPECT_EQ(few.of_ca, 3U);
  EXPECT_TRUE(few.told_apart);
  EXPECT_FALSE(few.cg_told_apart);
  const GlobalCaches more = count_global_caches(space(2, {48, 184, 326}), space(3, {41, 177, 319, 486}));
  EXPECT_EQ(more.of_ca, 3U);
  EXPECT_FALSE(more.told_apart);
  EXPECT_TRUE(more.cg_told_apart);
}

TEST(GlobalCaches, WhatIsHardlySlowerMayBeTheSecond) {
  const GlobalCaches count = count_global_caches(space(2, {200, 250, 500}), space(1, {240, 490}));
  EXPECT_EQ(count.of_ca, 2U);
  EXPECT_TRUE(count.told_apart);
  EXPECT_TRUE(count.cg_told_apart);
}

TEST(GlobalCaches, TwoMayBeSkipped) {
  const GlobalCaches count = count_global_caches(space(3, {40, 120, 300, 600}), space(1, {290, 590}));
  EXPECT_EQ(count.of_ca, 3U);
  EXPECT_EQ(count.of_cg, 1U);
  EXPECT_TRUE(count.told_apart);
  EXPECT_TRUE(count.cg_told_apart);
}

Description serving(std::vector<MemorySpace> spaces) {
  Description device;
  device.calls = {"chase"};
  device.spaces = std::move(spaces);
  return device;
}

TEST(Subjects, an_only_cache_is_the_first_level_unless_other_loads_pass_by_one) {
  using Names = std::vector<std::string>;
  const Description plain = serving({MemorySpace::global_ca}),
                    passes_by = serving({MemorySpace::global_ca, MemorySpace::global_cg});
  EXPECT_EQ(subjects_of(plain, MemorySpace::global_ca, 1, 0), Names{"l1_data"});
  EXPECT_EQ(subjects_of(passes_by, MemorySpace::global_ca, 1, 0), Names{"l2"});
  EXPECT_EQ(subjects_of(passes_by, MemorySpace::global_cg, 1, 2), Names{"l2"});
  for (const Description& device : {plain, passes_by}) {
    EXPECT_EQ(subjects_of(device, MemorySpace::global_ca, 2, 0), (Names{"l1_data", "l2"}));
    EXPECT_EQ(subjects_of(device, MemorySpace::global_ca, 3, 0), (Names{"l1_data", "l2", "l3"}));
    EXPECT_EQ(subjects_of(device, MemorySpace::texture, 1, 0), Names{"texture"});
    EXPECT_TRUE(subjects_of(device, MemorySpace::global_ca, 0, 0).empty());
  }
}

}  // namespace
}  // namespace chasescope::structure
