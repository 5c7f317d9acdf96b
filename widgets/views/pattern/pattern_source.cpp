#include "widgets/views/pattern/pattern_source.h"

#include <algorithm>
#include <limits>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

// Where bins hold several accesses, up to so many visible accesses are read one by one; with more, the bins are used.
constexpr std::size_t kMostRead = 4'000'000;
constexpr std::uint64_t kThousand = 1000;

QString positionTitle(std::uint64_t stride) {
  return stride == 0 ? tr("Position in the pass") : tr("Position in the array (steps of %1)").arg(sized(stride));
}

}  // namespace

std::uint64_t strideOf(const Pattern& pattern) {
  if (const auto* uniform = std::get_if<UniformPattern>(&pattern)) return uniform->stride;
  if (const auto* shuffled = std::get_if<ShuffledPattern>(&pattern)) return shuffled->stride;
  return 0;
}

std::pair<std::size_t, std::size_t> partOf(std::size_t part, std::size_t parts, std::size_t begin, std::size_t end) {
  const std::size_t length = end - begin, a = begin + part * length / parts;
  return {a, std::max(a + 1, begin + (part + 1) * length / parts)};
}

bool PatternSource::isTold() const { return !levels().empty() && untold().empty(); }

bool PatternSource::tellsSome() const { return untold().size() < levels().size(); }

std::vector<float> PatternSource::untold() const {
  std::vector<float> medians;
  for (std::size_t level = 0; level < levels().size(); ++level)
    if (verdict(level) == step::Verdict::unknown) medians.push_back(levels()[level].median);
  return medians;
}

PatternGrid readGrid(const PatternSource& source, PatternValue value, std::size_t rowBegin, std::size_t rowEnd,
                     std::size_t columnBegin, std::size_t columnEnd, std::size_t mostRows, std::size_t mostColumns) {
  PatternGrid grid;
  rowEnd = std::min(rowEnd, source.rows());
  columnEnd = std::min(columnEnd, source.columns());
  if (rowBegin >= rowEnd || columnBegin >= columnEnd || mostRows == 0 || mostColumns == 0) return grid;
  grid.rows = std::min(mostRows, rowEnd - rowBegin);
  grid.columns = std::min(mostColumns, columnEnd - columnBegin);
  grid.values.resize(grid.rows * grid.columns);
  for (std::size_t r = 0; r < grid.rows; ++r) {
    const auto [from, to] = partOf(r, grid.rows, rowBegin, rowEnd);
    source.read(value, from, to, columnBegin, columnEnd, std::span(grid.values).subspan(r * grid.columns, grid.columns));
  }
  return grid;
}

PassPattern::PassPattern(const LatencyTrace& trace, const inference::LatencyLevels& levels, const step::LatencyVerdicts& verdicts,
                         AccessOrder order, std::uint64_t stride)
    : trace_(trace), levels_(levels), verdicts_(verdicts), order_(std::move(order)), stride_(stride) {
  if (order_.period() == 0) return;
  first_ = order_.position(0);
  passes_ = PassPyramid(static_cast<std::size_t>(order_.period()), static_cast<std::size_t>(first_));
  scratch_.resize(passes_.columns());
  counts_.resize(passes_.columns());
  update();
}

void PassPattern::update() {
  for (PassPyramid* pyramid : {&passes_, misses_ ? &*misses_ : nullptr})
    if (pyramid != nullptr)
      trace_.for_each_segment(pyramid->size(), trace_.size(),
                              [pyramid](std::span<const float> cycles, std::size_t) { pyramid->append(cycles); });
}

void PassPattern::setVerdicts(const step::LatencyVerdicts& verdicts) {
  if (verdicts == verdicts_) return;
  verdicts_ = verdicts;
  misses_.reset();
}

const PassPyramid& PassPattern::pyramid(PatternValue value) const {
  if (value == PatternValue::cycles) return passes_;
  if (!misses_) {
    misses_.emplace(static_cast<std::size_t>(order_.period()), static_cast<std::size_t>(first_), verdicts_.highest_hit().value_or(0));
    trace_.for_each_segment(0, trace_.size(), [this](std::span<const float> cycles, std::size_t) { misses_->append(cycles); });
  }
  return *misses_;
}

std::optional<std::uint64_t> PassPattern::accessAt(std::size_t row, std::size_t column) const {
  const std::uint64_t at = static_cast<std::uint64_t>(row) * order_.period() + column;
  if (column >= columns() || at < first_ || at - first_ >= trace_.size()) return std::nullopt;
  return at - first_;
}

