// The index function of a cache as a matrix of black cells. An index of address bits and their XORs has a row for each bit of the
// set's number and a column for each address bit. Any other index, such as a remainder or a table, has a row for each set and a
// column for each block.
#pragma once

#include <functional>

#include "widgets/plot/part_head.h"
#include "widgets/views/conflicts/conflict_sets.h"

namespace chasescope {

/// A matrix of black and pale cells, with a word before each row and a number over each column.
struct IndexBits {
  std::uint64_t rows = 0, columns = 0;
  std::function<bool(std::uint64_t row, std::uint64_t column)> marked;
  std::function<QString(std::uint64_t row)> name;
  std::function<std::uint64_t(std::uint64_t column)> number;
  QStringList over;  ///< wordings of the title over the numbers, longest first
};
/// The matrix of at most `mostSets` sets and `mostBlocks` blocks. `cache` must outlive it. \pre drawsIndex(cache)
IndexBits indexMatrix(const FoundSets& cache, std::uint64_t mostSets, std::uint64_t mostBlocks);

/// Whether the picture exists: the index is known and there is more than one set.
bool drawsIndex(const FoundSets& cache);
PartHead indexHead(const FoundSets& cache, const PlotStyle& style);
/// The height without the head.
double indexHeight(double width, const FoundSets& cache, const PlotStyle& style);
void paintIndex(QPainter& painter, const QRectF& area, const FoundSets& cache, const PlotStyle& style);

}  // namespace chasescope
