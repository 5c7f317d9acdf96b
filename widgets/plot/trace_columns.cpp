#include "widgets/plot/trace_columns.h"

#include <algorithm>
#include <cmath>

#include "engine/trace/random.h"

namespace chasescope {

std::vector<TracePoint> spreadSample(const LatencyTrace& trace, std::size_t begin, std::size_t end, std::size_t count) {
  end = std::min(end, trace.size());
  std::vector<TracePoint> points;
  if (begin >= end || count == 0) return points;
  const std::size_t length = end - begin;
  if (length <= count) {
    points.reserve(length);
    trace.for_each_segment(begin, end, [&](std::span<const float> cycles, std::size_t first) {
      for (std::size_t i = 0; i < cycles.size(); ++i) points.push_back({first + i, cycles[i]});
    });
    return points;
  }
  points.reserve(count);
  // Each part holds a power of two of accesses and begins at a multiple of it, so that a growing or panned trace keeps its sampled
  // points and does not flicker.
  std::size_t part = 1;
  while (part * count < length) part *= 2;
  std::size_t next = begin / part;
  const auto chosen = [&](std::size_t p) { return p * part + mixed_seed(part, p) % part; };
  trace.for_each_segment(begin, end, [&](std::span<const float> cycles, std::size_t first) {
    for (; chosen(next) < first + cycles.size(); ++next)
      if (chosen(next) >= first) points.push_back({chosen(next), cycles[chosen(next) - first]});
  });
  return points;
}

TraceColumns cutIntoColumns(const LatencyTrace& trace, const MinMaxPyramid& pyramid, double begin, double end, std::size_t columns,
                            std::size_t points_per_column) {
  TraceColumns cut;
  if (columns == 0 || !(end > begin) || trace.empty()) return cut;
  const double size = static_cast<double>(trace.size());
  const auto first = static_cast<std::size_t>(std::clamp(std::ceil(begin), 0.0, size));
  const auto last = static_cast<std::size_t>(std::clamp(std::floor(end) + 1, 0.0, size));
  if (first >= last) return cut;

  const std::size_t budget = columns * points_per_column;
  cut.complete = last - first <= budget;
  cut.points = spreadSample(trace, first, last, budget);
  if (cut.complete) return cut;

  cut.columns.resize(columns);
  const double width = (end - begin) / static_cast<double>(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    const double from = std::clamp(std::ceil(begin + width * static_cast<double>(c)), 0.0, size);
    const double to = std::clamp(std::ceil(begin + width * static_cast<double>(c + 1)), 0.0, size);
    if (to > from) cut.columns[c] = pyramid.range(trace, static_cast<std::size_t>(from), static_cast<std::size_t>(to));
  }
  return cut;
}

}  // namespace chasescope
