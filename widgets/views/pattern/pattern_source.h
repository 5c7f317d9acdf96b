// The data of a miss pattern: a grid of accesses in rows and columns, which can be read at any resolution.
//
// A cell of a coarse grid stands for many accesses: its value is their mean latency, or the share of them that missed, so that a
// small picture looks like the large one seen from afar.
#pragma once

#include <QString>
#include <QStringList>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/device/chase.h"
#include "engine/inference/levels/latency_levels.h"
#include "engine/step/verdicts.h"
#include "engine/trace/latency_trace.h"
#include "engine/trace/pass_pyramid.h"

namespace chasescope {

/// The value of a cell: mean cycles, or the share of its accesses that missed, 0 to 1.
enum class PatternValue { cycles, missShare };

class PatternSource {
 public:
  static constexpr float kNothing = -1;  ///< value of a cell without accesses

  virtual ~PatternSource() = default;
  virtual std::size_t rows() const = 0;
  virtual std::size_t columns() const = 0;
  /// Reads the values of rows [rowBegin, rowEnd) together, for each of out.size() equal parts of columns [columnBegin, columnEnd);
  /// kNothing for a part without accesses. \pre to read shares of misses: isTold().
  virtual void read(PatternValue value, std::size_t rowBegin, std::size_t rowEnd, std::size_t columnBegin, std::size_t columnEnd,
                    std::span<float> out) const = 0;
  /// Levels of all accesses in the pattern, lowest first.
  virtual const inference::LatencyLevels& levels() const = 0;
  /// Whether accesses of a level are hits or misses, or unknown.
  virtual step::Verdict verdict(std::size_t level) const = 0;
  virtual QString rowTitle() const = 0;
  /// A shorter row title.
  virtual QString briefRowTitle() const { return rowTitle(); }
  virtual QString columnTitle() const = 0;
  virtual QString rowLabel(std::size_t row) const = 0;
  /// The number in the label of the first row, so that ticks lie at round numbers; 0 where labels are not row numbers.
  virtual double rowOrigin() const { return 0; }
  /// By how many bytes the footprint grows from row to row; 0 where rows are no footprints, or their distances vary.
  virtual std::uint64_t rowBytes() const { return 0; }
  /// Whether one cell can stand for hits and misses together.
  virtual bool mixes() const { return false; }
  /// The text of the box at the mouse, line by line.
  virtual QStringList describe(std::size_t row, std::size_t column) const = 0;

  /// Whether each level is known to be hits or misses: only then can a picture show hits and misses.
  bool isTold() const;
  /// Whether some level is known to be hits or misses.
  bool tellsSome() const;
  /// Medians of the levels that are not known to be hits or misses.
  std::vector<float> untold() const;
};

/// A grid of `rows` × `columns` values, row by row: a source read in equal parts.
struct PatternGrid {
  std::size_t rows = 0, columns = 0;
  std::vector<float> values;
  float at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};
/// The indices in one of `parts` equal parts of [begin, end): from `first` to before `second`, at least one.
std::pair<std::size_t, std::size_t> partOf(std::size_t part, std::size_t parts, std::size_t begin, std::size_t end);
PatternGrid readGrid(const PatternSource& source, PatternValue value, std::size_t rowBegin, std::size_t rowEnd,
                     std::size_t columnBegin, std::size_t columnEnd, std::size_t mostRows, std::size_t mostColumns);

/// Line × pass of one run. The objects that it is built from must outlive it; call update() after the trace has grown.
class PassPattern : public PatternSource {
 public:
  PassPattern(const LatencyTrace& trace, const inference::LatencyLevels& levels, const step::LatencyVerdicts& verdicts,
              AccessOrder order, std::uint64_t stride);

  void update();
  const step::LatencyVerdicts& verdicts() const { return verdicts_; }
  void setVerdicts(const step::LatencyVerdicts& verdicts);
  /// The access of a cell; none beyond the end of the trace.
  std::optional<std::uint64_t> accessAt(std::size_t row, std::size_t column) const;
  /// The first access of a row (0 for the first row, which may begin within the warm-up).
  std::uint64_t rowBegin(std::uint64_t row) const { return row * order_.period() < first_ ? 0 : row * order_.period() - first_; }
  std::uint64_t accesses() const { return passes_.size(); }
  std::size_t rowOf(std::uint64_t access) const { return static_cast<std::size_t>((first_ + access) / order_.period()); }
  std::size_t columnOf(std::uint64_t access) const { return static_cast<std::size_t>(order_.position(access)); }

