// What every SM waits for every place of a cache, measured twice: what comes again in the second half of the samples is no noise.
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

/// Whether the means of the rows are taken out, or those of the columns.
enum class Centre { rows, columns, both };

/// The same without these means, which are those of each half.
RepeatedMap centred(RepeatedMap map, Centre centre);

/// Blocks of so many rows as one row each: the first half is what both halves say of the first row of a block on average, the
/// second half of its second row. For rows that are alike, and were measured by themselves. \pre size is 2 or more
RepeatedMap of_blocks(const RepeatedMap& map, std::size_t size);

/// The variance of noise in a cell of one half (cycles²): half the mean square of what the halves differ by.
double noise_variance(const RepeatedMap& map);

/// For each pair of rows, the mean over the columns of what one half says of the first row times what the other half says of the
/// second one (cycles²): its expectation has no noise in it. Row by row, symmetric.
std::vector<double> row_products(const RepeatedMap& map);

}  // namespace chasescope::inference
