#include "widgets/plot/bank_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/bank_scene.h"
#include "widgets/plot/callout.h"
#include "widgets/plot/scope_scene.h"

namespace chasescope {
namespace {

const inference::StrideLatency* pointAt(const BankMode& mode, unsigned word_bytes, std::uint64_t stride) {
  const BankCurve* curve = mode.curve(word_bytes);
  if (curve == nullptr) return nullptr;
  for (const auto& point : curve->points)
    if (point.stride == stride) return &point;
  return nullptr;
}

}  // namespace

BankPlot::BankPlot(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Lanes on banks, and latency by stride"));
}

void BankPlot::setPlotStyle(const PlotStyle& style) {
  style_ = style;
  update();
}

void BankPlot::setCurves(std::shared_ptr<const BankCurves> curves) {
  curves_ = std::move(curves);
  if (curves_ && !curves_->empty()) {
    const auto words = curves_->words();
    if (std::find(words.begin(), words.end(), word_bytes_) == words.end()) word_bytes_ = words.front();
  }
  if (!chosen_) stride_ = telling();
  setStride(stride_);
  update();
}

std::uint64_t BankPlot::telling() const {
  // The strides of figures 4 and 6: the first at which Fermi's banks conflict, and where Kepler's two modes differ.
  constexpr std::uint64_t kFermi = 2;
  constexpr std::uint64_t kKepler = 6;
  if (!curves_) return kFermi;
  for (const BankMode& mode : curves_->modes)
    if (const auto layout = mode.layout(); layout && inference::conflict_degree(*layout, {kFermi, word_bytes_, curves_->lanes}) > 1)
      return kFermi;
  return curves_->modes.size() > 1 ? kKepler : kFermi;
}

void BankPlot::setWordBytes(unsigned bytes) {
  word_bytes_ = bytes;
  setStride(stride_);
  update();
}

void BankPlot::setStride(std::uint64_t stride) {
  stride_ = stride;
  if (curves_) {
    // The nearest that was measured.
    const auto strides = curves_->strides(word_bytes_);
    const auto distance = [&](std::uint64_t other) { return other > stride ? other - stride : stride - other; };
    const auto nearest =
        std::min_element(strides.begin(), strides.end(), [&](auto a, auto b) { return distance(a) < distance(b); });
    if (nearest != strides.end()) stride_ = *nearest;
  }
  setAccessibleDescription(describe().join(QLatin1Char(' ')));
  update();
}

void BankPlot::choose(std::uint64_t stride) {
  chosen_ = true;
  if (stride == stride_) return;
  setStride(stride);
  emit strideChosen(stride_);
}

QStringList BankPlot::describe() const {
  QStringList lines;
  if (!curves_) return lines;
  for (const BankMode& mode : curves_->modes) {
    const auto* point = pointAt(mode, word_bytes_, stride_);
    if (point == nullptr) continue;
    QString line = tr("%1-byte banks, stride %2: %3 cycles.").arg(mode.bank_bytes).arg(stride_).arg(cyclesText(point->cycles));
    if (const auto layout = mode.layout())
      line += QLatin1Char(' ') + bankExplanation(*layout, {stride_, word_bytes_, curves_->lanes});
    lines << line;
  }
  return lines;
}

BankPlot::Areas BankPlot::areas() const {
  const QRectF all = QRectF(rect()).adjusted(1, 1, -1, -1);
  const double gap = style_.em(20);
  if (all.width() < style_.em(900)) {  // one above the other where the room is narrow
    const double above = all.height() * (curves_ && curves_->modes.size() > 1 ? 0.6 : 0.54);
    return {QRectF(all.left(), all.top(), all.width(), above - gap / 2),
            QRectF(all.left(), all.top() + above + gap / 2, all.width(), all.height() - above - gap / 2)};
  }
  const double left = all.width() * 0.56;
  return {QRectF(all.left(), all.top(), left - gap / 2, all.height()),
          QRectF(all.left() + left + gap / 2, all.top(), all.width() - left - gap / 2, all.height())};
}

void BankPlot::paintPictures(QPainter& painter, const QRectF& area) {
  const double gap = style_.em(14);
  const auto modes = static_cast<double>(curves_->modes.size());
  const double height = (area.height() - gap * (modes - 1)) / modes;
  const QFontMetricsF text(style_.small());
  for (std::size_t m = 0; m < curves_->modes.size(); ++m) {
    const BankMode& mode = curves_->modes[m];
    const QRectF whole(area.left(), area.top() + (height + gap) * static_cast<double>(m), area.width(), height);
    const auto layout = mode.layout();
    const inference::WarpAccess access{stride_, word_bytes_, curves_->lanes};
    const bool room = height >= style_.em(110);  // in little room the drawing matters more
    const QString sentence = layout && room ? bankExplanation(*layout, access) : QString();
    const QRectF bounds = text.boundingRect(QRectF(0, 0, whole.width(), 1000), Qt::TextWordWrap, sentence);
    const double below = sentence.isEmpty() ? 0 : bounds.height() + style_.px(6);
    const QRectF picture = whole.adjusted(0, 0, 0, -below);
    if (!layout) {
      painter.setFont(style_.small());
      painter.setPen(style_.palette.quietInk);
      painter.drawText(picture, Qt::AlignCenter | Qt::TextWordWrap,
                       tr("%1-byte banks: the layout of the banks is not known yet.").arg(mode.bank_bytes));
      continue;
    }
    const QString title = tr("%1-byte banks · %2").arg(mode.bank_bytes).arg(bankTitle(*layout, access));
    const double bottom = paintBankPicture(painter, picture, *layout, access, title, style_, mouse_);
    painter.setFont(style_.small());
    painter.setPen(style_.palette.quietInk);
    painter.drawText(QRectF(whole.left(), bottom + style_.px(6), whole.width(), below), Qt::AlignLeft | Qt::TextWordWrap, sentence);
  }
}

void BankPlot::paintCurve(QPainter& painter, const QRectF& area) {
  const PlainAxes axes = bankAxes(area, *curves_, word_bytes_, style_);
  paintBankCurve(painter, axes, *curves_, word_bytes_, style_);
  paintChosenStride(painter, axes, *curves_, word_bytes_, stride_, style_);
  const auto hovered = mouse_ ? strideAt(*mouse_) : std::nullopt;
  if (!hovered) return;
  QStringList lines{tr("Stride %1").arg(*hovered)};
  QPointF anchor;
  for (const BankMode& mode : curves_->modes)
    if (const auto* point = pointAt(mode, word_bytes_, *hovered)) {
      lines << tr("%1-byte banks: %2 cycles").arg(mode.bank_bytes).arg(cyclesText(point->cycles));
      anchor = axes.at(static_cast<double>(*hovered), point->cycles);
    }
  if (lines.size() > 1) paintCallout(painter, anchor, lines, axes.plot, style_);
}

void BankPlot::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), style_.palette.card);
  if (!curves_ || curves_->empty()) return;
  const Areas at = areas();
  paintPictures(painter, at.pictures);
  paintCurve(painter, at.curve);
  if (hasFocus() && keyboardFocus_) paintFocus(painter, bankAxes(at.curve, *curves_, word_bytes_, style_).plot, style_);
}

