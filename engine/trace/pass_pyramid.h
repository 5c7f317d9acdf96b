// Sums over the accesses to each position of the pass, over any range of passes: the data for drawing the miss pattern of a long
// trace. The summands are latencies, or a one for each access that took longer than a bound. So a cell can show its mean latency or
// its share of misses.
//
// A pass of up to 2,048 accesses keeps one column per position; longer passes are binned to about 1,024 columns. Each level keeps
// the sums of 4 rows of the level below. Cost: under 2.3 bytes per access. Append-only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/trace/latency_trace.h"

namespace chasescope {

class PassPyramid {
 public:
  static constexpr std::size_t kFactor = 4;

  PassPyramid() = default;
  /// `period` accesses make a pass; the first access appended lies at `first_position` of its pass. With `above` (cycles) accesses
  /// that took longer are counted, without it latencies are summed up.
  PassPyramid(std::size_t period, std::size_t first_position, std::optional<float> above = {});

  /// The next accesses of the trace. Amortised O(cycles.size()).
  void append(std::span<const float> cycles);

  std::size_t period() const { return period_; }
  std::size_t columns() const { return columns_; }
  /// Positions per column.
  std::size_t column_width() const { return width_; }
  /// Passes that have begun, the first one included even if it began within the warm-up.
  std::size_t rows() const { return period_ == 0 ? 0 : (first_ + size_ + period_ - 1) / period_; }
  std::size_t size() const { return size_; }

  /// The summand of one access.
  float weight(float cycles) const { return above_ ? (cycles > *above_ ? 1.0F : 0.0F) : cycles; }
  /// Sums over rows [begin, end) for each column into `out`. `trace` is the trace whose chunks were appended.
  /// \pre out.size() == columns().
  void sums(const LatencyTrace& trace, std::size_t begin, std::size_t end, std::span<float> out) const;
  /// The number of accesses in these sums, by column.
  void accesses(std::size_t begin, std::size_t end, std::span<std::uint32_t> out) const;

  std::size_t bytes() const;

 private:
  struct Level {
    std::vector<float> complete;  // rows of columns_ entries
    std::vector<float> open;      // the row that is being filled
    std::size_t filled = 0;       // rows of the level below in it
  };
  void add_part(std::size_t position, std::span<const float> part);
  void close_row();
  void add_to_level(std::size_t level, std::span<const float> row);
  void add_row(const LatencyTrace& trace, std::size_t row, std::span<float> out) const;

  std::size_t period_ = 0, width_ = 1, columns_ = 0, first_ = 0, size_ = 0;
  std::optional<float> above_;
  std::vector<float> row_;     // columns of the pass that is being measured
  std::vector<float> binned_;  // complete rows, only if width_ > 1: otherwise the trace holds them
  std::size_t complete_ = 0;   // complete rows
  std::vector<Level> levels_;  // levels_[k]: rows of 4^(k+1) passes
};

}  // namespace chasescope
