#include "engine/inference/levels/near_far.h"

#include <gtest/gtest.h>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

struct SidedChip {
  LatencyMap map;
  std::vector<bool> row_side, column_side;
};

// SMs and lines at random places. Each has its own distance to the middle of the chip, and the way from one side to the other takes
// `step` cycles more.
SidedChip chip(std::size_t rows, std::size_t columns, double step, double noise, std::uint64_t seed) {
  Random random(seed);
  SidedChip chip;
  chip.map.rows = rows;
  chip.map.columns = columns;
  std::vector<double> of_row, of_column;
  for (std::size_t r = 0; r < rows; ++r) {
    chip.row_side.push_back(r == 0 || (r > 1 && random.unit() < 0.5));
    of_row.push_back(20 * random.unit());
  }
  for (std::size_t c = 0; c < columns; ++c) {
    chip.column_side.push_back(c == 0 || (c > 1 && random.unit() < 0.4));
    of_column.push_back(30 * random.unit());
  }
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      chip.map.cycles.push_back(230 + of_row[r] + of_column[c] + (chip.row_side[r] == chip.column_side[c] ? 0 : step) +
                                noise * (random.unit() + random.unit() - 1));
  return chip;
}

TEST(NearFar, FindsTheSidesOfAChip) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const SidedChip c = chip(24 + seed, 48, 30, 4, seed);
    const SidesResult found = find_sides(c.map);
    ASSERT_TRUE(found.sides) << seed << found.undecided;
    for (std::size_t row = 0; row < c.map.rows; ++row)
      for (std::size_t column = 0; column < c.map.columns; ++column)
        EXPECT_EQ(found.sides->row_side[row] == found.sides->column_side[column], c.row_side[row] == c.column_side[column])
            << seed << ": " << row << ", " << column;
    EXPECT_NEAR(found.sides->far_cycles - found.sides->near_cycles, 30, 6);
    EXPECT_EQ(found.sides->near_cells + found.sides->far_cells, c.map.cycles.size());
  }
}

TEST(NearFar, FindsNoneWhereThereIsOnlyNoise) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const SidesResult found = find_sides(chip(4 + seed, 8 + seed % 60, 0, 6, seed).map);
    EXPECT_FALSE(found.sides) << seed;
    EXPECT_FALSE(found.undecided.empty());
  }
}

TEST(NearFar, FindsNoneWhereEverySmIsAsNear) {
  EXPECT_FALSE(find_sides(chip(30, 30, 0, 0, 1).map).sides);
  EXPECT_NE(find_sides(chip(30, 30, 0, 0, 1).map).undecided.find("equally far from all"), std::string::npos);
}

TEST(NearFar, RefusesMapsThatAreTooSmall) {
  EXPECT_FALSE(find_sides({}).sides);
  EXPECT_FALSE(find_sides(chip(3, 40, 30, 0, 1).map).sides);
}

}  // namespace
}  // namespace chasescope::inference
