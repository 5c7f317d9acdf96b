#include "engine/device/cuda/visible_cards.h"

#include <gtest/gtest.h>

namespace chasescope {
namespace {

TEST(VisibleCards, OneOfSeveralIsShownAlone) {
  EXPECT_EQ(value_that_shows(1, std::nullopt, 2), "1");
  EXPECT_EQ(value_that_shows(0, std::nullopt, 8), "0");
  EXPECT_EQ(value_that_shows(1, "3,0,2", 8), "0");
  EXPECT_EQ(value_that_shows(0, "GPU-8932f937-d72c,MIG-GPU-8932f937/1/2", 2), "GPU-8932f937-d72c");
}

TEST(VisibleCards, NothingIsHiddenWhereOneIsShownOrNoneMayBeMeant) {
  EXPECT_EQ(value_that_shows(0, std::nullopt, 1), std::nullopt);
  EXPECT_EQ(value_that_shows(0, std::nullopt, 0), std::nullopt);
  EXPECT_EQ(value_that_shows(2, std::nullopt, 2), std::nullopt);  // the driver says how many there are
  EXPECT_EQ(value_that_shows(0, "1", 2), std::nullopt);
  EXPECT_EQ(value_that_shows(2, "0,1", 4), std::nullopt);
  EXPECT_EQ(value_that_shows(0, "", 4), std::nullopt);
  for (const char* const ends_early : {"0,-1,1", "0,,1", "0, 1"}) EXPECT_EQ(value_that_shows(0, ends_early, 4), std::nullopt);
}

}  // namespace
}  // namespace chasescope
