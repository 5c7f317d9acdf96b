// Footprint N and stride s of the pass, as sliders and as fields that are typed in ("16 KiB", "128"), and how many of its accesses
// miss.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QWidget>

#include "engine/build/warm_pass.h"
#include "widgets/style/theme.h"

namespace chasescope {

/// What suits a cache: strides are powers of two from one element to where all lines meet in one set, footprints go to twice what
/// it holds.
struct FootprintRange {
  std::vector<std::uint64_t> strides;
  /// Strides in the largest footprint.
  std::uint64_t most(const model::CacheSpec& cache, std::uint64_t stride) const;
};
FootprintRange footprint_range(const model::CacheSpec& cache);

class FootprintStrip : public QWidget {
  Q_OBJECT
 public:
  explicit FootprintStrip(const Theme& theme, QWidget* parent = nullptr);

  /// The sliders go as far as this cache needs; N and s stay as far as they can.
  void setCache(const model::CacheSpec& cache);
  /// Sets both without a signal, to what sliders can say.
  void setValues(std::uint64_t bytes, std::uint64_t stride);
  /// Sets both without a signal, as they are typed: N beyond the slider's end and any stride of whole elements. The sliders reach
  /// them until the cache is another.
  void setTyped(std::uint64_t bytes, std::uint64_t stride);
  /// What is wrong with what was typed last; empty if nothing is.
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
  std::uint64_t typedBytes_ = 0;  // how far the slider goes beyond what suits the cache
  QSlider *footprint_, *strides_;
  QLineEdit *footprintText_, *strideText_;
  QLabel *count_, *fault_;
};

}  // namespace chasescope
