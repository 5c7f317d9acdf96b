#include "widgets/views/memory/memory_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "engine/findings/vocabulary.h"
#include "widgets/document/glossary.h"

namespace chasescope {
namespace {

constexpr double kMargin = 4;

}  // namespace

BoxHandle::BoxHandle(MemoryPlot* plot) : QAbstractButton(plot) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setCursor(Qt::PointingHandCursor);
}

void BoxHandle::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left: emit moved(-1, 0); break;
    case Qt::Key_Right: emit moved(1, 0); break;
    case Qt::Key_Up: emit moved(0, -1); break;
    case Qt::Key_Down: emit moved(0, 1); break;
    case Qt::Key_Return:
    case Qt::Key_Enter: emit opened(); break;
    default: QAbstractButton::keyPressEvent(event);
  }
}

void BoxHandle::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit opened();
}

void BoxHandle::enterEvent(QEnterEvent* event) {
  emit entered();
  QAbstractButton::enterEvent(event);
}

void BoxHandle::leaveEvent(QEvent* event) {
  emit left();
  QAbstractButton::leaveEvent(event);
}

void BoxHandle::focusInEvent(QFocusEvent* event) {
  emit focusShown(event->reason() != Qt::MouseFocusReason);
  QAbstractButton::focusInEvent(event);
}

void BoxHandle::focusOutEvent(QFocusEvent* event) {
  emit focusShown(false);
  QAbstractButton::focusOutEvent(event);
}

MemoryPlot::MemoryPlot(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setAccessibleName(tr("Memory diagram"));
  setAccessibleDescription(tr("Each box is a part of the memory hierarchy; the arrow keys go from box to box."));
}

void MemoryPlot::setPlotStyle(const PlotStyle& style) {
  style_ = style;
  updateGeometry();
  arrange();
}

void MemoryPlot::setDiagram(MemoryDiagram diagram) {
  diagram_ = std::move(diagram);
  BoxHandle* before = nullptr;
  std::map<std::string, BoxHandle*> kept;
  for (const MemoryBox& box : diagram_.boxes) {
    const std::string subject = box.key();
    const auto known = handles_.find(subject);
    BoxHandle* handle = nullptr;
    if (known != handles_.end()) {
      handle = known->second;
    } else {
      handle = new BoxHandle(this);
      connect(handle, &BoxHandle::clicked, this, [this, subject] { choose(subject); });
      connect(handle, &BoxHandle::moved, this, [this, subject](int dx, int dy) { step(subject, dx, dy); });
      connect(handle, &BoxHandle::opened, this, [this, subject] { emit boxOpened(QString::fromStdString(subject)); });
      connect(handle, &BoxHandle::entered, this, [this, subject] {
        hovered_ = subject;
        update();
      });
      connect(handle, &BoxHandle::left, this, [this] {
        hovered_.clear();
        update();
      });
      connect(handle, &BoxHandle::focusShown, this, [this, subject](bool shown) {
        focused_ = shown ? subject : std::string();
        update();
      });
      handle->show();
    }
    handle->setAccessibleName(box.title);
    handle->setAccessibleDescription(box.sentence());
    handle->setToolTip(teachingTip(box.title, subjectMeaning(subject), {box.sentence()}));
    if (before != nullptr) setTabOrder(before, handle);
    before = handle;
    kept[subject] = handle;
  }
  for (const auto& [subject, handle] : handles_)
    if (!kept.contains(subject)) {
      if (focused_ == subject) focused_.clear();
      if (hovered_ == subject) hovered_.clear();
      delete handle;
    }
  handles_ = std::move(kept);
  if (!handles_.contains(chosen_)) chosen_.clear();
  setFocusProxy(diagram_.empty() ? nullptr : handles_.at(diagram_.boxes.front().key()));
  updateGeometry();
  arrange();
}

void MemoryPlot::setChosen(const std::string& subject) {
  const MemoryBox* box = diagram_.find(subject);
  chosen_ = box == nullptr ? std::string() : box->key();
  update();
}

BoxHandle* MemoryPlot::handle(const std::string& subject) const {
  const auto found = handles_.find(subject);
  return found == handles_.end() ? nullptr : found->second;
}

void MemoryPlot::setLargestType(double factor) {
  if (largestType_ == factor) return;
  largestType_ = factor;
  arrange();
}

int MemoryPlot::wholeHeight() const {
  return diagram_.empty() ? 0
                          : qCeil(naturalSize(diagram_, boxMetrics(style_)).height() +
                                  memoryLegendHeight(width() - 2 * kMargin, diagram_, style_) + 4 * kMargin);
}

