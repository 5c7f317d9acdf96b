// The latencies from every SM to every place of a cache, measured twice. Differences that both halves of the samples show are no
// noise.
#pragma once

#include <cstddef>
#include <vector>

namespace chasescope::inference {

/// Cycles by SM (rows) and place (columns), row by row, from the first and from the second half of the samples.
struct RepeatedMap {
  std::size_t rows = 0, columns = 0;
  std::vector<double> first, second;
  bool empty() const { return rows == 0 || columns == 0; }
};

/// Whether the means of the rows, of the columns, or of both are subtracted.
enum class Centre { rows, columns, both };

/// The map without these means, which are computed for each half by itself.
RepeatedMap centred(RepeatedMap map, Centre centre);

/// Combines each block of `size` rows into one row. The first half of the new map is the first row of the block, averaged over both
/// halves; the second half is the block's second row. So differences that only one of the rows shows count as noise. For blocks
/// whose rows are alike and were measured independently. \pre size is 2 or more
RepeatedMap of_blocks(const RepeatedMap& map, std::size_t size);

/// The noise variance of a cell in one half (cycles²): half of the mean square difference between the halves.
double noise_variance(const RepeatedMap& map);

/// For each pair of rows, the mean over the columns of the first row in one half times the second row in the other half (cycles²).
/// Because the noise of the two halves is independent, it does not contribute to the expectation. Row by row, symmetric.
std::vector<double> row_products(const RepeatedMap& map);

}  // namespace chasescope::inference
