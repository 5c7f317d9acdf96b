#include "widgets/shell/parameter_slider.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/trace/quantity_text.h"

namespace chasescope {

SliderScale::SliderScale(const Parameter& parameter) : kind_(parameter.kind) {
  const auto standard = kind_ == ParameterKind::bytes ? parse_bytes(parameter.default_text) : parse_count(parameter.default_text);
  switch (kind_) {
    case ParameterKind::bytes:
      if (!standard) return;
      if (*standard <= 1024) {
        powers_ = true;
        unit_ = 4;
        last_ = 14;  // 4 B … 64 KiB
      } else {
        unit_ = static_cast<double>(std::bit_floor(*standard) / 128);
        first_ = 1;
        last_ = static_cast<int>(2 * static_cast<double>(*standard) / unit_) - 1;
      }
      break;
    case ParameterKind::count:
      if (!standard) return;
      unit_ = std::max(1.0, static_cast<double>(std::bit_floor(std::max<std::uint64_t>(1, *standard)) / 64));
      first_ = *standard > 0 ? 1 : 0;
      last_ = std::max(8, static_cast<int>(4 * static_cast<double>(*standard) / unit_));
      break;
    case ParameterKind::percent: last_ = 100; break;
    case ParameterKind::counts:
    case ParameterKind::choice:
    case ParameterKind::names: break;
  }
}

SliderScale SliderScale::of_footprint(std::uint64_t suited, std::uint64_t step) {
  constexpr std::uint64_t kMostSteps = 4096;  // more steps than a slider has pixels
  SliderScale scale;
  // A slider over a large array moves by several of the cache's steps at once.
  const std::uint64_t steps = std::max<std::uint64_t>(1, 2 * suited / std::max<std::uint64_t>(1, step));
  scale.unit_ = static_cast<double>(step * std::max<std::uint64_t>(1, (steps + kMostSteps - 1) / kMostSteps));
  scale.first_ = 1;
  scale.last_ = std::max(8, static_cast<int>(2 * static_cast<double>(suited) / scale.unit_) - 1);
  return scale;
}

double SliderScale::valueAt(int step) const { return powers_ ? unit_ * std::exp2(step) : unit_ * (first_ + step); }

QString SliderScale::textAt(int step) const {
  const auto value = static_cast<std::uint64_t>(std::llround(valueAt(std::clamp(step, 0, last_))));
  if (kind_ != ParameterKind::bytes) return QString::number(value);
  // The usual notation, but without the commas by which format_bytes groups digits, because the field can't read them.
  QString text = QString::fromStdString(format_bytes(value));
  return text.remove(QLatin1Char(','));
}

int SliderScale::stepOf(const QString& text) const {
  const std::string plain = text.toStdString();
  double value = 0;
  if (kind_ == ParameterKind::percent) {
    bool ok = false;
    value = QString(text).remove(QLatin1Char('%')).toDouble(&ok);
    if (!ok) return -1;
  } else {
    const auto read = kind_ == ParameterKind::bytes ? parse_bytes(plain) : parse_count(plain);
    if (!read) return -1;
    value = static_cast<double>(*read);
  }
  const double step = powers_ ? std::log2(std::max(value, 1.0) / unit_) : value / unit_ - first_;
  return static_cast<int>(std::llround(std::clamp(step, 0.0, static_cast<double>(last_))));
}

}  // namespace chasescope