void PassPattern::readExactly(const PassPyramid& weights, std::size_t rowBegin, std::size_t rowEnd, std::size_t columnBegin,
                              std::size_t columnEnd, std::span<float> out) const {
  std::vector<std::uint32_t> counts(out.size());
  std::fill(out.begin(), out.end(), 0.0F);
  const std::uint64_t limit = first_ + trace_.size();
  for (std::size_t row = rowBegin; row < rowEnd; ++row) {
    const std::uint64_t a = std::clamp<std::uint64_t>(row * order_.period() + columnBegin, first_, limit);
    const std::uint64_t b = std::clamp<std::uint64_t>(row * order_.period() + columnEnd, first_, limit);
    trace_.for_each_segment(a - first_, b - first_, [&](std::span<const float> cycles, std::size_t at) {
      for (std::size_t i = 0; i < cycles.size(); ++i) {
        const std::size_t column = static_cast<std::size_t>((first_ + at + i) % order_.period());
        const std::size_t part = (column - columnBegin) * out.size() / (columnEnd - columnBegin);
        out[part] += weights.weight(cycles[i]);
        ++counts[part];
      }
    });
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = counts[i] == 0 ? kNothing : out[i] / static_cast<float>(counts[i]);
}

void PassPattern::read(PatternValue value, std::size_t rowBegin, std::size_t rowEnd, std::size_t columnBegin,
                       std::size_t columnEnd, std::span<float> out) const {
  const PassPyramid& sums = pyramid(value);
  const std::size_t width = sums.column_width();
  if (width > 1 && (columnEnd - columnBegin) / out.size() < width && rows() * (columnEnd - columnBegin) <= kMostRead)
    return readExactly(sums, rowBegin, rowEnd, columnBegin, columnEnd, out);
  sums.sums(trace_, rowBegin, rowEnd, scratch_);
  sums.accesses(rowBegin, rowEnd, counts_);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto [a, b] = partOf(i, out.size(), columnBegin, columnEnd);
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t c = a / width; c <= (b - 1) / width; ++c) {
      sum += scratch_[c];
      count += counts_[c];
    }
    out[i] = count == 0 ? kNothing : static_cast<float>(sum / static_cast<double>(count));
  }
}

QString PassPattern::rowTitle() const { return tr("Pass"); }
QString PassPattern::columnTitle() const { return positionTitle(stride_); }
QString PassPattern::rowLabel(std::size_t row) const { return counted(order_.pass(0) + row); }

QStringList PassPattern::describe(std::size_t row, std::size_t column) const {
  const auto access = accessAt(row, column);
  if (!access) return {tr("not measured")};
  const float cycles = trace_[static_cast<std::size_t>(*access)];
  const step::Verdict verdict = verdicts_.of(cycles);
  const QString word = verdict == step::Verdict::unknown ? QString() : QStringLiteral(" · ") + verdictText(verdict);
  return {tr("%1 cycles").arg(cyclesText(cycles)) + word, tr("pass %1, position %2").arg(rowLabel(row), counted(column)),
          tr("offset %1").arg(sized(order_.offset_at_position(column))), tr("access %1").arg(counted(*access))};
}

SweepPattern::Row SweepPattern::makeRow(const QString& runId, const ChaseRequest& request, const LatencyTrace& trace,
                                        const AccessOrder& order, const inference::LatencyLevels& levels,
                                        const step::LatencyVerdicts& verdicts) {
  Row row{runId, footprint_bytes(request.pattern, request.element_bytes), strideOf(request.pattern), {}, trace.size(), levels, verdicts};
  const auto period = static_cast<std::size_t>(order.period());
  if (period == 0) return row;
  row.cells.resize(period);
  // Accesses of the very first pass are cold; they are skipped if there are others.
  const std::size_t cold = request.warmup >= period ? 0 : period - static_cast<std::size_t>(request.warmup);
  const std::size_t begin = trace.size() >= cold + period ? cold : 0;
  trace.for_each_segment(begin, trace.size(), [&](std::span<const float> cycles, std::size_t first) {
    auto position = static_cast<std::size_t>(order.position(first));
    for (const float c : cycles) {
      Row::Cell& cell = row.cells[position];
      cell.cycles += c;
      cell.slowest = std::max(cell.slowest, c);
      ++cell.accesses;
      cell.misses += verdicts.of(c) == step::Verdict::miss ? 1 : 0;
      if (++position == period) position = 0;
    }
  });
  return row;
}

