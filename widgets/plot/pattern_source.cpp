#include "widgets/plot/pattern_source.h"

#include <QCoreApplication>
#include <algorithm>
#include <limits>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/scope_scene.h"

namespace chasescope {
namespace {

// Exact columns of a binned pass are read range by range; beyond this many ranges the bins do.
constexpr std::size_t kMostRanges = 400'000;

QString counted(std::uint64_t count) { return QString::fromStdString(format_count(count)); }
QString sized(std::uint64_t bytes) { return QString::fromStdString(format_bytes(bytes)); }
QString tr(const char* text) { return QCoreApplication::translate("PatternSource", text); }

QString positionTitle(std::uint64_t stride) {
  return stride == 0 ? tr("Position in the pass") : tr("Position in the array (steps of %1)").arg(sized(stride));
}

/// Spreads `from`, values of columns of `width` positions, onto equal parts of positions [begin, end).
void spread(std::span<const float> from, std::size_t width, std::size_t begin, std::size_t end, std::span<float> out) {
  const std::size_t length = end - begin;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t a = begin + i * length / out.size();
    const std::size_t b = std::max(a + 1, begin + (i + 1) * length / out.size());
    float most = PatternSource::kNothing;
    for (std::size_t c = a / width; c <= (b - 1) / width && c < from.size(); ++c) most = std::max(most, from[c]);
    out[i] = most;
  }
}

}  // namespace

std::uint64_t strideOf(const Pattern& pattern) {
  if (const auto* uniform = std::get_if<UniformPattern>(&pattern)) return uniform->stride;
  if (const auto* shuffled = std::get_if<ShuffledPattern>(&pattern)) return shuffled->stride;
  return 0;
}

PatternGrid readGrid(const PatternSource& source, std::size_t rowBegin, std::size_t rowEnd, std::size_t columnBegin,
                     std::size_t columnEnd, std::size_t mostRows, std::size_t mostColumns) {
  PatternGrid grid;
  rowEnd = std::min(rowEnd, source.rows());
  columnEnd = std::min(columnEnd, source.columns());
  if (rowBegin >= rowEnd || columnBegin >= columnEnd || mostRows == 0 || mostColumns == 0) return grid;
  grid.rows = std::min(mostRows, rowEnd - rowBegin);
  grid.columns = std::min(mostColumns, columnEnd - columnBegin);
  grid.cycles.resize(grid.rows * grid.columns);
  for (std::size_t r = 0; r < grid.rows; ++r) {
    const std::size_t from = rowBegin + r * (rowEnd - rowBegin) / grid.rows;
    const std::size_t to = rowBegin + (r + 1) * (rowEnd - rowBegin) / grid.rows;
    source.maxima(from, to, columnBegin, columnEnd, std::span(grid.cycles).subspan(r * grid.columns, grid.columns));
  }
  return grid;
}

PassPattern::PassPattern(const LatencyTrace& trace, const MinMaxPyramid& pyramid, const inference::LatencyLevels& levels,
                         AccessOrder order, std::uint64_t stride)
    : trace_(trace), pyramid_(pyramid), levels_(levels), order_(std::move(order)), stride_(stride) {
  if (order_.period() == 0) return;
  first_ = order_.position(0);
  passes_ = PassPyramid(static_cast<std::size_t>(order_.period()), static_cast<std::size_t>(first_));
  scratch_.resize(passes_.columns());
  update();
}

void PassPattern::update() {
  trace_.for_each_segment(passes_.size(), trace_.size(),
                          [this](std::span<const float> cycles, std::size_t) { passes_.append(cycles); });
}

std::optional<std::uint64_t> PassPattern::accessAt(std::size_t row, std::size_t column) const {
  const std::uint64_t at = static_cast<std::uint64_t>(row) * order_.period() + column;
  if (column >= columns() || at < first_ || at - first_ >= trace_.size()) return std::nullopt;
  return at - first_;
}

void PassPattern::maxima(std::size_t rowBegin, std::size_t rowEnd, std::size_t columnBegin, std::size_t columnEnd,
                         std::span<float> out) const {
  const bool finerThanBins = passes_.column_width() > 1 && (columnEnd - columnBegin) / out.size() < passes_.column_width();
  if (finerThanBins && (rowEnd - rowBegin) * out.size() < kMostRanges / std::max<std::size_t>(1, rows() / (rowEnd - rowBegin))) {
    std::fill(out.begin(), out.end(), kNothing);
    const std::size_t length = columnEnd - columnBegin;
    for (std::size_t row = rowBegin; row < rowEnd; ++row) {
      for (std::size_t i = 0; i < out.size(); ++i) {
        const std::uint64_t a = row * order_.period() + columnBegin + i * length / out.size();
        const std::uint64_t b = row * order_.period() + columnBegin + (i + 1) * length / out.size();
        const Extremes e = pyramid_.range(trace_, a < first_ ? 0 : a - first_, b < first_ ? 0 : b - first_);
        if (!e.empty()) out[i] = std::max(out[i], e.high);
      }
    }
    return;
  }
  passes_.maxima(trace_, rowBegin, rowEnd, scratch_);
  spread(scratch_, passes_.column_width(), columnBegin, columnEnd, out);
}

