#include "engine/inference/sets/set_index.h"
#include "engine/inference/sets/one_distance.h"

#include <gtest/gtest.h>

#include <set>

namespace chasescope::inference {
namespace {

SetIndex modulo(std::uint64_t granule_bytes, std::uint64_t modulus) {
  SetIndex index;
  index.kind = SetIndex::Kind::modulo;
  index.granule_bytes = granule_bytes;
  index.modulus = modulus;
  return index;
}

// A list of the sets of units 0 to period − 1, as `set_of` gives them. The list repeats after that.
template <typename SetOf>
SetIndex listing(std::uint64_t unit_bytes, std::uint64_t period, std::uint32_t sets, const SetOf& set_of) {
  SetIndex index;
  index.kind = SetIndex::Kind::listed;
  index.unit_bytes = unit_bytes;
  index.listed_period = period;
  index.listed_sets = sets;
  for (std::uint64_t unit = 0; unit < period; ++unit) index.listed[unit] = set_of(unit);
  return index;
}

// Of so many addresses, that far apart, no two share a set.
bool is_spread(const SetIndex& index, std::uint64_t stride) {
  std::set<std::uint64_t> sets;
  for (std::uint64_t i = 0; i < index.sets(); ++i) sets.insert(index.set_of(i * stride));
  return sets.size() == index.sets();
}

TEST(LargestSpreadStride, IsTheLastPowerOfTwoThatSharesNoSet) {
  SetIndex hash;
  hash.kind = SetIndex::Kind::linear;
  hash.rows = {1U << 7 | 1U << 10 | 1U << 13, 1U << 8 | 1U << 11 | 1U << 13, 1U << 9 | 1U << 12 | 1U << 15};
  const auto largest = largest_spread_stride(hash, 128);
  ASSERT_TRUE(largest);
  for (std::uint64_t stride = 128; stride <= *largest; stride *= 2) EXPECT_TRUE(is_spread(hash, stride)) << stride;
  EXPECT_FALSE(is_spread(hash, 2 * *largest));
  EXPECT_EQ(*largest, 1U << 11);
}

TEST(LargestSpreadStride, IsTheLowestBitOfPlainBitsAndNoneAboveThem) {
  SetIndex plain;
  plain.kind = SetIndex::Kind::linear;
  plain.rows = {1U << 7, 1U << 8, 1U << 9};
  EXPECT_EQ(largest_spread_stride(plain, 128), 128U);
  EXPECT_FALSE(largest_spread_stride(plain, 256));
}

TEST(LinearForm, OfAListThatFollowsBitsWhateverItsSetsAreCalled) {
  const std::uint32_t names[] = {2, 0, 3, 1};
  const auto set_of = [&](std::uint64_t unit) { return names[((unit >> 1) & 1U) | (((unit >> 2) ^ (unit >> 4)) & 1U) << 1]; };
  const auto linear = linear_form(listing(64, 32, 4, set_of));
  ASSERT_TRUE(linear);
  EXPECT_EQ(linear->rows, (std::vector<std::uint64_t>{1U << 7, (1U << 8) | (1U << 10)}));
}

TEST(LinearForm, ThereIsNoneOfAnyOtherList) {
  EXPECT_FALSE(linear_form(listing(64, 6, 3, [](std::uint64_t unit) { return static_cast<std::uint32_t>(unit % 3); })));
  // There are four sets, as two bits would choose, but one set has more units than the others.
  EXPECT_FALSE(linear_form(listing(64, 8, 4, [](std::uint64_t unit) { return static_cast<std::uint32_t>(unit > 3 ? 0 : unit); })));
  // Sets 1 and 2 are exchanged in the second half.
  const std::uint32_t turned[] = {0, 1, 2, 3, 0, 2, 1, 3};
  EXPECT_FALSE(linear_form(listing(64, 8, 4, [&](std::uint64_t unit) { return turned[unit]; })));
  EXPECT_FALSE(linear_form(modulo(64, 4)));
}

TEST(ModuloForm, OfAListWhoseSetsTakeTurnsWhateverTheyAreCalled) {
  const std::uint32_t names[] = {2, 0, 1};
  const auto turns = modulo_form(listing(64, 6, 3, [&](std::uint64_t unit) { return names[unit % 3]; }));
  ASSERT_TRUE(turns);
  EXPECT_EQ(*turns, modulo(64, 3));
  const auto pairs = modulo_form(listing(64, 6, 3, [&](std::uint64_t unit) { return names[unit / 2]; }));
  ASSERT_TRUE(pairs);
  EXPECT_EQ(*pairs, modulo(128, 3));
}

TEST(ModuloForm, ThereIsNoneOfAnyOtherList) {
  const auto listed = [](std::vector<std::uint32_t> sets) {
    return listing(64, sets.size(), 3, [sets](std::uint64_t unit) { return sets[unit]; });
  };
  EXPECT_FALSE(modulo_form(listed({0, 1, 2, 0, 2, 1})));  // two sets are exchanged
  EXPECT_FALSE(modulo_form(listed({0, 1, 2, 0})));        // one set has more units than the others
  EXPECT_FALSE(modulo_form(listed({0, 0, 1, 1, 2})));     // one set has fewer units
  EXPECT_FALSE(modulo_form(listed({0, 1, 0, 1, 0, 1})));  // one set is never used
  EXPECT_FALSE(modulo_form(listed({0, 0, 0})));
  EXPECT_FALSE(modulo_form(modulo(64, 3)));
  SetIndex no_period = listed({0, 1, 2});
  no_period.listed_period = 0;
  EXPECT_FALSE(modulo_form(no_period));
}

std::vector<std::uint64_t> lines_at(std::uint64_t line_bytes, std::vector<std::uint64_t> numbers) {
  for (std::uint64_t& number : numbers) number *= line_bytes;
  return numbers;
}

TEST(ModuloOfOneDistance, IsTheDistanceOfTheLines) {
  EXPECT_EQ(modulo_of_one_distance(lines_at(64, {0, 1236, 2472, 3708, 4944}), 64), modulo(64, 1236));
  EXPECT_EQ(modulo_of_one_distance(lines_at(128, {5, 12, 19}), 128), modulo(128, 7));
}

TEST(ModuloOfOneDistance, CountsTheLinesOfAGranuleOnce) {
  EXPECT_EQ(modulo_of_one_distance(lines_at(256, {0, 1, 2, 3, 1228, 1229, 1230, 1231, 2456}), 256), modulo(1024, 307));
}

TEST(ModuloOfOneDistance, IsNotToldByLinesAtSeveralDistances) {
  EXPECT_FALSE(modulo_of_one_distance(lines_at(128, {24, 187, 276, 439, 592}), 128));
  EXPECT_FALSE(modulo_of_one_distance(lines_at(64, {0, 1, 12, 24, 25}), 64));      // runs of one and of two lines
  EXPECT_FALSE(modulo_of_one_distance(lines_at(64, {0, 1, 13, 14, 26}), 64));      // half a run more than a whole number
  EXPECT_FALSE(modulo_of_one_distance(lines_at(64, {1, 2, 13, 14, 25, 26}), 64));  // the runs begin amid a granule
  EXPECT_FALSE(modulo_of_one_distance(lines_at(64, {0, 13}), 64));                 // any two lines have one distance
  EXPECT_FALSE(modulo_of_one_distance({}, 64));
}

TEST(ContiguousBytes, EqualSetsInTurnHoldAllThereIs) {
  EXPECT_EQ(contiguous_bytes(modulo(128, 7), {3, 3, 3, 3, 3, 3, 3}, 128), 7 * 3 * 128U);
}

TEST(ContiguousBytes, TheSmallestSetEndsIt) {
  // Lines 0 to 4 go to sets 0, 1, 2, 0, 1. Line 5 is the second in set 2, which has one way.
  EXPECT_EQ(contiguous_bytes(modulo(64, 3), {5, 2, 1}, 64), 5 * 64U);
}

TEST(ContiguousBytes, NeighboursOfOneSetEndItBeforeOthersAreTouched) {
  // Eight neighbouring lines form a granule and go to one set of six ways.
  EXPECT_EQ(contiguous_bytes(modulo(512, 16), std::vector<std::uint32_t>(16, 6), 64), 6 * 64U);
}

TEST(ContiguousBytes, BitsThatAreNotUsedBringSetsBack) {
  SetIndex index;
  index.kind = SetIndex::Kind::linear;
  index.rows = {1U << 7, 1U << 9};  // bit 8 is unused, so that lines 0 and 2 share a set
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