SweepPattern::SweepPattern(std::vector<std::shared_ptr<const Row>> rows) : rows_(std::move(rows)) {
  std::stable_sort(rows_.begin(), rows_.end(), [](const auto& a, const auto& b) { return a->footprint < b->footprint; });
  const auto newest = std::unique(rows_.rbegin(), rows_.rend(), [](const auto& a, const auto& b) { return a->footprint == b->footprint; });
  rows_.erase(rows_.begin(), newest.base());
  std::vector<const inference::LatencyLevels*> all;
  for (const auto& row : rows_) {
    columns_ = std::max(columns_, row->cells.size());
    all.push_back(&row->levels);
  }
  levels_ = mergedLevels(all);
  // All rows in the largest unit that tells each to a thousandth.
  for (std::uint64_t unit = 1024; !rows_.empty() && unit <= rows_.front()->footprint; unit *= 1024)
    if (std::all_of(rows_.begin(), rows_.end(), [&](const auto& row) { return row->footprint % unit * kThousand % unit == 0; })) unit_ = unit;
  mixes_ = std::any_of(rows_.begin(), rows_.end(), [](const auto& row) {
    return std::any_of(row->cells.begin(), row->cells.end(), [](const Row::Cell& cell) { return cell.misses > 0 && cell.misses < cell.accesses; });
  });
  // A level of the whole is what all rows that show it say.
  levelVerdicts_.assign(levels_.size(), step::Verdict::not_asked);
  for (const auto& row : rows_)
    for (const auto& level : row->levels.levels()) {
      step::Verdict& verdict = levelVerdicts_[levels_.level_of(level.median)];
      const step::Verdict here = row->verdicts.of(level.median);
      verdict = verdict == step::Verdict::not_asked || verdict == here ? here : step::Verdict::unknown;
    }
}

void SweepPattern::read(PatternValue value, std::size_t rowBegin, std::size_t rowEnd, std::size_t columnBegin,
                        std::size_t columnEnd, std::span<float> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto [a, b] = partOf(i, out.size(), columnBegin, columnEnd);
    double sum = 0;
    std::uint64_t count = 0;
    for (std::size_t r = rowBegin; r < rowEnd; ++r)
      for (std::size_t c = a; c < std::min(b, rows_[r]->cells.size()); ++c) {
        const Row::Cell& cell = rows_[r]->cells[c];
        sum += value == PatternValue::cycles ? cell.cycles : static_cast<float>(cell.misses);
        count += cell.accesses;
      }
    out[i] = count == 0 ? kNothing : static_cast<float>(sum / static_cast<double>(count));
  }
}

QString SweepPattern::rowTitle() const { return tr("Footprint %1").arg(briefRowTitle()); }
QString SweepPattern::briefRowTitle() const {
  return tr("N (%1)").arg(unit_ == 1 ? QStringLiteral("B") : sized(unit_).mid(2));  // "1 KiB"
}
std::uint64_t SweepPattern::rowBytes() const {
  if (rows_.size() < 2) return 0;
  const std::uint64_t step = rows_[1]->footprint - rows_[0]->footprint;
  for (std::size_t row = 2; row < rows_.size(); ++row)
    if (rows_[row]->footprint - rows_[row - 1]->footprint != step) return 0;
  return step;
}
double SweepPattern::rowOrigin() const {
  const std::uint64_t step = rowBytes();
  return step == 0 || rows_.front()->footprint % step != 0 ? 0 : static_cast<double>(rows_.front()->footprint / step);
}
QString SweepPattern::columnTitle() const {
  const bool same =
      std::all_of(rows_.begin(), rows_.end(), [this](const auto& row) { return row->stride == rows_.front()->stride; });
  return positionTitle(same && !rows_.empty() ? rows_.front()->stride : 0);
}
QString SweepPattern::rowLabel(std::size_t row) const {
  if (row >= rows_.size()) return {};
  const std::uint64_t bytes = rows_[row]->footprint, thousandths = bytes % unit_ * kThousand / unit_;
  QString decimals = thousandths == 0 ? QString() : QStringLiteral(".%1").arg(thousandths, 3, 10, QLatin1Char('0'));
  while (decimals.endsWith(QLatin1Char('0'))) decimals.chop(1);
  return counted(bytes / unit_) + decimals;
}

QStringList SweepPattern::describe(std::size_t row, std::size_t column) const {
  if (row >= rows_.size() || column >= rows_[row]->cells.size()) return {tr("beyond the footprint")};
  const Row::Cell& cell = rows_[row]->cells[column];
  if (cell.accesses == 0) return {tr("not measured")};
  QStringList lines{tr("mean %1 cycles, slowest %2").arg(cyclesText(cell.cycles / static_cast<float>(cell.accesses)), cyclesText(cell.slowest))};
  if (rows_[row]->verdicts.tells_all(rows_[row]->levels))
    lines << tr("%1 of %2 warm accesses missed").arg(counted(cell.misses), counted(cell.accesses));
  return lines << tr("N = %1, position %2").arg(sized(rows_[row]->footprint), counted(column))
               << tr("of %1 accesses in all").arg(counted(rows_[row]->accesses));
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