QSize MemoryPlot::minimumSizeHint() const {
  if (diagram_.empty()) return {240, 200};
  const QSizeF least = smallestSize(diagram_, boxMetrics(style_));
  return {qCeil(least.width() + 2 * kMargin),
          qCeil(least.height() + 3 * kMargin + memoryLegendHeight(least.width(), diagram_, style_))};
}

PlotStyle MemoryPlot::fitted() const {
  if (diagram_.empty()) return style_;
  const QSizeF natural = naturalSize(diagram_, boxMetrics(style_));
  const double legend = memoryLegendHeight(width() - 2 * kMargin, diagram_, style_) + 3 * kMargin;
  const double scale = std::min(width() / natural.width(), height() / (natural.height() + legend));
  PlotStyle style = style_;
  style.textPixels *= std::clamp(scale, 1.0, largestType_);
  return style;
}

void MemoryPlot::arrange() {
  const PlotStyle style = fitted();
  const double legend = memoryLegendHeight(width() - 2 * kMargin, diagram_, style) + kMargin;
  const QRectF area = QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin - legend);
  layout_ = layOutMemory(diagram_, area, boxMetrics(style));
  for (std::size_t i = 0; i < diagram_.boxes.size(); ++i)
    handles_.at(diagram_.boxes[i].key())->setGeometry(layout_.boxes[i].toAlignedRect());
  update();
}

int MemoryPlot::indexOf(const std::string& subject) const {
  for (std::size_t i = 0; i < diagram_.boxes.size(); ++i)
    if (diagram_.boxes[i].key() == subject) return static_cast<int>(i);
  return -1;
}

void MemoryPlot::setAnswered(const std::string& subject) {
  if (answered_ == subject) return;
  answered_ = subject;
  update();
}

std::vector<std::size_t> MemoryPlot::lit() const {
  const MemoryBox* answered = diagram_.find(answered_);
  const int chosen = indexOf(answered == nullptr ? chosen_ : answered->key());
  return chosen < 0 ? std::vector<std::size_t>{} : pathTo(diagram_, static_cast<std::size_t>(chosen));
}

void MemoryPlot::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), style_.palette.card);
  if (diagram_.empty()) return;
  const PlotStyle style = fitted();
  paintMemoryDiagram(painter, diagram_, layout_, style, {indexOf(chosen_), indexOf(hovered_), indexOf(focused_), lit()});
  const double legend = memoryLegendHeight(width() - 2 * kMargin, diagram_, style);
  paintMemoryLegend(painter, {kMargin, std::min(height() - legend, layout_.bottom + 3 * kMargin)}, width() - 2 * kMargin, diagram_,
                    style);
}

void MemoryPlot::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void MemoryPlot::choose(const std::string& subject) {
  chosen_ = subject;
  update();
  emit boxChosen(QString::fromStdString(subject));
}

void MemoryPlot::step(const std::string& subject, int dx, int dy) {
  const int here = indexOf(subject);
  if (here < 0) return;
  const std::size_t there = boxBeside(layout_, static_cast<std::size_t>(here), dx, dy);
  handles_.at(diagram_.boxes[there].key())->setFocus(Qt::TabFocusReason);
}

bool MemoryPlot::onWall(const QPointF& place) const {
  return diagram_.carveouts.size() > 1 && !layout_.wall.isNull() && layout_.wall.adjusted(-2, 0, 2, 0).contains(place);
}

void MemoryPlot::dragWall(double x) {
  const QRectF& shared = layout_.boxes[static_cast<std::size_t>(indexOf(subject::shared_memory))];
  const QRectF& l1 = layout_.boxes[static_cast<std::size_t>(indexOf(subject::l1_data))];
  const double percent = (x - shared.left()) / (l1.right() - shared.left()) * 100;
  const auto nearest = std::min_element(diagram_.carveouts.begin(), diagram_.carveouts.end(),
                                        [&](double a, double b) { return std::abs(a - percent) < std::abs(b - percent); });
  if (diagram_.carveout != *nearest) emit carveoutChosen(*nearest);
}

void MemoryPlot::mousePressEvent(QMouseEvent* event) {
  draggingWall_ = event->button() == Qt::LeftButton && onWall(event->position());
}

void MemoryPlot::mouseMoveEvent(QMouseEvent* event) {
  if (draggingWall_) return dragWall(event->position().x());
  setCursor(onWall(event->position()) ? Qt::SplitHCursor : Qt::ArrowCursor);
}

void MemoryPlot::mouseReleaseEvent(QMouseEvent* /*event*/) { draggingWall_ = false; }

}  // namespace chasescope

#include "moc_memory_plot.cpp"
