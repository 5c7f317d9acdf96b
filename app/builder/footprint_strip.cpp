#include "app/builder/footprint_strip.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QStyle>
#include <algorithm>
#include <bit>

#include "engine/trace/quantity_text.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kElement = 4;  // bytes that one access of a chase loads

constexpr std::uint64_t kLongestStride = std::uint64_t{1} << 28;  // bytes; a few such strides fill the memory of any card

QString sizeText(std::uint64_t bytes) { return FootprintStrip::tr("%1 B").arg(counted(bytes)); }

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
      footprintText_(new QLineEdit),
      strideText_(new QLineEdit),
      count_(new QLabel),
      fault_(looking(new QLabel, "error")) {
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->setSpacing(2);
  auto* line = new QHBoxLayout;
  all->addLayout(line);
  fault_->setWordWrap(true);
  fault_->setTextFormat(Qt::PlainText);
  fault_->hide();
  all->addWidget(fault_);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(28);
  const auto add = [&](const QString& word, const QString& tip, QSlider* slider, QLineEdit* text, const QString& sample,
                       int stretch) {
    auto* half = new QVBoxLayout;
    half->setSpacing(2);
    auto* top = new QHBoxLayout;
    top->setSpacing(8);
    auto* label = new QLabel(word);
    label->setBuddy(slider);
    top->addWidget(label);
    top->addStretch();
    top->addWidget(text);
    half->addLayout(top);
    half->addWidget(slider);
    text->setAlignment(Qt::AlignRight);
    text->setAccessibleName(tr("%1, typed").arg(word));
    text->setToolTip(tr("%1. Type a size, such as %2").arg(tip, sample));
    text->setMaxLength(40);
    connect(text, &QLineEdit::editingFinished, this, [this, text] { takeTyped(text); });
    slider->setAccessibleName(word);
    slider->setToolTip(tip);
    line->addLayout(half, stretch);
  };
  add(tr("Footprint N"), tr("How long the array is; an arrow key makes it one stride longer or shorter"), footprint_,
      footprintText_, QStringLiteral("16 KiB"), 3);
  add(tr("Stride s"), tr("How far each access is from the one before"), strides_, strideText_, QStringLiteral("128"), 2);
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
  for (QLineEdit* field : {footprintText_, strideText_}) {
    field->setFont(theme_.number(15, Weight::semiBold));
    // Wide enough for the sizes that most caches need; a longer text scrolls.
    field->setFixedWidth(QFontMetrics(field->font()).horizontalAdvance(QStringLiteral("1,048,576 B")) + theme_.scaled(24));
  }
  showMisses();
}

void FootprintStrip::setCache(const model::CacheSpec& cache) {
  cache_ = cache;
  range_ = footprint_range(cache);
  // A typed footprint stays as it is.
  typedBytes_ > 0 ? setTyped(bytes_, stride_) : setValues(bytes_, stride_);
}

void FootprintStrip::setTyped(std::uint64_t bytes, std::uint64_t stride) {
  stride_ = std::max(stride / kElement, std::uint64_t{1}) * kElement;
  bytes_ = bytes;
  const auto at = std::lower_bound(range_.strides.begin(), range_.strides.end(), stride_);
  const bool known = at != range_.strides.end() && *at == stride_;
  if (!known) range_.strides.insert(at, stride_);
  typedBytes_ = known && bytes / stride_ <= range_.most(cache_, stride_) ? 0 : bytes;
  refill();
}

void FootprintStrip::takeTyped(QLineEdit* field) {
  const bool stride = field == strideText_;
  const QString before = sizeText(stride ? stride_ : bytes_);
  if (field->text() == before) {
    fault_->hide();
    looking(field, "");
    return field->style()->polish(field);
  }
  QString words = field->text();
  const auto size = parse_bytes(words.remove(QLatin1Char(',')).toStdString());
  QString fault;
  if (const std::string doubt = size_doubt(field->text().toStdString()); !doubt.empty())
    fault = tr("%1.").arg(QString::fromStdString(doubt));
  else if (!size || *size == 0)
    fault = tr("%1 is a size, such as %2.").arg(stride ? tr("The stride") : tr("The footprint"), stride ? tr("128") : tr("16 KiB"));
  else if (stride && *size % kElement != 0)
    fault = tr("The stride is a multiple of %1 B, for elements of %1 B are loaded.").arg(kElement);
  else if (stride && *size > kLongestStride)
    fault = tr("The stride is at most %1.").arg(sized(kLongestStride));
  else if (!stride && *size < stride_)
    fault = tr("The footprint is at least one stride, %1.").arg(sizeText(stride_));
  else if (!stride && *size / stride_ > build::kMostAccesses)
    fault = tr("The footprint has at most %1 accesses, %2 at this stride.")
                .arg(counted(build::kMostAccesses), sized(build::kMostAccesses * stride_));
  fault_->setText(fault);
  fault_->setVisible(!fault.isEmpty());
  looking(field, fault.isEmpty() ? "" : "wrong");
  field->style()->polish(field);
  if (!fault.isEmpty()) return;
  stride ? setTyped(std::max(bytes_, *size), *size) : setTyped(*size, stride_);
  emit changed();
}

void FootprintStrip::setValues(std::uint64_t bytes, std::uint64_t stride) {
  if (range_.strides.empty()) return;
  typedBytes_ = 0;
  // The shortest offered stride that is at least as long as the wanted one, or else the longest.
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
  const std::uint64_t most = std::min(std::max(range_.most(cache_, stride_), typedBytes_ / stride_), build::kMostAccesses);
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
  footprintText_->setText(sizeText(bytes_));
  strideText_->setText(sizeText(stride_));
  for (QLineEdit* field : {footprintText_, strideText_}) {
    looking(field, "");
    field->style()->polish(field);
  }
  fault_->hide();
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
