#include "engine/inference/levels/near_far.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace chasescope::inference {
namespace {

constexpr std::size_t kFewestRows = 4, kFewestColumns = 8;
constexpr double kClockStep = 1;       // cycles
constexpr double kExplained = 0.5;     // least share of the remaining variance that the pattern must explain
constexpr double kTimesChance = 2;     // times what the strongest pattern of pure noise explains
constexpr double kMostAsked = 0.9;
constexpr double kSmallerSide = 0.05;  // least share of the rows, and of the columns, on the smaller side
constexpr double kConsistent = 0.95;   // share of the rows for which far addresses must have a larger latency
constexpr int kRounds = 200;

// Subtracts the means of each row and each column.
std::vector<double> centred(const LatencyMap& map) {
  std::vector<double> rows(map.rows, 0), columns(map.columns, 0);
  double mean = 0;
  for (std::size_t r = 0; r < map.rows; ++r)
    for (std::size_t c = 0; c < map.columns; ++c) {
      rows[r] += map.at(r, c);
      columns[c] += map.at(r, c);
      mean += map.at(r, c);
    }
  for (double& sum : rows) sum /= static_cast<double>(map.columns);
  for (double& sum : columns) sum /= static_cast<double>(map.rows);
  mean /= static_cast<double>(map.rows * map.columns);
  std::vector<double> left(map.cycles.size());
  for (std::size_t r = 0; r < map.rows; ++r)
    for (std::size_t c = 0; c < map.columns; ++c) left[r * map.columns + c] = map.at(r, c) - rows[r] - columns[c] + mean;
  return left;
}

double norm(const std::vector<double>& vector) {
  return std::sqrt(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.0));
}

struct Pattern {
  std::vector<double> row, column;  // the column's length is the pattern's strength
};

// The strongest pattern of one number per row times one per column (the first singular vectors).
Pattern strongest(const std::vector<double>& matrix, std::size_t rows, std::size_t columns) {
  Pattern pattern{std::vector<double>(rows, 0), std::vector<double>(columns, 0)};
  std::size_t largest = 0;
  double most = -1;
  for (std::size_t r = 0; r < rows; ++r) {
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) sum += matrix[r * columns + c] * matrix[r * columns + c];
    if (sum > most) {
      most = sum;
      largest = r;
    }
  }
  for (std::size_t c = 0; c < columns; ++c) pattern.column[c] = matrix[largest * columns + c];
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t r = 0; r < rows; ++r) {
      pattern.row[r] = 0;
      for (std::size_t c = 0; c < columns; ++c) pattern.row[r] += matrix[r * columns + c] * pattern.column[c];
    }
    const double length = norm(pattern.row);
    if (length <= 0) break;
    for (double& value : pattern.row) value /= length;
    for (std::size_t c = 0; c < columns; ++c) {
      pattern.column[c] = 0;
      for (std::size_t r = 0; r < rows; ++r) pattern.column[c] += matrix[r * columns + c] * pattern.row[r];
    }
  }
  return pattern;
}

double quantile(std::vector<double>& values, double share) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

bool has_two_sides(const std::vector<bool>& side) {
  const auto ones = static_cast<double>(std::count(side.begin(), side.end(), true));
  const auto all = static_cast<double>(side.size());
  return std::min(ones, all - ones) >= std::max(1.0, kSmallerSide * all);
}

}  // namespace

SidesResult find_sides(const LatencyMap& map) {
  if (map.rows < kFewestRows || map.columns < kFewestColumns)
    return {{}, "Too few SMs or addresses were measured to find two sides."};
  const std::vector<double> left = centred(map);
  const double variance = std::inner_product(left.begin(), left.end(), left.begin(), 0.0);
  const double spread = std::sqrt(variance / static_cast<double>(left.size()));
  if (spread < kClockStep / 2)
    return {{}, "Apart from a constant for each SM and each address, all SMs are equally far from all addresses."};

  const Pattern pattern = strongest(left, map.rows, map.columns);
  const double strength = norm(pattern.column);
  Sides sides;
  sides.explained = strength * strength / variance;
  // The first pattern of pure noise, by the law of Marchenko and Pastur.
  const double m = static_cast<double>(map.rows), n = static_cast<double>(map.columns);
  const double chance = std::pow(std::sqrt(m) + std::sqrt(n), 2) / (m * n);
  if (sides.explained < std::min(kMostAsked, std::max(kExplained, kTimesChance * chance)))
    return {{}, "SMs and addresses do not form two sides: one pattern of near and far explains too little of their differences."};

  // An address is far if SM and address have the same sign: the latency is then above the sum of both means.
  for (const double value : pattern.row) sides.row_side.push_back(value < 0);
  for (const double value : pattern.column) sides.column_side.push_back(value >= 0);
  if (!has_two_sides(sides.row_side) || !has_two_sides(sides.column_side))
    return {{}, "Nearly all SMs, or nearly all addresses, lie on one side."};

  std::vector<double> near, far;
  std::size_t consistent = 0;
  for (std::size_t r = 0; r < map.rows; ++r) {
    double sums[2] = {0, 0};
    std::size_t counts[2] = {0, 0};
    for (std::size_t c = 0; c < map.columns; ++c) {
      const bool is_far = sides.row_side[r] != sides.column_side[c];
      (is_far ? far : near).push_back(map.at(r, c));
      sums[is_far] += left[r * map.columns + c];
      ++counts[is_far];
    }
    consistent += sums[1] / static_cast<double>(counts[1]) - sums[0] / static_cast<double>(counts[0]) > kClockStep;
  }
  if (static_cast<double>(consistent) < kConsistent * m)
    return {{}, "For some SMs, the two sides that other SMs show have no difference."};
  sides.near_cells = near.size();
  sides.far_cells = far.size();
  sides.near_low = quantile(near, 0.25);
  sides.near_cycles = quantile(near, 0.5);
  sides.near_high = quantile(near, 0.75);
  sides.far_low = quantile(far, 0.25);
  sides.far_cycles = quantile(far, 0.5);
  sides.far_high = quantile(far, 0.75);
  return {sides, {}};
}

}  // namespace chasescope::inference
