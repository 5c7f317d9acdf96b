#include "widgets/views/pattern/pattern_plot.h"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>

#include "widgets/plot/callout.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/plot/text_room.h"
#include "widgets/views/pattern/pattern_ticker.h"

namespace chasescope {
PatternPlot::PatternPlot(QWidget* parent) : QWidget(parent), canvas_(new PlotCanvas(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(canvas_);
  setFocusProxy(canvas_);
  canvas_->setAccessibleName(tr("Miss pattern"));
  canvas_->setAccessibleDescription(tr("Arrow keys pan, plus and minus zoom, F fits."));
  canvas_->setMoves(PlotCanvas::Axes::both);
  canvas_->yAxis->setRangeReversed(true);
  canvas_->xAxis->setTicker(QSharedPointer<CountTicker>::create());
  canvas_->yAxis->setTicker(QSharedPointer<PatternRowTicker>::create([this] { return source_.get(); }));

  new PaintedLayer(canvas_, QStringLiteral("main"), true, [this](QCPPainter& p) {
    if (source_) paintPattern(p, *source_, shade_, geometry(), style_);
  });
  new PaintedLayer(canvas_, QStringLiteral("axes"), false, [this](QCPPainter& p) {
    if (source_) paintPatternLegend(p, *source_, shade_, geometry(), style_);
  });
  new PaintedLayer(canvas_, QStringLiteral("overlay"), false, [this](QCPPainter& p) { paintOverlay(p); });

  connect(canvas_, &QCustomPlot::beforeReplot, this, &PatternPlot::layOut);
  connect(canvas_, &PlotCanvas::viewMoved, this, [this] {
    setFitted(false);
    emit viewMoved();
  });
  connect(canvas_, &PlotCanvas::fitRequested, this, [this] {
    fit();
    emit viewMoved();
  });
  connect(canvas_, &PlotCanvas::hoverMoved, this, [this](const QPoint& at) {
    mouseInside_ = true;
    emit cellHovered(cellAt(at));
  });
  connect(canvas_, &PlotCanvas::hoverLeft, this, [this] {
    mouseInside_ = false;
    emit cellHovered(std::nullopt);
  });
  connect(canvas_, &PlotCanvas::clicked, this, [this](const QPoint& at) {
    if (rows_) emit brushCleared();
    if (const auto cell = cellAt(at)) emit cellClicked(cell->row, cell->column);
  });
  connect(canvas_, &PlotCanvas::brushDrawn, this, [this](const QRectF& box) {
    const double rows = source_ ? static_cast<double>(source_->rows()) : 0;
    const double first = std::clamp(std::floor(box.top() + 0.5), 0.0, rows),
                 end = std::clamp(std::ceil(box.bottom() + 0.5), 0.0, rows);
    if (end > first) emit rowsBrushed(static_cast<quint64>(first), static_cast<quint64>(end));
  });
  connect(canvas_, &PlotCanvas::escapePressed, this, &PatternPlot::brushCleared);
  setPlotStyle(style_);
}

PatternPlot::~PatternPlot() { delete canvas_; }

QWidget* PatternPlot::canvas() const { return canvas_; }

void PatternPlot::setPlotStyle(const PlotStyle& style) {
  style_ = style;
  dressAxes(*canvas_, style_, QString(), QString());
  canvas_->yAxis->grid()->setVisible(false);
  layOut();
  canvas_->scheduleReplot();
}

void PatternPlot::layOut() {
  QCPAxisRect* rect = canvas_->axisRect();
  rect->setAutoMargins(QCP::msLeft | QCP::msBottom);
  const double right = source_ ? patternLegendWidth(style_) + style_.px(16) : style_.px(16);
  rect->setMargins(QMargins(0, qRound(std::max(style_.em(10), aboveAxes(style_))), qRound(right), 0));
  canvas_->xAxis->setLabel(source_ ? source_->columnTitle() : QString());
  // A cut title is useless: where the plot is too low for the title, use the short one. The axis's own height is known only after
  // the layout.
  const double height = canvas_->viewport().height() - style_.em(48);
  canvas_->yAxis->setLabel(
      source_ ? fittingWords(style_.text(Weight::medium), {source_->rowTitle(), source_->briefRowTitle()}, height) : QString());
  countTicker(*canvas_->xAxis)
      .fitLabels(canvas_->viewport().width() - right - style_.em(64), canvas_->xAxis->range().upper, style_.number());
  countTicker(*canvas_->yAxis).setTickCount(std::clamp(static_cast<int>(canvas_->viewport().height() / style_.em(26)), 2, 12));
  canvas_->yAxis->ticker()->setTickOrigin(source_ ? -source_->rowOrigin() : 0);
}

void PatternPlot::setSource(std::shared_ptr<const PatternSource> source) {
  const bool sameShape = source_ && source && source_->columns() == source->columns();
  source_ = std::move(source);
  if (sameShape && !fitted_) return showAll();
  rows_.reset();
  cell_.reset();
  column_.reset();
  fit();
}

void PatternPlot::showAll() {
  const double rows = source_ ? std::max<double>(1, static_cast<double>(source_->rows())) : 1;
  const double columns = source_ ? std::max<double>(1, static_cast<double>(source_->columns())) : 1;
  canvas_->setBounds(QRectF(-0.5, -0.5, columns, rows), 4, 2);
  if (fitted_) canvas_->setView(QCPRange(-0.5, columns - 0.5), QCPRange(-0.5, rows - 0.5));
  canvas_->scheduleReplot();
}

void PatternPlot::sourceGrew() { showAll(); }

void PatternPlot::fit() {
  setFitted(true);
  showAll();
}

QRectF PatternPlot::view() const {
  const QCPRange x = canvas_->xAxis->range(), y = canvas_->yAxis->range();
  return {QPointF(x.lower, y.lower), QPointF(x.upper, y.upper)};
}

void PatternPlot::showView(const QRectF& view) {
  setFitted(false);
  canvas_->setView(QCPRange(view.left(), view.right()), QCPRange(view.top(), view.bottom()));
}

void PatternPlot::setFitted(bool fitted) { fitted_ = fitted; }

void PatternPlot::setShade(PatternShade shade) {
  shade_ = shade;
  canvas_->scheduleReplot();
}

void PatternPlot::setMarkedRows(std::optional<RowRange> rows) {
  rows_ = rows;
  canvas_->scheduleOverlay();
}

void PatternPlot::setMarkedCell(std::optional<Cell> cell) {
  if (cell_ == cell) return;
  cell_ = cell;
  canvas_->scheduleOverlay();
}

void PatternPlot::setMarkedColumn(std::optional<std::uint64_t> column) {
  if (column_ == column) return;
  column_ = column;
  canvas_->scheduleOverlay();
}

PatternGeometry PatternPlot::geometry() const {
  PatternGeometry g;
  g.plot = QRectF(canvas_->axisRect()->rect());
  g.legend = QRectF(g.plot.right() + style_.px(14), g.plot.top(), patternLegendWidth(style_), g.plot.height());
  g.x0 = canvas_->xAxis->range().lower;
  g.x1 = canvas_->xAxis->range().upper;
  g.y0 = canvas_->yAxis->range().lower;
  g.y1 = canvas_->yAxis->range().upper;
  return g;
}

void PatternPlot::paintOverlay(QPainter& painter) {
  if (!source_) return;
  const PatternGeometry g = geometry();
  if (rows_) {
    QColor fade = style_.palette.card;
    fade.setAlphaF(0.62F);
    const double top = std::clamp(g.toY(static_cast<double>(rows_->first) - 0.5), g.plot.top(), g.plot.bottom());
    const double bottom = std::clamp(g.toY(static_cast<double>(rows_->second) - 0.5), g.plot.top(), g.plot.bottom());
    painter.fillRect(QRectF(g.plot.left(), g.plot.top(), g.plot.width(), top - g.plot.top()), fade);
    painter.fillRect(QRectF(g.plot.left(), bottom, g.plot.width(), g.plot.bottom() - bottom), fade);
    painter.setPen(QPen(style_.palette.assumed, style_.line(2)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(g.plot.left(), top, g.plot.width(), bottom - top));
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
  const auto frame = [&](const QRectF& wanted) {
    // The frame lies around the cell, so that it does not hide a small cell; white on black is visible on every colour.
    const QRectF box = wanted.adjusted(-1.5, -1.5, 1.5, 1.5).intersected(g.plot.adjusted(-2, -2, 2, 2));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::white, 3));
    painter.drawRect(box);
    painter.setPen(QPen(Qt::black, 1.2));
    painter.drawRect(box);
  };
  const auto left = [&](std::uint64_t c) { return g.toX(static_cast<double>(c) - 0.5); };
  const auto top = [&](std::uint64_t r) { return g.toY(static_cast<double>(r) - 0.5); };
  if (column_ && left(*column_ + 1) > g.plot.left() && left(*column_) < g.plot.right())
    frame(QRectF(QPointF(left(*column_), g.plot.top()), QPointF(left(*column_ + 1), g.plot.bottom())));
  if (cell_) {
    const QRectF box(QPointF(left(cell_->column), top(cell_->row)), QPointF(left(cell_->column + 1), top(cell_->row + 1)));
    if (g.plot.adjusted(-1, -1, 1, 1).contains(box.center())) {
      frame(box);
      if (mouseInside_)
        paintCallout(painter, box.center(),
                     source_->describe(static_cast<std::size_t>(cell_->row), static_cast<std::size_t>(cell_->column)),
                     QRectF(canvas_->viewport()), style_);
    }
  }
  if (!canvas_->box().isNull()) paintRubberBand(painter, canvas_->box(), canvas_->boxIsBrush(), style_);
  if (canvas_->showsFocus()) paintFocus(painter, g.plot, style_);
}

QPoint PatternPlot::positionOf(const Cell& cell) const {
  const QPointF at(canvas_->xAxis->coordToPixel(static_cast<double>(cell.column)),
                   canvas_->yAxis->coordToPixel(static_cast<double>(cell.row)));
  return canvas_->mapTo(this, at.toPoint());
}

std::optional<PatternPlot::Cell> PatternPlot::cellAt(const QPoint& position) const {
  if (!source_ || !canvas_->axisRect()->rect().contains(position)) return std::nullopt;
  const double row = std::floor(canvas_->yAxis->pixelToCoord(position.y()) + 0.5);
  const double column = std::floor(canvas_->xAxis->pixelToCoord(position.x()) + 0.5);
  if (row < 0 || column < 0 || row >= static_cast<double>(source_->rows()) || column >= static_cast<double>(source_->columns()))
    return std::nullopt;
  return Cell{static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column)};
}

void PatternPlot::repaintNow() {
  canvas_->scheduleReplot();
  canvas_->flush();
}

}  // namespace chasescope

#include "moc_pattern_plot.cpp"