std::optional<std::uint64_t> BankPlot::strideAt(const QPointF& position) const {
  if (!curves_ || curves_->empty()) return std::nullopt;
  const QRectF area = areas().curve;
  const PlainAxes axes = bankAxes(area, *curves_, word_bytes_, style_);
  if (!axes.plot.adjusted(-8, -8, 8, style_.em(30)).contains(position)) return std::nullopt;
  const auto strides = curves_->strides(word_bytes_);
  if (strides.empty()) return std::nullopt;
  const double wanted = axes.fromX(position.x());
  return *std::min_element(strides.begin(), strides.end(), [&](std::uint64_t a, std::uint64_t b) {
    return std::abs(static_cast<double>(a) - wanted) < std::abs(static_cast<double>(b) - wanted);
  });
}

void BankPlot::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  if (event->button() != Qt::LeftButton) return;
  if (const auto stride = strideAt(event->position())) choose(*stride);
}

void BankPlot::mouseMoveEvent(QMouseEvent* event) {
  mouse_ = event->position();
  if ((event->buttons() & Qt::LeftButton) != 0)
    if (const auto stride = strideAt(*mouse_)) choose(*stride);
  update();
}

void BankPlot::leaveEvent(QEvent* event) {
  mouse_.reset();
  update();
  QWidget::leaveEvent(event);
}

void BankPlot::keyPressEvent(QKeyEvent* event) {
  const auto strides = curves_ ? curves_->strides(word_bytes_) : std::vector<std::uint64_t>{};
  const auto at = std::find(strides.begin(), strides.end(), stride_);
  if (at == strides.end()) return QWidget::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Left:
      if (at != strides.begin()) choose(*std::prev(at));
      break;
    case Qt::Key_Right:
      if (std::next(at) != strides.end()) choose(*std::next(at));
      break;
    case Qt::Key_Home: choose(strides.front()); break;
    case Qt::Key_End: choose(strides.back()); break;
    default: QWidget::keyPressEvent(event);
  }
}

void BankPlot::focusInEvent(QFocusEvent* event) {
  keyboardFocus_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                   event->reason() == Qt::ShortcutFocusReason;
  update();
  QWidget::focusInEvent(event);
}

void BankPlot::focusOutEvent(QFocusEvent* event) {
  keyboardFocus_ = false;
  update();
  QWidget::focusOutEvent(event);
}

}  // namespace chasescope
