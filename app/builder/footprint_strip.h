// Footprint N and stride s of the pass, as sliders and as text fields ("16 KiB", "128"), and the number of accesses that miss.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QWidget>

#include "engine/build/warm_pass.h"
#include "widgets/style/theme.h"

namespace chasescope {

/// The range of the sliders for a cache: strides are powers of two from one element to the stride at which all lines map to one
/// set; footprints go up to twice the capacity.
struct FootprintRange {
  std::vector<std::uint64_t> strides;
  /// The number of strides in the largest footprint.
  std::uint64_t most(const model::CacheSpec& cache, std::uint64_t stride) const;
};
FootprintRange footprint_range(const model::CacheSpec& cache);

class FootprintStrip : public QWidget {
  Q_OBJECT
 public:
  explicit FootprintStrip(const Theme& theme, QWidget* parent = nullptr);

  /// Sets the sliders' range for this cache; N and s stay if they are in the range.
  void setCache(const model::CacheSpec& cache);
  /// Sets both without a signal, to the nearest values of the sliders.
  void setValues(std::uint64_t bytes, std::uint64_t stride);
  /// Sets both without a signal to typed values: N may be beyond the slider's range, and s any number of whole elements. The
  /// sliders' range includes them until the cache changes.
  void setTyped(std::uint64_t bytes, std::uint64_t stride);
  /// What is wrong with the last typed value; empty if nothing is.
  QString fault() const { return fault_->isHidden() ? QString() : fault_->text(); }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t stride() const { return stride_; }
  /// "20 of 36 miss".
  void setMisses(std::uint64_t misses, std::uint64_t accesses);
  QString missesText() const;

 signals:
  void changed();

 private:
  void refill();
  void takeTyped(QLineEdit* field);
  void restyle();
  void showMisses();

  const Theme& theme_;
  model::CacheSpec cache_;
  FootprintRange range_;
  std::uint64_t bytes_ = 0, stride_ = 0, misses_ = 0, accesses_ = 0;
  std::uint64_t typedBytes_ = 0;  // typed N to which the slider's range was extended
  QSlider *footprint_, *strides_;
  QLineEdit *footprintText_, *strideText_;
  QLabel *count_, *fault_;
};

}  // namespace chasescope
