#include "engine/trace/pass_pyramid.h"

#include <algorithm>

namespace chasescope {
namespace {

constexpr std::size_t kWidestExact = 2048;
constexpr std::size_t kBinnedColumns = 1024;

void raise_to(std::span<float> out, std::span<const float> row) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::max(out[i], row[i]);
}

void append_row(std::vector<float>& rows, std::span<const float> row) {
  if (rows.size() + row.size() > rows.capacity()) rows.reserve(rows.size() + rows.size() / 4 + row.size());
  rows.insert(rows.end(), row.begin(), row.end());
}

}  // namespace

PassPyramid::PassPyramid(std::size_t period, std::size_t first_position)
    : period_(period),
      width_(period <= kWidestExact ? 1 : (period + kBinnedColumns - 1) / kBinnedColumns),
      columns_((period + width_ - 1) / width_),
      first_(period == 0 ? 0 : first_position % period),
      row_(columns_, kNothing) {}

void PassPyramid::append(std::span<const float> cycles) {
  if (period_ == 0) return;
  std::size_t position = (first_ + size_) % period_;
  for (const float c : cycles) {
    float& cell = row_[position / width_];
    cell = std::max(cell, c);
    ++size_;
    if (++position == period_) {
      position = 0;
      close_row();
    }
  }
}

void PassPyramid::close_row() {
  if (width_ > 1) append_row(binned_, row_);
  ++complete_;
  raise(0, row_);
  std::fill(row_.begin(), row_.end(), kNothing);
}

void PassPyramid::raise(std::size_t level, std::span<const float> row) {
  if (level == levels_.size()) levels_.push_back({{}, std::vector<float>(columns_, kNothing), 0});
  raise_to(levels_[level].open, row);
  if (++levels_[level].filled < kFactor) return;
  const std::vector<float> full = levels_[level].open;
  append_row(levels_[level].complete, full);
  std::fill(levels_[level].open.begin(), levels_[level].open.end(), kNothing);
  levels_[level].filled = 0;
  raise(level + 1, full);
}

void PassPyramid::row_maxima(const LatencyTrace& trace, std::size_t row, std::span<float> out) const {
  if (row == complete_) return raise_to(out, row_);
  if (width_ > 1) return raise_to(out, std::span(binned_).subspan(row * columns_, columns_));
  const std::size_t begin = row * period_ < first_ ? 0 : row * period_ - first_;
  const std::size_t end = (row + 1) * period_ - first_;
  const std::size_t shift = row == 0 ? first_ : 0;
  trace.for_each_segment(begin, std::min(end, size_), [&](std::span<const float> cycles, std::size_t at) {
    float* cells = out.data() + (at - begin) + shift;
    for (std::size_t i = 0; i < cycles.size(); ++i) cells[i] = std::max(cells[i], cycles[i]);
  });
}

void PassPyramid::maxima(const LatencyTrace& trace, std::size_t begin, std::size_t end, std::span<float> out) const {
  std::fill(out.begin(), out.end(), kNothing);
  end = std::min(end, rows());
  const auto take = [&](std::size_t level, std::size_t from, std::size_t to) {
    for (std::size_t row = from; row < to; ++row) {
      if (level == 0) {
        row_maxima(trace, row, out);
      } else {
        raise_to(out, std::span(levels_[level - 1].complete).subspan(row * columns_, columns_));
      }
    }
  };
  for (std::size_t level = 0; begin < end; ++level) {
    const std::size_t above_rows = level < levels_.size() ? levels_[level].complete.size() / columns_ : 0;
    const std::size_t above_begin = (begin + kFactor - 1) / kFactor;
    const std::size_t above_end = std::min(end / kFactor, above_rows);
    if (above_begin >= above_end) return take(level, begin, end);
    take(level, begin, above_begin * kFactor);
    take(level, above_end * kFactor, end);
    begin = above_begin;
    end = above_end;
  }
}

std::size_t PassPyramid::bytes() const {
  std::size_t floats = row_.capacity() + binned_.capacity();
  for (const Level& level : levels_) floats += level.complete.capacity() + level.open.capacity();
  return floats * sizeof(float);
}

}  // namespace chasescope
