// Near and far parts of a cache, from the latency of every address on every SM.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace chasescope::inference {

/// Cycles by SM (rows) and address (columns), row by row.
struct LatencyMap {
  std::size_t rows = 0, columns = 0;
  std::vector<double> cycles;
  double at(std::size_t row, std::size_t column) const { return cycles[row * columns + column]; }
};

/// Two sides of a chip. An address is near for the SMs of its own side, and far for the others.
struct Sides {
  std::vector<bool> row_side, column_side;  ///< equal: near
  double near_cycles = 0, far_cycles = 0;   ///< medians over all cells of a kind
  double near_low = 0, near_high = 0, far_low = 0, far_high = 0;  ///< quartiles
  std::size_t near_cells = 0, far_cells = 0;
  double explained = 0;  ///< share of the residuals (after the effects of SM and address) that the two sides explain
};

struct SidesResult {
  std::optional<Sides> sides;
  std::string undecided;
};

/// Looks for two sides. The latency that an SM adds to all addresses (by its place on the chip) and the latency that an address
/// adds for all SMs are subtracted first. In the rest, nearly every SM must show the same pattern of two signs. No threshold in
/// cycles is assumed but the clock's step.
SidesResult find_sides(const LatencyMap& map);

}  // namespace chasescope::inference
