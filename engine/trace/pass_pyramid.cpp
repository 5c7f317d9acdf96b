#include "engine/trace/pass_pyramid.h"

#include <algorithm>

namespace chasescope {
namespace {

constexpr std::size_t kWidestExact = 2048;
constexpr std::size_t kBinnedColumns = 1024;

void add_to(std::span<float> out, std::span<const float> row) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += row[i];
}

void append_row(std::vector<float>& rows, std::span<const float> row) {
  if (rows.size() + row.size() > rows.capacity()) rows.reserve(rows.size() + rows.size() / 4 + row.size());
  rows.insert(rows.end(), row.begin(), row.end());
}

}  // namespace

PassPyramid::PassPyramid(std::size_t period, std::size_t first_position, std::optional<float> above)
    : period_(period),
      width_(period <= kWidestExact ? 1 : (period + kBinnedColumns - 1) / kBinnedColumns),
      columns_((period + width_ - 1) / width_),
      first_(period == 0 ? 0 : first_position % period),
      above_(above),
      row_(columns_) {}

void PassPyramid::append(std::span<const float> cycles) {
  if (period_ == 0) return;
  std::size_t position = (first_ + size_) % period_;
  size_ += cycles.size();
  while (!cycles.empty()) {
    const auto part = cycles.first(std::min(cycles.size(), period_ - position));
    add_part(position, part);
    cycles = cycles.subspan(part.size());
    position += part.size();
    if (position < period_) return;
    position = 0;
    close_row();
  }
}

/// Adds accesses to the open row, from a position on. It works cell by cell, so that no division per access is needed.
void PassPyramid::add_part(std::size_t position, std::span<const float> part) {
  if (width_ == 1) {
    for (std::size_t i = 0; i < part.size(); ++i) row_[position + i] += weight(part[i]);
    return;
  }
  for (std::size_t cell = position / width_; !part.empty(); ++cell) {
    const auto in_cell = part.first(std::min(part.size(), (cell + 1) * width_ - position));
    for (const float c : in_cell) row_[cell] += weight(c);
    part = part.subspan(in_cell.size());
    position += in_cell.size();
  }
}

void PassPyramid::close_row() {
  if (width_ > 1) append_row(binned_, row_);
  ++complete_;
  add_to_level(0, row_);
  std::fill(row_.begin(), row_.end(), 0.0F);
}

void PassPyramid::add_to_level(std::size_t level, std::span<const float> row) {
  if (level == levels_.size()) levels_.push_back({{}, std::vector<float>(columns_), 0});
  add_to(levels_[level].open, row);
  if (++levels_[level].filled < kFactor) return;
  const std::vector<float> full = levels_[level].open;
  append_row(levels_[level].complete, full);
  std::fill(levels_[level].open.begin(), levels_[level].open.end(), 0.0F);
  levels_[level].filled = 0;
  add_to_level(level + 1, full);
}

void PassPyramid::add_row(const LatencyTrace& trace, std::size_t row, std::span<float> out) const {
  if (row == complete_) return add_to(out, row_);
  if (width_ > 1) return add_to(out, std::span(binned_).subspan(row * columns_, columns_));
  const std::size_t begin = row * period_ < first_ ? 0 : row * period_ - first_;
  const std::size_t end = (row + 1) * period_ - first_;
  const std::size_t shift = row == 0 ? first_ : 0;
  trace.for_each_segment(begin, std::min(end, size_), [&](std::span<const float> cycles, std::size_t at) {
    float* cells = out.data() + (at - begin) + shift;
    if (above_) {
      const float above = *above_;
      for (std::size_t i = 0; i < cycles.size(); ++i) cells[i] += cycles[i] > above ? 1.0F : 0.0F;
    } else {
      for (std::size_t i = 0; i < cycles.size(); ++i) cells[i] += cycles[i];
    }
  });
}

void PassPyramid::sums(const LatencyTrace& trace, std::size_t begin, std::size_t end, std::span<float> out) const {
  std::fill(out.begin(), out.end(), 0.0F);
  end = std::min(end, rows());
  const auto take = [&](std::size_t level, std::size_t from, std::size_t to) {
    for (std::size_t row = from; row < to; ++row) {
      if (level == 0) {
        add_row(trace, row, out);
      } else {
        add_to(out, std::span(levels_[level - 1].complete).subspan(row * columns_, columns_));
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

void PassPyramid::accesses(std::size_t begin, std::size_t end, std::span<std::uint32_t> out) const {
  const std::size_t whole = rows();
  end = std::min(end, whole);
  std::fill(out.begin(), out.end(), begin < end ? static_cast<std::uint32_t>((end - begin) * width_) : 0U);
  if (begin >= end) return;
  out.back() -= static_cast<std::uint32_t>((end - begin) * (columns_ * width_ - period_));
  // The first pass may begin within the warm-up, the last may be unfinished.
  const auto leave_out = [&](std::size_t from, std::size_t to) {
    for (std::size_t column = from / width_; from < to; ++column) {
      const std::size_t stop = std::min((column + 1) * width_, to);
      out[column] -= static_cast<std::uint32_t>(stop - from);
      from = stop;
    }
  };
  if (begin == 0) leave_out(0, first_);
  if (end == whole) leave_out(first_ + size_ - (whole - 1) * period_, period_);
}

std::size_t PassPyramid::bytes() const {
  std::size_t floats = row_.capacity() + binned_.capacity();
  for (const Level& level : levels_) floats += level.complete.capacity() + level.open.capacity();
  return floats * sizeof(float);
}

}  // namespace chasescope
