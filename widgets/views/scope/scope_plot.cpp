#include "widgets/views/scope/scope_plot.h"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/callout.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kGrabPixels = 6;

}  // namespace

ScopePlot::ScopePlot(QWidget* parent) : QWidget(parent), canvas_(new PlotCanvas(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(canvas_);
  setFocusProxy(canvas_);
  canvas_->setAccessibleName(tr("Latency by access"));
  canvas_->setAccessibleDescription(tr("Arrow keys pan, plus and minus zoom, F fits, A and B place the cursors."));
  canvas_->xAxis->setTicker(QSharedPointer<CountTicker>::create());
  canvas_->yAxis->setTicker(QSharedPointer<CountTicker>::create());

  new PaintedLayer(canvas_, QStringLiteral("behind"), true, [this](QCPPainter& p) { paintBehind(p); });
  new PaintedLayer(canvas_, QStringLiteral("main"), true, [this](QCPPainter& p) { paintTrace(p); });
  new PaintedLayer(canvas_, QStringLiteral("axes"), false, [this](QCPPainter& p) { paintSide(p); });
  new PaintedLayer(canvas_, QStringLiteral("overlay"), false, [this](QCPPainter& p) { paintOverlay(p); });

  canvas_->setGrab([this](const QPoint& at) { return grab(at); });
  canvas_->setKeys([this](int key) { return pressKey(key); });
  connect(canvas_, &QCustomPlot::beforeReplot, this, &ScopePlot::layOut);
  connect(canvas_, &PlotCanvas::viewMoved, this, &ScopePlot::userMoved);
  connect(canvas_, &PlotCanvas::fitRequested, this, &ScopePlot::fit);
  connect(canvas_, &PlotCanvas::dragged, this, [this](const QPoint& at) { setCursor(dragged_, accessAt(at)); });
  connect(canvas_, &PlotCanvas::dragEnded, this, [this] {
    dragged_ = -1;
    canvas_->scheduleOverlay();
  });
  connect(canvas_, &PlotCanvas::hoverMoved, this, [this](const QPoint& at) {
    mouse_ = at;
    const bool inside = canvas_->axisRect()->rect().contains(at);
    emit hovered(inside ? accessAt(at) : std::nullopt);
  });
  connect(canvas_, &PlotCanvas::hoverLeft, this, [this] {
    mouse_ = {-1, -1};
    emit hovered(std::nullopt);
  });
  connect(canvas_, &PlotCanvas::clicked, this, [this](const QPoint& at) {
    if (brush_) emit brushCleared();
    if (!canvas_->axisRect()->rect().contains(at)) return;
    if (const auto access = accessAt(at)) emit clicked(*access);
  });
  connect(canvas_, &PlotCanvas::brushDrawn, this, [this](const QRectF& box) {
    const double size = data_.empty() ? 0 : static_cast<double>(data_.trace->size());
    const double begin = std::clamp(std::ceil(box.left()), 0.0, size), end = std::clamp(std::floor(box.right()) + 1, 0.0, size);
    if (end > begin) emit brushed(static_cast<quint64>(begin), static_cast<quint64>(end));
  });
  connect(canvas_, &PlotCanvas::escapePressed, this, [this] {
    setCursor(0, std::nullopt);
    setCursor(1, std::nullopt);
    emit brushCleared();
  });
  setPlotStyle(style_);
}

ScopePlot::~ScopePlot() {
  // The canvas paints through functions of this object, so it is deleted first.
  delete canvas_;
}

QWidget* ScopePlot::canvas() const { return canvas_; }

void ScopePlot::setPlotStyle(const PlotStyle& style) {
  style_ = style;
  dressAxes(*canvas_, style_, tr("Access"), tr("Latency (cycles)"));
  layOut();
  canvas_->scheduleReplot();
}

void ScopePlot::layOut() {
  QCPAxisRect* rect = canvas_->axisRect();
  rect->setAutoMargins(QCP::msLeft | QCP::msBottom);
  const double right = data_.empty() ? 16 : scopeHistogramWidth(style_) + scopeLabelWidth(style_) + style_.px(24);
  rect->setMargins(QMargins(0, qRound(style_.em(22)), qRound(style_.px(right)), 0));
  const double length = canvas_->viewport().width() - right - style_.em(64);
  countTicker(*canvas_->xAxis).fitLabels(length, canvas_->xAxis->range().upper, style_.number());
  // Where the title does not fit along the axis, the axis has only its unit.
  const QString title = tr("Latency (cycles)");
  const double height = canvas_->viewport().height() - style_.em(70);
  canvas_->yAxis->setLabel(QFontMetricsF(style_.text(Weight::medium)).horizontalAdvance(title) <= height ? title : tr("cycles"));
  countTicker(*canvas_->yAxis).setTickCount(std::clamp(static_cast<int>(canvas_->viewport().height() / style_.em(46)), 2, 8));
}

void ScopePlot::setData(const ScopeData& scope) {
  data_ = scope;
  cursors_ = {};
  hovered_.reset();
  brush_.reset();
  dragged_ = -1;
  if (!following_) {
    following_ = true;
    emit followingChanged(true);
  }
  layOut();
  takeOwnTop();
  followNow();
  emit cursorsChanged();
}

void ScopePlot::replaceData(const ScopeData& scope) {
  data_ = scope;
  if (data_.empty()) hovered_.reset();
  for (auto& cursor : cursors_)
    if (cursor && (data_.empty() || *cursor >= data_.trace->size())) cursor.reset();
  dataGrew();
  emit cursorsChanged();
}

void ScopePlot::dataGrew() {
  if (data_.trace == nullptr) return;
  takeOwnTop();
  if (following_) {
    followNow();
  } else {
    // The view can now be moved to the new accesses, but it stays where the person has it.
    const double size = std::max<double>(1, static_cast<double>(data_.trace->size()));
    canvas_->setBounds(QRectF(-0.5, 0, size, std::max(canvas_->bounds().height(), fittedTop())), 4, 4);
    canvas_->scheduleReplot();
  }
}

void ScopePlot::followNow() {
  const double size = data_.empty() ? 100 : static_cast<double>(data_.trace->size());
  const double top = fittedTop();
  double highest = top;
  if (!data_.empty()) highest = std::max<double>(top, data_.pyramid->range(*data_.trace, 0, data_.trace->size()).high * 1.05);
  canvas_->setBounds(QRectF(-0.5, 0, std::max(1.0, size), highest), 4, 4);
  canvas_->setView(QCPRange(-0.5, std::max(1.0, size) - 0.5), QCPRange(0, top));
}

void ScopePlot::fit() {
  followNow();
  setFollowing(true);
}

void ScopePlot::setFollowing(bool follow) {
  if (follow) followNow();
  if (following_ == follow) return;
  following_ = follow;
  emit followingChanged(follow);
  emit viewChanged();
}

void ScopePlot::userMoved() {
  if (following_) {
    following_ = false;
    emit followingChanged(false);
  }
  emit viewChanged();
}

ScopePlot::Range ScopePlot::visibleAccesses() const { return {canvas_->xAxis->range().lower, canvas_->xAxis->range().upper}; }
ScopePlot::Range ScopePlot::visibleCycles() const { return {canvas_->yAxis->range().lower, canvas_->yAxis->range().upper}; }

bool ScopePlot::showsAllCycles() const {
  constexpr double kHair = 1e-6;
  const Range seen = visibleCycles();
  return seen.begin <= kHair && seen.end >= fittedTop() - kHair;
}

void ScopePlot::takeOwnTop() {
  const double top = data_.empty() ? 0 : scopeTopCycles(data_);
  if (top == own_top_) return;
  const bool all = showsAllCycles();
  own_top_ = top;
  if (all && !following_) showTop();
  emit ownTopChanged();
}

void ScopePlot::setLeastTop(double cycles) {
  if (cycles == least_top_) return;
  const bool all = showsAllCycles();
  least_top_ = cycles;
  if (following_) return followNow();
  if (all) showTop();
}

/// Shows the whole range of cycles after it has changed, for the accesses in sight.
void ScopePlot::showTop() {
  canvas_->setBounds(QRectF(-0.5, 0, canvas_->bounds().width(), std::max(canvas_->bounds().height(), fittedTop())), 4, 4);
  canvas_->setView(canvas_->xAxis->range(), QCPRange(0, fittedTop()));
}

void ScopePlot::showAccesses(double begin, double end) {
  canvas_->setView(QCPRange(begin, end), canvas_->yAxis->range());
  userMoved();
}

void ScopePlot::showRanges(Range accesses, Range cycles) {
  canvas_->setView(QCPRange(accesses.begin, accesses.end), QCPRange(cycles.begin, cycles.end));
  userMoved();
}

void ScopePlot::zoom(double factor) { canvas_->zoomX(factor, canvas_->xAxis->range().center()); }

void ScopePlot::setTool(Tool tool) {
  canvas_->setTool(tool == Tool::pan    ? PlotCanvas::Tool::pan
                   : tool == Tool::zoom ? PlotCanvas::Tool::zoom
                                        : PlotCanvas::Tool::brush);
}

void ScopePlot::setCursor(int which, std::optional<std::uint64_t> access) {
  if (which < 0 || which > 1) return;
  if (access && (data_.empty() || *access >= data_.trace->size())) return;
  auto& cursor = cursors_[static_cast<std::size_t>(which)];
  if (cursor == access) return;
  cursor = access;
  canvas_->scheduleOverlay();
  emit cursorsChanged();
}

void ScopePlot::setBrush(std::optional<Brush> accesses) {
  brush_ = accesses;
  canvas_->scheduleOverlay();
}

void ScopePlot::setHovered(std::optional<std::uint64_t> access) {
  if (hovered_ == access) return;
  hovered_ = access;
  canvas_->scheduleOverlay();
}

QStringList ScopePlot::describe(std::uint64_t access) const {
  if (data_.empty() || access >= data_.trace->size()) return {};
  const float cycles = (*data_.trace)[access];
  QStringList lines{tr("%1 cycles").arg(cyclesText(cycles)), tr("access %1").arg(counted(access))};
  if (data_.order->period() > 0) {
    lines << tr("pass %1, position %2").arg(counted(data_.order->pass(access)), counted(data_.order->position(access)));
    lines << tr("offset %1").arg(QString::fromStdString(format_bytes(data_.order->offset(access))));
  }
  return lines;
}

double ScopePlot::cursorCycles(std::uint64_t access) const { return scopeReading(data_, access); }

QStringList ScopePlot::differenceText() const {
  if (!cursors_[0] || !cursors_[1] || data_.empty()) return {};
  const std::uint64_t a = *cursors_[0], b = *cursors_[1];
  const double ca = cursorCycles(a), cb = cursorCycles(b);
  const auto sign = [](bool negative) { return negative ? QStringLiteral("−") : QStringLiteral("+"); };
  const std::uint64_t apart = a > b ? a - b : b - a;
  QStringList lines{tr("B − A  %1%2 accesses").arg(apart == 0 ? QString() : sign(b < a), counted(apart)),
                    tr("%1%2 cycles  (%3 → %4)")
                        .arg(ca == cb ? QString() : sign(cb < ca), cyclesText(std::abs(cb - ca)), cyclesText(ca), cyclesText(cb))};
  return lines + scopeRemarks(data_, a, b);
}

QPoint ScopePlot::positionOf(std::uint64_t access) const {
  const double cycles = data_.empty() || access >= data_.trace->size() ? 0 : (*data_.trace)[access];
  const QPointF at(canvas_->xAxis->coordToPixel(static_cast<double>(access)), canvas_->yAxis->coordToPixel(cycles));
  return canvas_->mapTo(this, at.toPoint());
}

std::optional<std::uint64_t> ScopePlot::accessAt(const QPoint& position) const {
  if (data_.empty()) return std::nullopt;
  const ScopeGeometry g = geometry();
  const double last = static_cast<double>(data_.trace->size() - 1);
  const double reach = 8 * (g.x1 - g.x0) / g.plot.width();
  const double middle = canvas_->xAxis->pixelToCoord(position.x());
  const auto exact = static_cast<std::uint64_t>(std::llround(std::clamp(middle, 0.0, last)));
  const auto begin = static_cast<std::size_t>(std::clamp(std::ceil(middle - reach), 0.0, last));
  const auto end = static_cast<std::size_t>(std::clamp(std::floor(middle + reach) + 1, 0.0, last + 1));
  // Where a pixel holds many accesses, only a fixed sample of them and the extremes are compared, as in the drawing.
  std::uint64_t nearest = exact;
  double best = 14 * 14;
  const auto consider = [&](const TracePoint& point) {
    const double dx = g.toX(static_cast<double>(point.access)) - position.x();
    const double dy = g.toY(point.cycles) - position.y();
    if (dx * dx + dy * dy < best) {
      best = dx * dx + dy * dy;
      nearest = point.access;
    }
  };
  for (const TracePoint& point : spreadSample(*data_.trace, begin, end, 4096)) consider(point);
  return nearest;
}

void ScopePlot::repaintNow() {
  canvas_->scheduleReplot();
  canvas_->flush();
}

ScopeGeometry ScopePlot::geometry() const {
  ScopeGeometry g;
  g.plot = QRectF(canvas_->axisRect()->rect());
  const double left = g.plot.right() + style_.px(8);
  g.histogram = QRectF(left, g.plot.top(), scopeHistogramWidth(style_), g.plot.height());
  g.labels = QRectF(g.histogram.right() + style_.px(8), g.plot.top(), scopeLabelWidth(style_), g.plot.height());
  g.x0 = canvas_->xAxis->range().lower;
  g.x1 = canvas_->xAxis->range().upper;
  g.y0 = canvas_->yAxis->range().lower;
  g.y1 = canvas_->yAxis->range().upper;
  return g;
}

void ScopePlot::paintBehind(QPainter& painter) { paintScopeBands(painter, data_, geometry(), style_); }

void ScopePlot::paintTrace(QPainter& painter) {
  const ScopeGeometry g = geometry();
  cut_ = cutForScope(data_, g, style_);
  paintScopeTrace(painter, data_, cut_, g, style_);
}

void ScopePlot::paintSide(QPainter& painter) {
  const ScopeGeometry g = geometry();
  paintScopeHistogram(painter, data_, cut_, g, style_);
  paintScopeLabels(painter, data_, g, style_);
}

void ScopePlot::paintOverlay(QPainter& painter) {
  const ScopeGeometry g = geometry();
  if (brush_) {
    QColor tint = style_.palette.assumed;
    tint.setAlphaF(0.14F);
    const double left = std::max(g.plot.left(), g.toX(static_cast<double>(brush_->first) - 0.5));
    const double right = std::min(g.plot.right(), g.toX(static_cast<double>(brush_->second) - 0.5));
    if (right > left) {
      painter.fillRect(QRectF(left, g.plot.top(), right - left, g.plot.height()), tint);
      painter.setPen(QPen(style_.palette.assumed, style_.line(1)));
      painter.drawLine(QPointF(left, g.plot.top()), QPointF(left, g.plot.bottom()));
      painter.drawLine(QPointF(right, g.plot.top()), QPointF(right, g.plot.bottom()));
    }
  }
  paintCursors(painter, g);
  if (hovered_ && !data_.empty() && *hovered_ < data_.trace->size() && dragged_ < 0) {
    const QPointF at(g.toX(static_cast<double>(*hovered_)), g.toY((*data_.trace)[*hovered_]));
    if (g.plot.adjusted(-1, -1, 1, 1).contains(at)) {
      painter.setRenderHint(QPainter::Antialiasing, true);
      painter.setPen(QPen(style_.palette.ink, style_.line(1.5)));
      painter.setBrush(Qt::NoBrush);
      painter.drawEllipse(at, 6, 6);
      // Only an access under the mouse has a box; an access that another view hovers has only the ring.
      if (mouse_.x() >= 0) paintCallout(painter, at, describe(*hovered_), g.plot, style_);
    }
  }
  if (!canvas_->box().isNull()) paintRubberBand(painter, canvas_->box(), canvas_->boxIsBrush(), style_);
  if (canvas_->showsFocus()) paintFocus(painter, g.plot, style_);
}

void ScopePlot::paintCursors(QPainter& painter, const ScopeGeometry& g) {
  painter.setRenderHint(QPainter::Antialiasing, true);
  for (int i = 0; i < 2; ++i) {
    const auto& cursor = cursors_[static_cast<std::size_t>(i)];
    if (!cursor) continue;
    const double x = g.toX(static_cast<double>(*cursor));
    if (x < g.plot.left() - 1 || x > g.plot.right() + 1) continue;
    const double y = std::clamp(g.toY((*data_.trace)[*cursor]), g.plot.top(), g.plot.bottom());
    const double level = std::clamp(g.toY(cursorCycles(*cursor)), g.plot.top(), g.plot.bottom());
    painter.setPen(QPen(style_.palette.ink, style_.line(1), Qt::DashLine));
    painter.drawLine(QPointF(x, g.plot.top()), QPointF(x, g.plot.bottom()));
    painter.setPen(QPen(style_.palette.ink, style_.line(1), Qt::DotLine));
    painter.drawLine(QPointF(g.plot.left(), level), QPointF(g.plot.right(), level));
    painter.setPen(QPen(style_.palette.ink, style_.line(1.5)));
    painter.setBrush(style_.palette.card);
    painter.drawEllipse(QPointF(x, y), 4, 4);
    paintFlag(painter, {x, g.plot.top() - 2}, i == 0 ? QStringLiteral("A") : QStringLiteral("B"), dragged_ == i, style_);
  }
  const QStringList difference = differenceText();
  if (!difference.isEmpty()) {
    const double x = std::clamp(g.toX(static_cast<double>(*cursors_[1])), g.plot.left(), g.plot.right());
    paintCallout(painter, {x, g.plot.top() + style_.em(34)}, difference, g.plot, style_);
  }
}

int ScopePlot::cursorAt(const QPoint& position) const {
  const ScopeGeometry g = geometry();
  int nearest = -1;
  double best = kGrabPixels;
  for (int i = 1; i >= 0; --i) {
    const auto& cursor = cursors_[static_cast<std::size_t>(i)];
    if (!cursor) continue;
    const double x = g.toX(static_cast<double>(*cursor));
    if (flagRect({x, g.plot.top() - 2}, style_).contains(position)) return i;
    if (g.plot.contains(position) && std::abs(x - position.x()) < best) {
      best = std::abs(x - position.x());
      nearest = i;
    }
  }
  return nearest;
}

bool ScopePlot::grab(const QPoint& position) {
  dragged_ = cursorAt(position);
  if (dragged_ >= 0) canvas_->scheduleOverlay();
  return dragged_ >= 0;
}

void ScopePlot::toggleCursors() {
  const bool drop = cursors_[0] || cursors_[1];
  const QRect plot = canvas_->axisRect()->rect();
  for (const int which : {0, 1})
    setCursor(which, drop ? std::nullopt : accessAt({plot.left() + (which + 1) * plot.width() / 3, plot.bottom()}));
}

bool ScopePlot::pressKey(int key) {
  if ((key != Qt::Key_A && key != Qt::Key_B) || data_.empty()) return false;
  const QRect plot = canvas_->axisRect()->rect();
  const bool underMouse = plot.contains(mouse_);
  // Without a mouse, cursor A goes to a third and cursor B to two thirds of the part in sight.
  const double share = key == Qt::Key_A ? 1.0 / 3 : 2.0 / 3;
  const QPoint at = underMouse ? mouse_ : QPoint(plot.left() + static_cast<int>(share * plot.width()), plot.bottom());
  setCursor(key == Qt::Key_A ? 0 : 1, accessAt(at));
  return true;
}

}  // namespace chasescope

#include "moc_scope_plot.cpp"
