#include "engine/inference/chip/repeated_map.h"

namespace chasescope::inference {
namespace {

void take_out(std::vector<double>& cycles, std::size_t rows, std::size_t columns, Centre centre) {
  if (centre != Centre::columns)
    for (std::size_t r = 0; r < rows; ++r) {
      double sum = 0;
      for (std::size_t c = 0; c < columns; ++c) sum += cycles[r * columns + c];
      for (std::size_t c = 0; c < columns; ++c) cycles[r * columns + c] -= sum / static_cast<double>(columns);
    }
  if (centre == Centre::rows) return;
  for (std::size_t c = 0; c < columns; ++c) {
    double sum = 0;
    for (std::size_t r = 0; r < rows; ++r) sum += cycles[r * columns + c];
    for (std::size_t r = 0; r < rows; ++r) cycles[r * columns + c] -= sum / static_cast<double>(rows);
  }
}

}  // namespace

RepeatedMap centred(RepeatedMap map, Centre centre) {
  if (map.empty()) return map;
  take_out(map.first, map.rows, map.columns, centre);
  take_out(map.second, map.rows, map.columns, centre);
  return map;
}

RepeatedMap of_blocks(const RepeatedMap& map, std::size_t size) {
  RepeatedMap blocks{map.rows / size, map.columns, {}, {}};
  for (std::size_t block = 0; block < blocks.rows; ++block)
    for (std::size_t c = 0; c < map.columns; ++c) {
      const std::size_t a = block * size * map.columns + c, b = a + map.columns;
      blocks.first.push_back((map.first[a] + map.second[a]) / 2);
      blocks.second.push_back((map.first[b] + map.second[b]) / 2);
    }
  return blocks;
}

double noise_variance(const RepeatedMap& map) {
  if (map.empty()) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < map.first.size(); ++i) sum += (map.first[i] - map.second[i]) * (map.first[i] - map.second[i]);
  return sum / (2 * static_cast<double>(map.first.size()));
}

std::vector<double> row_products(const RepeatedMap& map) {
  std::vector<double> products(map.rows * map.rows, 0);
  const auto row = [&](const std::vector<double>& half, std::size_t r) { return half.data() + r * map.columns; };
  for (std::size_t i = 0; i < map.rows; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const double *a = row(map.first, i), *b = row(map.second, j), *c = row(map.second, i), *d = row(map.first, j);
      double sum = 0;
      for (std::size_t k = 0; k < map.columns; ++k) sum += a[k] * b[k] + c[k] * d[k];
      products[i * map.rows + j] = products[j * map.rows + i] = sum / (2 * static_cast<double>(map.columns));
    }
  return products;
}

}  // namespace chasescope::inference
