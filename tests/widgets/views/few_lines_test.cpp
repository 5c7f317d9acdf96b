// The chase of few lines for a cache of a known size: the lines fit, or are one more than a set holds.
#include <gtest/gtest.h>

#include "widgets/figure/figure_probes.h"

namespace chasescope {
namespace {

TEST(FewLines, overflow_what_is_known_of_a_cache_by_one) {
  EXPECT_EQ(fewLinesBeyond(16384, 128).bytes, 17U * 1024);
  EXPECT_EQ(fewLinesBeyond(16384, 128).stride, 1024U);
  EXPECT_EQ(fewLinesBeyond(48, 8).bytes, 56U);
  EXPECT_EQ(fewLinesBeyond(48, 8).stride, 8U);
  EXPECT_EQ(fewLinesBeyond(0, 4).bytes, 48U);
  EXPECT_FALSE(fewLinesBeyond(0, 4).overflows);
  // Eight sets of 20 ways: only 21 lines of one set overflow it.
  EXPECT_EQ(fewLinesBeyond(5120, 32, 20).stride, 256U);
  EXPECT_EQ(fewLinesBeyond(5120, 32, 20).bytes, 21U * 256);
  EXPECT_TRUE(fewLinesBeyond(5120, 32, 20).overflows);
  // One set of 512 ways: a chase that overflows it is too long to be drawn.
  EXPECT_FALSE(fewLinesBeyond(65536, 128, 512).overflows);
  EXPECT_EQ(fewLinesBeyond(65536, 128, 512).bytes, 12U * 128);
}

}  // namespace
}  // namespace chasescope
