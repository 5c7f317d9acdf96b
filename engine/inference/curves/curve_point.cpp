#include "engine/inference/curves/curve_point.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/statistics/median.h"

namespace chasescope::inference {
namespace {

constexpr double kCut = 0.99;
constexpr std::size_t kParts = 16, kFewestParts = 8;
constexpr double kMostDrift = 0.05;

double quantile(std::vector<float>& values, double q) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

double mean_of(std::span<const float> values, double cut) {
  double sum = 0;
  for (const float value : values) sum += std::min<double>(value, cut);
  return sum / static_cast<double>(values.size());
}

/// Averages of consecutive parts of `length` accesses. An incomplete last part is left out.
std::vector<double> parts_of(std::span<const float> values, std::size_t length, double cut) {
  std::vector<double> parts;
  for (std::size_t at = 0; at + length <= values.size(); at += length) parts.push_back(mean_of(values.subspan(at, length), cut));
  return parts;
}

}  // namespace

CurveAverage average_of(const LatencyTrace& trace) {
  CurveAverage average;
  if (trace.empty()) return average;
  const std::vector<float> values = trace.copy();
  std::vector<float> work = values;
  const double cut = quantile(work, kCut);
  average.accesses = values.size();
  average.cycles = mean_of(values, cut);
  average.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  average.median = quantile(work, 0.5);
  average.upper_quartile = quantile(work, 0.75);

  // The standard error from the scatter of the values, after the slowest were cut down.
  double squares = 0;
  for (const float value : values) squares += std::pow(std::min<double>(value, cut) - average.cycles, 2);
  const auto n = static_cast<double>(values.size());
  if (squares > 0 && n > 1) average.error = std::sqrt(squares / (n - 1) / n);
  return average;
}

CurveAverage drift_free_average_of(const LatencyTrace& trace, std::size_t pass) {
  CurveAverage average = average_of(trace);
  // Parts of whole passes differ by drift and noise only. If there are few passes, parts of the trace do so, too, as long as the
  // trace is uniform; the test below checks that.
  const std::size_t passes = pass == 0 ? 0 : trace.size() / pass;
  const std::size_t length = passes >= kFewestParts ? passes / std::min(passes, kParts) * pass : trace.size() / kFewestParts;
  if (length == 0) return average;
  std::vector<float> values = trace.copy();
  std::vector<float> work = values;
  const std::vector<double> parts = parts_of(values, length, quantile(work, kCut));
  std::vector<double> slopes;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = i + 1; j < parts.size(); ++j) slopes.push_back((parts[j] - parts[i]) / static_cast<double>(j - i));
  const double slope = upper_median(slopes);
  const double whole = slope * static_cast<double>(values.size()) / static_cast<double>(length);
  // The parts must lie closer to the line than to their mean. Otherwise there is no drift to remove.
  const double middle = (static_cast<double>(parts.size()) - 1) / 2;
  double around_mean = 0, around_line = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    around_mean += std::abs(parts[i] - average.cycles);
    around_line += std::abs(parts[i] - average.cycles - slope * (static_cast<double>(i) - middle));
  }
  if (slope == 0 || around_line > around_mean / 2 || std::abs(whole) > kMostDrift * average.cycles) return average;
  average.cycles -= whole / 2;
  average.median -= whole / 2;
  average.upper_quartile -= whole / 2;
  return average;
}

}  // namespace chasescope::inference
