#include "engine/inference/chip/distance_patterns.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/tails.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kRowsToTakeApart = 4, kColumnsToTakeApart = 8;
constexpr std::size_t kMostPatterns = 32;
constexpr int kMostRounds = 300;
constexpr double kSettled = 1e-9;  // relative change of the strength in a round after which the iteration ends

struct Vectors {
  std::vector<double> row, column;
  double strength = 0;
};

double length_of(const std::vector<double>& vector) {
  return std::sqrt(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.0));
}

/// The first singular vectors, both of length 1. The iteration starts from the longest row.
Vectors strongest(const std::vector<double>& cells, std::size_t rows, std::size_t columns) {
  Vectors found{std::vector<double>(rows), std::vector<double>(columns)};
  double longest = -1;
  for (std::size_t r = 0; r < rows; ++r) {
    const double* row = cells.data() + r * columns;
    const double length = std::inner_product(row, row + columns, row, 0.0);
    if (length <= longest) continue;
    longest = length;
    std::copy(row, row + columns, found.column.begin());
  }
  for (int round = 0; round < kMostRounds; ++round) {
    for (std::size_t r = 0; r < rows; ++r)
      found.row[r] = std::inner_product(found.column.begin(), found.column.end(), cells.data() + r * columns, 0.0);
    const double length = length_of(found.row);
    if (length <= 0) break;
    for (double& each : found.row) each /= length;
    std::fill(found.column.begin(), found.column.end(), 0.0);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < columns; ++c) found.column[c] += cells[r * columns + c] * found.row[r];
    const double strength = length_of(found.column);
    const bool settled = std::abs(strength - found.strength) <= kSettled * strength;
    found.strength = strength;
    if (strength <= 0) break;
    for (double& each : found.column) each /= strength;
    if (settled) break;
  }
  return found;
}

void subtract(std::vector<double>& cells, const Vectors& vectors, double strength) {
  for (std::size_t r = 0; r < vectors.row.size(); ++r)
    for (std::size_t c = 0; c < vectors.column.size(); ++c)
      cells[r * vectors.column.size() + c] -= strength * vectors.row[r] * vectors.column[c];
}

/// The strength of the same pattern in other cells.
double strength_in(const std::vector<double>& cells, const Vectors& vectors) {
  double sum = 0;
  for (std::size_t r = 0; r < vectors.row.size(); ++r)
    for (std::size_t c = 0; c < vectors.column.size(); ++c)
      sum += cells[r * vectors.column.size() + c] * vectors.row[r] * vectors.column[c];
  return sum;
}

}  // namespace

DistancePatternsFound distance_patterns(const RepeatedMap& map) {
  if (map.rows < kRowsToTakeApart || map.columns < kColumnsToTakeApart)
    return {{}, "Too few SMs or places were measured, or each only once, to see what comes again."};
  RepeatedMap left = centred(map, Centre::both);
  const double noise = std::sqrt(noise_variance(left));
  const double again = std::inner_product(left.first.begin(), left.first.end(), left.second.begin(), 0.0);
  DistancePatterns found;
  found.noise_cycles = noise;
  const double z = statistics::normal_above(statistics::kWrong / static_cast<double>(kMostPatterns));
  const std::size_t most = std::min({kMostPatterns, map.rows - 1, map.columns - 1});
  // Rounding errors alone leave a small pattern in a map without noise.
  const double least = 1e-6 * std::sqrt(std::max(again, 0.0)) + 1e-9;
  while (found.patterns.size() < most) {
    const Vectors vectors = strongest(left.first, map.rows, map.columns);
    // The vectors have length 1 and do not depend on the second half. So the noise of the second half adds to the strength as much
    // as that of a single cell.
    const double strength = strength_in(left.second, vectors);
    if (strength <= std::max(z * noise, least)) break;
    subtract(left.first, vectors, vectors.strength);
    subtract(left.second, vectors, strength);
    DistancePattern pattern{vectors.row, vectors.column, vectors.strength * strength / again};
    for (double& each : pattern.column) each *= strength;
    found.explained += pattern.share;
    found.patterns.push_back(std::move(pattern));
  }
  return {found, {}};
}

}  // namespace chasescope::inference
