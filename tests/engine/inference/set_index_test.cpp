#include "engine/inference/set_index.h"

#include <gtest/gtest.h>

namespace chasescope::inference {
namespace {

SetIndex modulo(std::uint64_t granule_bytes, std::uint64_t modulus) {
  SetIndex index;
  index.kind = SetIndex::Kind::modulo;
  index.granule_bytes = granule_bytes;
  index.modulus = modulus;
  return index;
}

TEST(ContiguousBytes, EqualSetsInTurnHoldAllThereIs) {
  EXPECT_EQ(contiguous_bytes(modulo(128, 7), {3, 3, 3, 3, 3, 3, 3}, 128), 7 * 3 * 128U);
}

TEST(ContiguousBytes, TheSmallestSetEndsIt) {
  // Lines 0, 1, 2, 3, 4 fill sets 0, 1, 2, 0, 1; line 5 is the second of set 2.
  EXPECT_EQ(contiguous_bytes(modulo(64, 3), {5, 2, 1}, 64), 5 * 64U);
}

TEST(ContiguousBytes, NeighboursOfOneSetEndItBeforeOthersAreTouched) {
  // Eight lines of a granule in a row, six ways.
  EXPECT_EQ(contiguous_bytes(modulo(512, 16), std::vector<std::uint32_t>(16, 6), 64), 6 * 64U);
}

TEST(ContiguousBytes, BitsThatAreNotUsedBringSetsBack) {
  SetIndex index;
  index.kind = SetIndex::Kind::linear;
  index.rows = {1U << 7, 1U << 9};  // not bit 8: lines 0 and 2 share a set
  EXPECT_EQ(contiguous_bytes(index, {2, 2, 2, 2}, 128), 8 * 128U);
  EXPECT_EQ(contiguous_bytes(index, {1, 1, 1, 1}, 128), 2 * 128U);
}

TEST(ContiguousBytes, ALineWhoseSetIsNotListedLeavesItOpen) {
  SetIndex index;
  index.kind = SetIndex::Kind::listed;
  index.unit_bytes = 64;
  index.listed = {{0, 0}, {1, 1}, {2, 0}};
  index.listed_sets = 2;
  EXPECT_FALSE(contiguous_bytes(index, {4, 4}, 64));
  EXPECT_EQ(contiguous_bytes(index, {1, 4}, 64), 2 * 64U);
  index.listed_period = 3;
  EXPECT_EQ(contiguous_bytes(index, {4, 4}, 64), 6 * 64U);
}

}  // namespace
}  // namespace chasescope::inference
