#include "engine/trace/min_max_pyramid.h"

#include <algorithm>

namespace chasescope {

namespace {

/// The extremes of one or more latencies.
Extremes extremes_of(std::span<const float> cycles) {
  Extremes extremes{cycles[0], cycles[0]};
  // Written without branches, because a branch predictor would often be wrong here.
  for (const float c : cycles) {
    extremes.low = c < extremes.low ? c : extremes.low;
    extremes.high = c > extremes.high ? c : extremes.high;
  }
  return extremes;
}

}  // namespace

void MinMaxPyramid::append(std::span<const float> cycles) {
  if (open_.empty() && !cycles.empty()) {
    levels_.emplace_back();
    open_.emplace_back();
    filled_.push_back(0);
  }
  std::size_t at = 0;
  while (at < cycles.size()) {
    const std::size_t take = std::min(kFactor - filled_[0], cycles.size() - at);
    open_[0].include(extremes_of(cycles.subspan(at, take)));
    filled_[0] += take;
    at += take;
    if (filled_[0] == kFactor) {
      const Extremes full = open_[0];
      open_[0] = {};
      filled_[0] = 0;
      close(0, full);
    }
  }
  size_ += cycles.size();
}

void MinMaxPyramid::close(std::size_t level, const Extremes& extremes) {
  auto& entries = levels_[level];
  // Doubling would waste up to half of the memory budget of one byte per access.
  if (entries.size() == entries.capacity()) entries.reserve(entries.size() + entries.size() / 4 + kFactor);
  entries.push_back(extremes);
  if (level + 1 == levels_.size()) {
    if (levels_[level].size() < kFactor) return;  // no need for a level above yet
    levels_.emplace_back();
    open_.emplace_back();
    filled_.push_back(0);
    for (std::size_t i = 0; i + 1 < levels_[level].size(); ++i) open_[level + 1].include(levels_[level][i]);
    filled_[level + 1] = levels_[level].size() - 1;
  }
  open_[level + 1].include(extremes);
  if (++filled_[level + 1] == kFactor) {
    const Extremes full = open_[level + 1];
    open_[level + 1] = {};
    filled_[level + 1] = 0;
    close(level + 1, full);
  }
}

Extremes MinMaxPyramid::range(const LatencyTrace& trace, std::size_t begin, std::size_t end) const {
  end = std::min(end, size_);
  Extremes extremes;
  const auto read = [&](std::size_t from, std::size_t to) {
    trace.for_each_segment(from, to, [&](std::span<const float> cycles, std::size_t) {
      const auto [low, high] = std::minmax_element(cycles.begin(), cycles.end());
      extremes.include(Extremes{*low, *high});
    });
  };
  // Climb from both ends: take entries until the range starts and ends at a multiple of the next level's size.
  std::size_t level = 0;  // entries [begin, end) of this level are left; level 0 is the trace itself, level k is levels_[k - 1]
  while (begin < end) {
    const bool has_above = level < levels_.size();
    const std::size_t above_begin = (begin + kFactor - 1) / kFactor;
    const std::size_t above_end = has_above ? std::min(end / kFactor, levels_[level].size()) : 0;
    const bool climb = has_above && above_begin < above_end;
    const auto take = [&](std::size_t from, std::size_t to) {
      if (from >= to) return;
      if (level == 0) return read(from, to);
      for (std::size_t i = from; i < to; ++i) extremes.include(levels_[level - 1][i]);
    };
    if (!climb) {
      take(begin, end);
      break;
    }
    take(begin, above_begin * kFactor);
    take(above_end * kFactor, end);
    begin = above_begin;
    end = above_end;
    ++level;
  }
  return extremes;
}

std::size_t MinMaxPyramid::bytes() const {
  std::size_t total = 0;
  for (const auto& level : levels_) total += level.capacity() * sizeof(Extremes);
  return total;
}

}  // namespace chasescope
