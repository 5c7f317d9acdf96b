// Blind tests: chips are drawn with groups of SMs of any size and with noise. The test compares all that the code finds with the
// draw.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "engine/inference/chip/distance_patterns.h"
#include "engine/inference/chip/same_chip.h"
#include "engine/inference/chip/sm_groups.h"
#include "engine/trace/random.h"
#include "tests/engine/made_up/random_errors.h"

namespace chasescope::inference {
namespace {

using chasescope::tests::bounded_gaussian;

struct Chip {
  std::vector<std::size_t> group_of;        // by SM
  std::vector<std::vector<double>> cycles;  // by group and slice
  std::vector<double> of_sm;                // the cycles that each SM adds to every access
  std::vector<std::size_t> slice_of;        // by line
};

/// SMs in pairs and in groups of any size. The slices lie on two sides and are nearer to the groups of their side. Every group has
/// another distance to every slice.
Chip drawn(Random& random, double cycles, std::size_t lines) {
  Chip chip;
  const std::size_t groups = 3 + random.below(10), slices = 12 + random.below(37);
  for (std::size_t group = 0; group < groups; ++group) {
    std::vector<double>& way = chip.cycles.emplace_back();
    for (std::size_t slice = 0; slice < slices; ++slice)
      way.push_back((group % 2 == slice % 2 ? 0 : 4 * cycles) + cycles * bounded_gaussian(random));
    for (std::size_t tpc = 1 + random.below(8); tpc > 0; --tpc) chip.group_of.insert(chip.group_of.end(), 2, group);
  }
  // The numbers of the SMs do not follow the groups.
  for (std::size_t i = chip.group_of.size() / 2; i > 1; --i) {
    const std::size_t other = random.below(i);
    for (const std::size_t half : {0, 1}) std::swap(chip.group_of[2 * (i - 1) + half], chip.group_of[2 * other + half]);
  }
  for (std::size_t sm = 0; sm < chip.group_of.size(); ++sm)
    chip.of_sm.push_back(sm % 2 == 0 ? 5 * bounded_gaussian(random) : chip.of_sm.back());
  for (std::size_t line = 0; line < lines; ++line) chip.slice_of.push_back(random.below(slices));
  return chip;
}

RepeatedMap measured(const Chip& chip, double noise, Random& random) {
  RepeatedMap map{chip.group_of.size(), chip.slice_of.size(), {}, {}};
  for (std::size_t sm = 0; sm < map.rows; ++sm)
    for (const std::size_t slice : chip.slice_of) {
      const double cycles = 280 + chip.cycles[chip.group_of[sm]][slice] + chip.of_sm[sm];
      map.first.push_back(cycles + noise * bounded_gaussian(random));
      map.second.push_back(cycles + noise * bounded_gaussian(random));
    }
  return map;
}

/// The root mean square difference of two groups over the lines, after their means were removed.
double apart(const Chip& chip, std::size_t a, std::size_t b) {
  double sum = 0, squares = 0;
  for (const std::size_t slice : chip.slice_of) {
    const double each = chip.cycles[a][slice] - chip.cycles[b][slice];
    sum += each;
    squares += each * each;
  }
  const auto n = static_cast<double>(chip.slice_of.size());
  return std::sqrt(std::max(squares / n - sum * sum / n / n, 0.0));
}

TEST(SmGroups, tells_no_wrong_group_of_chips_that_are_drawn) {
  Random random(35);
  std::size_t told = 0, tpcs = 0, clear = 0;
  constexpr std::size_t kChips = 300;
  for (std::size_t i = 0; i < kChips; ++i) {
    const double cycles = 1 + 4 * random.unit(), noise = 0.5 + 2.5 * random.unit();
    const Chip chip = drawn(random, cycles, 64 + random.below(192));
    if (chip.group_of.size() < 8) continue;
    const RepeatedMap map = measured(chip, noise, random);
    clear += cycles > noise ? 1 : 0;
    const auto found = sm_groups(map);
    if (found.groups) {
      ++told;
      for (std::size_t a = 0; a < map.rows; ++a)
        for (std::size_t b = 0; b < a; ++b) {
          const std::size_t x = chip.group_of[a], y = chip.group_of[b];
          const bool joined = found.groups->group_of[a] == found.groups->group_of[b];
          ASSERT_TRUE(x != y || joined) << "chip " << i << ": SMs " << b << " and " << a << " of one group are told apart";
          // Groups that differ by no more than the reported value may be taken for one.
          ASSERT_TRUE(!joined || apart(chip, x, y) < found.groups->between_cycles)
              << "chip " << i << ": SMs " << b << " and " << a << " differ by " << apart(chip, x, y);
        }
    }
    if (const auto neighbours = neighbours_alike(map)) {
      ++tpcs;
      ASSERT_EQ(neighbours->size, 2U) << i;
    }
    std::vector<std::size_t> met = chip.slice_of;
    std::sort(met.begin(), met.end());
    met.erase(std::unique(met.begin(), met.end()), met.end());
    ASSERT_LE(columns_apart(map), met.size()) << i;
  }
  EXPECT_GT(told, clear * 9 / 10) << "of chips whose groups differ by more than noise";
  EXPECT_GT(tpcs, kChips / 4);
}

TEST(SmGroups, are_not_told_of_a_chip_without_any) {
  Random random(36);
  for (std::size_t i = 0; i < 200; ++i) {
    Chip chip = drawn(random, 0, 64);
    if (chip.group_of.size() < 8) continue;
    // A constant that an SM or a line adds to all its cycles is no pattern.
    const RepeatedMap map = measured(chip, 0.5 + 3 * random.unit(), random);
    const auto found = sm_groups(map);
    ASSERT_FALSE(found.groups) << i;
    EXPECT_THAT(found.undecided, testing::HasSubstr("are equal"));
    const auto patterns = distance_patterns(map);
    ASSERT_TRUE(patterns.found);
    ASSERT_TRUE(patterns.found->patterns.empty()) << i;
    ASSERT_EQ(columns_apart(map), 1U);
  }
}

// Every SM has a place of its own, so that no number of groups is better than another.
TEST(SmGroups, are_not_told_where_SMs_differ_by_and_by) {
  Random random(37);
  std::size_t told = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    RepeatedMap map{64, 96, {}, {}};
    std::vector<double> along(96), across(96);
    for (double& each : along) each = 20 * (random.unit() - 0.5);
    for (double& each : across) each = 20 * (random.unit() - 0.5);
    for (std::size_t sm = 0; sm < map.rows; ++sm) {
      const double x = random.unit(), y = random.unit();
      for (std::size_t line = 0; line < map.columns; ++line) {
        const double cycles = 280 + x * along[line] + y * across[line];
        map.first.push_back(cycles + bounded_gaussian(random));
        map.second.push_back(cycles + bounded_gaussian(random));
      }
    }
    told += sm_groups(map).groups ? 1 : 0;
  }
  EXPECT_EQ(told, 0U);
}

TEST(DistancePatterns, are_as_many_as_were_put_in) {
  Random random(38);
  for (std::size_t rank = 0; rank <= 8; ++rank) {
    RepeatedMap map{100, 64, {}, {}};
    std::vector<std::vector<double>> rows(rank), columns(rank);
    for (auto& row : rows)
      for (std::size_t r = 0; r < map.rows; ++r) row.push_back(bounded_gaussian(random));
    for (auto& column : columns)
      for (std::size_t c = 0; c < map.columns; ++c) column.push_back(3 * bounded_gaussian(random));
    for (std::size_t r = 0; r < map.rows; ++r)
      for (std::size_t c = 0; c < map.columns; ++c) {
        double cycles = 280 + static_cast<double>(r % 7) + static_cast<double>(c % 5);
        for (std::size_t k = 0; k < rank; ++k) cycles += rows[k][r] * columns[k][c];
        map.first.push_back(cycles + 2 * bounded_gaussian(random));
        map.second.push_back(cycles + 2 * bounded_gaussian(random));
      }
    const auto found = distance_patterns(map);
    ASSERT_TRUE(found.found) << found.undecided;
    EXPECT_EQ(found.found->patterns.size(), rank);
    EXPECT_NEAR(found.found->noise_cycles, 2, 0.1);
    EXPECT_NEAR(found.found->explained, rank > 0 ? 1 : 0, 0.05);
  }
}

TEST(NeighboursAlike, are_not_told_where_numbers_say_nothing) {
  Random random(39);
  for (std::size_t i = 0; i < 100; ++i) {
    Chip chip = drawn(random, 4, 64);
    for (std::size_t at = chip.group_of.size(); at > 1; --at) {
      const std::size_t other = random.below(at);
      std::swap(chip.group_of[at - 1], chip.group_of[other]);
      std::swap(chip.of_sm[at - 1], chip.of_sm[other]);
    }
    if (chip.group_of.size() < 16) continue;
    EXPECT_FALSE(neighbours_alike(measured(chip, 1, random))) << i;
  }
}

TEST(SameChip, is_recognised_again_and_no_other_is) {
  Random random(40);
  std::size_t again = 0, others = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    const Chip chip = drawn(random, 4, 128);
    if (chip.group_of.size() < 16) continue;
    // The second measurement reads other lines, which lie in other slices.
    Chip later = chip;
    for (std::size_t& slice : later.slice_of) slice = random.below(chip.cycles.front().size());
    const auto first = sm_groups(measured(chip, 1, random)), second = sm_groups(measured(later, 1.5, random));
    // A chip of the same kind on which two TPCs of different groups have exchanged numbers.
    Chip other = chip;
    std::size_t a = 0, b = 0;
    const auto alone = [&](std::size_t tpc) {
      return std::count(chip.group_of.begin(), chip.group_of.end(), chip.group_of[2 * tpc]) == 2;
    };
    // If both groups have a single TPC, the exchange leaves the groups as they were.
    while (chip.group_of[2 * a] == chip.group_of[2 * b] || (alone(a) && alone(b))) {
      a = random.below(chip.group_of.size() / 2);
      b = random.below(chip.group_of.size() / 2);
    }
    for (const std::size_t half : {0, 1}) {
      std::swap(other.group_of[2 * a + half], other.group_of[2 * b + half]);
      std::swap(other.of_sm[2 * a + half], other.of_sm[2 * b + half]);
    }
    const auto third = sm_groups(measured(other, 1, random));
    if (first.groups && second.groups) {
      const auto match = compare_chips(first.groups->group_of, second.groups->group_of).match;
      ASSERT_NE(match, ChipMatch::other) << i;
      again += match == ChipMatch::same ? 1 : 0;
    }
    if (!first.groups || !third.groups) continue;
    const auto found = compare_chips(first.groups->group_of, third.groups->group_of);
    ASSERT_NE(found.match, ChipMatch::same) << i;
    others += found.match == ChipMatch::other ? 1 : 0;
  }
  EXPECT_GT(again, 150U);
  EXPECT_GT(others, 75U);
}

TEST(SameChip, may_be_where_one_saw_less) {
  const std::vector<std::size_t> fine{0, 0, 1, 1, 2, 2, 3, 3}, coarse{0, 0, 0, 0, 1, 1, 2, 2}, crossed{0, 0, 1, 1, 2, 3, 3, 3};
  EXPECT_EQ(compare_chips(fine, fine).match, ChipMatch::same);
  EXPECT_EQ(compare_chips(fine, coarse).match, ChipMatch::may_be);
  EXPECT_EQ(compare_chips(coarse, fine).match, ChipMatch::may_be);
  const auto other = compare_chips(fine, crossed);
  EXPECT_EQ(other.match, ChipMatch::other);
  EXPECT_THAT(other.elsewhere, testing::SizeIs(1));
  EXPECT_EQ(compare_chips(fine, {}).match, ChipMatch::untold);
}

TEST(Chip, takes_small_maps) {
  EXPECT_FALSE(sm_groups({}).groups);
  EXPECT_FALSE(distance_patterns({}).found);
  EXPECT_FALSE(neighbours_alike({}));
  EXPECT_EQ(columns_apart({}), 0U);
}

}  // namespace
}  // namespace chasescope::inference
