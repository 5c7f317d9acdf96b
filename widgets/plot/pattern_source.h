// Where a miss pattern comes from: a grid of latencies, row by column, that can be read at any resolution.
//
// Reading a coarse grid takes the largest latency of each cell, so that a single miss stays visible however far out one zooms.
#pragma once

#include <QString>
#include <QStringList>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/device/chase.h"
#include "engine/inference/latency_levels.h"
#include "engine/trace/latency_trace.h"
#include "engine/trace/min_max_pyramid.h"
#include "engine/trace/pass_pyramid.h"

namespace chasescope {

class PatternSource {
 public:
  static constexpr float kNothing = PassPyramid::kNothing;

  virtual ~PatternSource() = default;
  virtual std::size_t rows() const = 0;
  virtual std::size_t columns() const = 0;
  /// The largest latency over rows [rowBegin, rowEnd) and each of out.size() equal parts of columns [columnBegin, columnEnd);
  /// kNothing where no access lies.
  virtual void maxima(std::size_t rowBegin, std::size_t rowEnd, std::size_t columnBegin, std::size_t columnEnd,
                      std::span<float> out) const = 0;
  /// Levels of everything shown, lowest first.
  virtual const inference::LatencyLevels& levels() const = 0;
  virtual QString rowTitle() const = 0;
  virtual QString columnTitle() const = 0;
  virtual QString rowLabel(std::size_t row) const = 0;
  /// The number that the first row has in its label, so that ticks lie at round numbers; 0 where labels are no row numbers.
  virtual double rowOrigin() const { return 0; }
  /// What the box under the mouse says, line by line.
  virtual QStringList describe(std::size_t row, std::size_t column) const = 0;

  /// Whether an access above the lowest level: a miss of the nearest cache seen.
  bool isMiss(float cycles) const { return !levels().empty() && levels().level_of(cycles) > 0; }
};

/// A grid of `rows` × `columns` values, row by row: the maxima of an evenly cut source.
struct PatternGrid {
  std::size_t rows = 0, columns = 0;
  std::vector<float> cycles;
  float at(std::size_t row, std::size_t column) const { return cycles[row * columns + column]; }
};
PatternGrid readGrid(const PatternSource& source, std::size_t rowBegin, std::size_t rowEnd, std::size_t columnBegin,
                     std::size_t columnEnd, std::size_t mostRows, std::size_t mostColumns);

/// Line × pass of one run. What it is built from must outlive it; call update() when the trace grew.
class PassPattern : public PatternSource {
 public:
  PassPattern(const LatencyTrace& trace, const MinMaxPyramid& pyramid, const inference::LatencyLevels& levels, AccessOrder order,
              std::uint64_t stride);

  void update();
  /// The access at a cell; none where the trace does not reach.
  std::optional<std::uint64_t> accessAt(std::size_t row, std::size_t column) const;
  /// The first access of a row (0 for the first row, which may begin within the warm-up).
  std::uint64_t rowBegin(std::uint64_t row) const { return row * order_.period() < first_ ? 0 : row * order_.period() - first_; }
  std::uint64_t accesses() const { return passes_.size(); }
  std::size_t rowOf(std::uint64_t access) const { return static_cast<std::size_t>((first_ + access) / order_.period()); }
  std::size_t columnOf(std::uint64_t access) const { return static_cast<std::size_t>(order_.position(access)); }

  std::size_t rows() const override { return passes_.rows(); }
  std::size_t columns() const override { return passes_.period(); }
  void maxima(std::size_t rowBegin, std::size_t rowEnd, std::size_t columnBegin, std::size_t columnEnd,
              std::span<float> out) const override;
  const inference::LatencyLevels& levels() const override { return levels_; }
  QString rowTitle() const override;
  QString columnTitle() const override;
  QString rowLabel(std::size_t row) const override;
  double rowOrigin() const override { return order_.period() == 0 ? 0 : static_cast<double>(order_.pass(0)); }
  QStringList describe(std::size_t row, std::size_t column) const override;

 private:
  const LatencyTrace& trace_;
  const MinMaxPyramid& pyramid_;
  const inference::LatencyLevels& levels_;
  AccessOrder order_;
  std::uint64_t stride_;
  std::uint64_t first_ = 0;  // position of the first timed access within its pass
  PassPyramid passes_;
  mutable std::vector<float> scratch_;
};

/// Line × N: one row per run, in order of footprint (2014 paper, figure 3). A cell is the slowest access to that position once
/// the first pass, where everything misses, is over.
class SweepPattern : public PatternSource {
 public:
  struct Row {
    QString runId;
    std::uint64_t footprint = 0;
    std::uint64_t stride = 0;
    std::vector<float> slowest;  ///< by column
    std::size_t accesses = 0;
    inference::LatencyLevels levels;
  };
  /// Condenses one run to a row. O(accesses).
  static Row makeRow(const QString& runId, std::uint64_t footprint, std::uint64_t stride, std::uint64_t warmup,
                     const LatencyTrace& trace, const AccessOrder& order, const inference::LatencyLevels& levels);

  /// Rows are sorted by footprint.
  explicit SweepPattern(std::vector<std::shared_ptr<const Row>> rows);
  const Row& row(std::size_t index) const { return *rows_[index]; }

  std::size_t rows() const override { return rows_.size(); }
  std::size_t columns() const override { return columns_; }
  void maxima(std::size_t rowBegin, std::size_t rowEnd, std::size_t columnBegin, std::size_t columnEnd,
              std::span<float> out) const override;
  const inference::LatencyLevels& levels() const override { return levels_; }
  QString rowTitle() const override;
  QString columnTitle() const override;
  QString rowLabel(std::size_t row) const override;
  QStringList describe(std::size_t row, std::size_t column) const override;

 private:
  std::vector<std::shared_ptr<const Row>> rows_;
  std::size_t columns_ = 0;
  inference::LatencyLevels levels_;
};

/// Levels of several traces taken together: levels that overlap are one.
inference::LatencyLevels mergedLevels(const std::vector<const inference::LatencyLevels*>& all);

/// The stride of a pattern in bytes; 0 where it is not even.
std::uint64_t strideOf(const Pattern& pattern);

}  // namespace chasescope
