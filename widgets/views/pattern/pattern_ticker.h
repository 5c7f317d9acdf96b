// Ticks at rows of a miss pattern, with the source's labels: at round numbers of passes, or at round footprints.
#pragma once

#include <cmath>
#include <functional>

#include "widgets/plot/plot_canvas.h"
#include "widgets/views/pattern/pattern_source.h"

namespace chasescope {

class PatternRowTicker : public CountTicker {
 public:
  /// The source that is shown; null while there is none.
  using Source = std::function<const PatternSource*()>;
  explicit PatternRowTicker(Source source) : source_(std::move(source)) {}

  /// The step between labelled footprints (128 B, 0.25 KiB, 0.5 KiB, 1 KiB, …): the smallest power of two in bytes that is a whole
  /// number of rows, at least `rows`. Nothing where rows have no such steps.
  static std::optional<double> roundStep(double rows, std::uint64_t row_bytes) {
    if (row_bytes == 0) return std::nullopt;
    constexpr std::uint64_t kMost = std::uint64_t{1} << 62U;
    for (std::uint64_t bytes = 1; bytes < kMost; bytes *= 2)
      if (bytes % row_bytes == 0 && static_cast<double>(bytes / row_bytes) >= rows * 0.999)
        return static_cast<double>(bytes / row_bytes);
    return std::nullopt;
  }

 protected:
  double getTickStep(const QCPRange& range) override {
    const double step = CountTicker::getTickStep(range);
    const PatternSource* source = source_();
    // No fewer rows than have room: the step of counts is rounded up already.
    const double exact = std::max(1.0, range.size() / std::max(1, tickCount()));
    return source == nullptr ? step : roundStep(exact, source->rowBytes()).value_or(step);
  }
  QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/, int /*precision*/) override {
    const PatternSource* source = source_();
    if (source == nullptr || tick < -0.25) return {};
    const auto row = static_cast<std::size_t>(std::llround(tick));
    return row < source->rows() ? source->rowLabel(row) : QString();
  }

 private:
  Source source_;
};

}  // namespace chasescope
