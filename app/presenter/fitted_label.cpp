#include "app/presenter/fitted_label.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStyle>
#include <algorithm>

namespace chasescope {
namespace {

constexpr int kLeastCharacters = 8;  // as in "GTX 560…"; fewer would not tell the cards apart

}  // namespace

FittedLabel::FittedLabel(QWidget* parent) : QLabel(parent), largest_(font()) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  setTextFormat(Qt::PlainText);
}

void FittedLabel::setType(const QFont& largest, int smallest) {
  largest_ = largest;
  smallest_ = std::min(smallest, largest.pixelSize());
  updateGeometry();
  update();
}

QFont FittedLabel::type() const {
  QFont fitted = largest_;
  for (int size = largest_.pixelSize(); size > smallest_; --size) {
    fitted.setPixelSize(size);
    if (QFontMetrics(fitted).horizontalAdvance(text()) <= contentsRect().width()) return fitted;
  }
  fitted.setPixelSize(smallest_);
  return fitted;
}

QString FittedLabel::shown() const { return QFontMetrics(type()).elidedText(text(), Qt::ElideRight, contentsRect().width()); }

QSize FittedLabel::minimumSizeHint() const {
  QFont smallest = largest_;
  smallest.setPixelSize(smallest_);
  const QFontMetrics metrics(smallest);
  const int few = metrics.averageCharWidth() * kLeastCharacters;
  return {std::min(few, metrics.horizontalAdvance(text()) + 1), QFontMetrics(largest_).height()};
}

QSize FittedLabel::sizeHint() const {
  const QFontMetrics metrics(largest_);
  return {metrics.horizontalAdvance(text()) + 1, metrics.height()};
}

void FittedLabel::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setFont(type());
  const QString drawn = shown();
  setToolTip(drawn == text() ? QString() : text());
  style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment()), palette(), isEnabled(), drawn, foregroundRole());
}

}  // namespace chasescope