QString PassPattern::rowTitle() const { return tr("Pass"); }
QString PassPattern::columnTitle() const { return positionTitle(stride_); }
QString PassPattern::rowLabel(std::size_t row) const { return counted(order_.pass(0) + row); }

QStringList PassPattern::describe(std::size_t row, std::size_t column) const {
  const auto access = accessAt(row, column);
  if (!access) return {tr("not measured")};
  const float cycles = trace_[static_cast<std::size_t>(*access)];
  const QString word = levels_.size() < 2 ? QString() : isMiss(cycles) ? tr(" · miss") : tr(" · hit");
  return {tr("%1 cycles").arg(cyclesText(cycles)) + word, tr("pass %1, position %2").arg(rowLabel(row), counted(column)),
          tr("offset %1").arg(sized(order_.offset_at_position(column))), tr("access %1").arg(counted(*access))};
}

SweepPattern::Row SweepPattern::makeRow(const QString& runId, std::uint64_t footprint, std::uint64_t stride, std::uint64_t warmup,
                                        const LatencyTrace& trace, const AccessOrder& order,
                                        const inference::LatencyLevels& levels) {
  Row row{runId, footprint, stride, {}, trace.size(), levels};
  const auto period = static_cast<std::size_t>(order.period());
  if (period == 0) return row;
  row.slowest.assign(period, kNothing);
  // Accesses of the very first pass are cold; they are skipped if there are others.
  const std::size_t cold = warmup >= period ? 0 : period - static_cast<std::size_t>(warmup);
  const std::size_t begin = trace.size() >= cold + period ? cold : 0;
  trace.for_each_segment(begin, trace.size(), [&](std::span<const float> cycles, std::size_t first) {
    auto position = static_cast<std::size_t>(order.position(first));
    for (const float c : cycles) {
      row.slowest[position] = std::max(row.slowest[position], c);
      if (++position == period) position = 0;
    }
  });
  return row;
}

SweepPattern::SweepPattern(std::vector<std::shared_ptr<const Row>> rows) : rows_(std::move(rows)) {
  std::stable_sort(rows_.begin(), rows_.end(), [](const auto& a, const auto& b) { return a->footprint < b->footprint; });
  std::vector<const inference::LatencyLevels*> all;
  for (const auto& row : rows_) {
    columns_ = std::max(columns_, row->slowest.size());
    all.push_back(&row->levels);
  }
  levels_ = mergedLevels(all);
}

void SweepPattern::maxima(std::size_t rowBegin, std::size_t rowEnd, std::size_t columnBegin, std::size_t columnEnd,
                          std::span<float> out) const {
  std::fill(out.begin(), out.end(), kNothing);
  std::vector<float> part(out.size());
  for (std::size_t r = rowBegin; r < rowEnd; ++r) {
    spread(rows_[r]->slowest, 1, columnBegin, columnEnd, part);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::max(out[i], part[i]);
  }
}

QString SweepPattern::rowTitle() const { return tr("Footprint N"); }
QString SweepPattern::columnTitle() const {
  const bool same =
      std::all_of(rows_.begin(), rows_.end(), [this](const auto& row) { return row->stride == rows_.front()->stride; });
  return positionTitle(same && !rows_.empty() ? rows_.front()->stride : 0);
}
QString SweepPattern::rowLabel(std::size_t row) const { return row < rows_.size() ? sized(rows_[row]->footprint) : QString(); }

QStringList SweepPattern::describe(std::size_t row, std::size_t column) const {
  if (row >= rows_.size() || column >= rows_[row]->slowest.size()) return {tr("beyond the footprint")};
  const float cycles = rows_[row]->slowest[column];
  if (cycles < 0) return {tr("not measured")};
  const QString word = levels_.size() < 2 ? QString() : isMiss(cycles) ? tr(" · misses") : tr(" · always hits");
  return {tr("slowest %1 cycles").arg(cyclesText(cycles)) + word, tr("N = %1, position %2").arg(rowLabel(row), counted(column)),
          tr("of %1 accesses in all").arg(counted(rows_[row]->accesses))};
}

inference::LatencyLevels mergedLevels(const std::vector<const inference::LatencyLevels*>& all) {
  std::vector<inference::LatencyLevel> levels;
  for (const auto* some : all) levels.insert(levels.end(), some->levels().begin(), some->levels().end());
  std::sort(levels.begin(), levels.end(), [](const auto& a, const auto& b) { return a.median < b.median; });
  std::vector<inference::LatencyLevel> merged;
  for (const auto& level : levels) {
    // The same level measured twice differs by noise: its intervals overlap, or its medians by less than the clock tells apart.
    const bool same = !merged.empty() && (level.low <= merged.back().high || level.median <= merged.back().median * 1.015F + 2);
    if (!same) {
      merged.push_back(level);
      continue;
    }
    auto& into = merged.back();
    if (level.accesses > into.accesses) into.median = level.median;
    into.low = std::min(into.low, level.low);
    into.high = std::max(into.high, level.high);
    into.accesses += level.accesses;
  }
  for (std::size_t i = 0; i < merged.size(); ++i)
    merged[i].upper_bound =
        i + 1 < merged.size() ? (merged[i].high + merged[i + 1].low) / 2 : std::numeric_limits<float>::infinity();
  return inference::LatencyLevels(std::move(merged));
}

}  // namespace chasescope