  std::size_t rows() const override { return passes_.rows(); }
  std::size_t columns() const override { return passes_.period(); }
  void read(PatternValue value, std::size_t rowBegin, std::size_t rowEnd, std::size_t columnBegin, std::size_t columnEnd,
            std::span<float> out) const override;
  const inference::LatencyLevels& levels() const override { return levels_; }
  step::Verdict verdict(std::size_t level) const override { return verdicts_.of(levels_[level].median); }
  QString rowTitle() const override;
  QString columnTitle() const override;
  QString rowLabel(std::size_t row) const override;
  double rowOrigin() const override { return order_.period() == 0 ? 0 : static_cast<double>(order_.pass(0)); }
  QStringList describe(std::size_t row, std::size_t column) const override;

 private:
  const PassPyramid& pyramid(PatternValue value) const;
  void readExactly(const PassPyramid& weights, std::size_t rowBegin, std::size_t rowEnd, std::size_t columnBegin,
                   std::size_t columnEnd, std::span<float> out) const;

  const LatencyTrace& trace_;
  const inference::LatencyLevels& levels_;
  step::LatencyVerdicts verdicts_;
  AccessOrder order_;
  std::uint64_t stride_;
  std::uint64_t first_ = 0;  // position of the first timed access within its pass
  PassPyramid passes_;
  mutable std::optional<PassPyramid> misses_;  // made when shares of misses are first read
  mutable std::vector<float> scratch_;
  mutable std::vector<std::uint32_t> counts_;
};

/// Line × N: one row per run, in order of footprint (2014 paper, figure 3). A cell holds the accesses to its position after the
/// first pass, in which every access misses.
class SweepPattern : public PatternSource {
 public:
  struct Row {
    QString runId;
    std::uint64_t footprint = 0;
    std::uint64_t stride = 0;
    /// The warm accesses to one position.
    struct Cell {
      float cycles = 0;   ///< sum of their latencies
      float slowest = 0;  ///< latency of the slowest
      std::uint32_t accesses = 0, misses = 0;
    };
    std::vector<Cell> cells;  ///< by column
    std::size_t accesses = 0;
    inference::LatencyLevels levels;
    step::LatencyVerdicts verdicts;
  };
  /// Condenses one run to a row. O(accesses).
  static Row makeRow(const QString& runId, const ChaseRequest& request, const LatencyTrace& trace, const AccessOrder& order,
                     const inference::LatencyLevels& levels, const step::LatencyVerdicts& verdicts);

  /// Sorts rows by footprint; of several rows with one footprint, the last is kept.
  explicit SweepPattern(std::vector<std::shared_ptr<const Row>> rows);
  const Row& row(std::size_t index) const { return *rows_[index]; }

  std::size_t rows() const override { return rows_.size(); }
  std::size_t columns() const override { return columns_; }
  void read(PatternValue value, std::size_t rowBegin, std::size_t rowEnd, std::size_t columnBegin, std::size_t columnEnd,
            std::span<float> out) const override;
  const inference::LatencyLevels& levels() const override { return levels_; }
  step::Verdict verdict(std::size_t level) const override { return levelVerdicts_[level]; }
  QString rowTitle() const override;
  QString briefRowTitle() const override;
  QString columnTitle() const override;
  QString rowLabel(std::size_t row) const override;
  double rowOrigin() const override;
  std::uint64_t rowBytes() const override;
  bool mixes() const override { return mixes_; }
  QStringList describe(std::size_t row, std::size_t column) const override;

 private:
  std::vector<std::shared_ptr<const Row>> rows_;
  std::uint64_t unit_ = 1;  ///< bytes; divides all footprints
  bool mixes_ = false;
  std::size_t columns_ = 0;
  inference::LatencyLevels levels_;
  std::vector<step::Verdict> levelVerdicts_;  // verdicts on which all rows agree
};

/// Levels of several traces; levels that overlap are merged.
inference::LatencyLevels mergedLevels(const std::vector<const inference::LatencyLevels*>& all);

/// The stride of a pattern in bytes; 0 where it varies.
std::uint64_t strideOf(const Pattern& pattern);

}  // namespace chasescope
