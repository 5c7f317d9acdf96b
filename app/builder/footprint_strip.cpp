#include "app/builder/footprint_strip.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <algorithm>
#include <bit>

#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kElement = 4;  // bytes; what a chase loads

std::uint64_t mostWays(const model::CacheSpec& cache) {
  return cache.ways.empty() ? 1 : *std::max_element(cache.ways.begin(), cache.ways.end());
}

}  // namespace

FootprintRange footprint_range(const model::CacheSpec& cache) {
  FootprintRange range;
  const std::uint64_t all =
      std::bit_ceil(std::max<std::uint64_t>(cache.unit_bytes * std::max<std::size_t>(cache.ways.size(), 1), 4 * kElement));
  for (std::uint64_t stride = kElement; stride <= 2 * all; stride *= 2) range.strides.push_back(stride);
  return range;
}

std::uint64_t FootprintRange::most(const model::CacheSpec& cache, std::uint64_t stride) const {
  constexpr std::uint64_t kFewest = 8;
  const std::uint64_t twice = (2 * cache.capacity_bytes() + stride - 1) / stride;
  return std::min(std::max({twice, 2 * mostWays(cache), kFewest}), build::kMostAccesses);
}

FootprintStrip::FootprintStrip(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      footprint_(new QSlider(Qt::Horizontal)),
      strides_(new QSlider(Qt::Horizontal)),
      footprintText_(new QLabel),
      strideText_(new QLabel),
      count_(new QLabel) {
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(28);
  const auto add = [&](const QString& word, const QString& tip, QSlider* slider, QLabel* text, int stretch) {
    auto* half = new QVBoxLayout;
    half->setSpacing(2);
    auto* top = new QHBoxLayout;
    auto* label = new QLabel(word);
    label->setBuddy(slider);
    top->addWidget(label);
    top->addStretch();
    top->addWidget(text);
    half->addLayout(top);
    half->addWidget(slider);
    slider->setAccessibleName(word);
    slider->setToolTip(tip);
    line->addLayout(half, stretch);
  };
  add(tr("Footprint N"), tr("How long the array is; an arrow key makes it one stride longer or shorter"), footprint_,
      footprintText_, 3);
  add(tr("Stride s"), tr("How far each access is from the one before"), strides_, strideText_, 2);
  line->addStretch(1);
  count_->setTextFormat(Qt::RichText);
  line->addWidget(count_, 0, Qt::AlignBottom);
  connect(footprint_, &QSlider::valueChanged, this, [this](int strides) {
    bytes_ = static_cast<std::uint64_t>(strides) * stride_;
    refill();
    emit changed();
  });
  connect(strides_, &QSlider::valueChanged, this, [this](int at) {
    stride_ = range_.strides[static_cast<std::size_t>(at)];
    bytes_ = std::max(bytes_ / stride_, std::uint64_t{1}) * stride_;
    refill();
    emit changed();
  });
  connect(&theme_, &Theme::themeChanged, this, &FootprintStrip::restyle);
  restyle();
}

void FootprintStrip::restyle() {
  for (QLabel* label : {footprintText_, strideText_}) label->setFont(theme_.number(15, Weight::semiBold));
  showMisses();
}

void FootprintStrip::setCache(const model::CacheSpec& cache) {
  cache_ = cache;
  range_ = footprint_range(cache);
  setValues(bytes_, stride_);
}

void FootprintStrip::setValues(std::uint64_t bytes, std::uint64_t stride) {
  if (range_.strides.empty()) return;
  // The nearest stride that there is.
  stride_ = range_.strides.back();
  for (const std::uint64_t known : range_.strides)
    if (known >= stride) {
      stride_ = known;
      break;
    }
  bytes_ = bytes;
  refill();
}

void FootprintStrip::refill() {
  const std::uint64_t most = range_.most(cache_, stride_);
  const std::uint64_t strides = std::clamp<std::uint64_t>(bytes_ / stride_, 1, most);
  bytes_ = strides * stride_;
  const QSignalBlocker quiet(footprint_), still(strides_);
  footprint_->setRange(1, static_cast<int>(most));
  footprint_->setPageStep(static_cast<int>(std::max<std::uint64_t>(1, most / 16)));
  footprint_->setValue(static_cast<int>(strides));
  const auto at = std::find(range_.strides.begin(), range_.strides.end(), stride_);
  strides_->setRange(0, static_cast<int>(range_.strides.size()) - 1);
  strides_->setPageStep(2);
  strides_->setValue(static_cast<int>(at - range_.strides.begin()));
  footprintText_->setText(tr("%1 B").arg(counted(bytes_)));
  strideText_->setText(tr("%1 B").arg(counted(stride_)));
}

void FootprintStrip::setMisses(std::uint64_t misses, std::uint64_t accesses) {
  misses_ = misses;
  accesses_ = accesses;
  showMisses();
}

void FootprintStrip::showMisses() {
  const Palette& palette = theme_.colours();
  const QColor colour = misses_ > 0 ? palette.missText : palette.hitText;
  const QFont number = theme_.number(28, Weight::bold), words = theme_.text(16, Weight::semiBold);
  const QString span = QStringLiteral("<span style=\"font-family:'%1'; font-size:%2px; font-weight:%3; color:%4\">%5</span>");
  const auto part = [&](const QFont& font, const QColor& ink, const QString& text) {
    return span.arg(font.family()).arg(font.pixelSize()).arg(static_cast<int>(font.weight())).arg(ink.name(), text);
  };
  count_->setText(part(number, colour, counted(misses_)) + QLatin1Char(' ') +
                  part(words, palette.ink, tr("of %1 miss").arg(counted(accesses_))));
  count_->setAccessibleName(missesText());
}

QString FootprintStrip::missesText() const { return tr("%1 of %2 miss").arg(counted(misses_), counted(accesses_)); }

}  // namespace chasescope

#include "moc_footprint_strip.cpp"
