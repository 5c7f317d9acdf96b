#include "widgets/views/set_map/set_map_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "widgets/plot/callout.h"
#include "widgets/views/set_map/set_index_scene.h"

namespace chasescope {
namespace {

constexpr double kLeastSets = 60;  // px; if the sets would have less height, the picture of the index is left out
constexpr double kBeside = 900;    // px at the ordinary type size; from this width on the index stands beside the sets

}  // namespace

SetMapPlot::SetMapPlot(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Sets and their ways"));
}

void SetMapPlot::setPlotStyle(const PlotStyle& style) {
  style_ = style;
  update();
}

void SetMapPlot::setMap(std::shared_ptr<const SetMap> map) {
  map_ = std::move(map);
  pointing_.hovered.reset();
  setChosen(pointing_.chosen);
}

void SetMapPlot::setChosen(std::optional<std::uint64_t> set) {
  pointing_.chosen = set && map_ && *set < map_->sets() ? std::optional(static_cast<std::size_t>(*set)) : std::nullopt;
  describeChosen();
  update();
}

void SetMapPlot::setLine(std::optional<std::uint64_t> line) {
  if (pointing_.line == line) return;
  pointing_.line = line;
  update();
}

void SetMapPlot::describeChosen() {
  if (!map_ || map_->empty()) return setAccessibleDescription({});
  setAccessibleDescription(pointing_.chosen ? describeSet(*map_, *pointing_.chosen).join(QStringLiteral(". "))
                                            : heightsText(map_->cache));
}

SetMapPlot::Areas SetMapPlot::areas() const {
  const QRectF all = QRectF(rect()).adjusted(3, 3, -3, -3);
  if (!map_ || map_->empty()) return {{}, all};
  const double gap = style_.em(14);
  QRectF index = all, sets = all;
  const double needed = paintSetIndex(nullptr, all, map_->cache, style_);
  if (needed > 0 && all.width() >= style_.em(kBeside)) {
    sets.setRight(all.left() + all.width() * 0.58 - gap);
    index.setLeft(all.left() + all.width() * 0.58);
    return {index, sets};
  }
  // The sentence about the index stands above the sets in any case.
  if (needed <= 0 || all.height() - needed - gap < style_.em(kLeastSets)) return {{}, sets};
  index.setHeight(needed);
  sets.setTop(index.bottom() + gap);
  return {index, sets};
}

SetMapLayout SetMapPlot::layoutOfSets() const {
  if (!map_ || map_->empty()) return {};
  return layOutSetMap(*map_, areas().sets, style_);
}

void SetMapPlot::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), style_.palette.card);
  if (!map_ || map_->empty()) return;
  const Areas at = areas();
  IndexPointing index;
  index.set = pointing_.hovered ? pointing_.hovered : pointing_.chosen;
  if (!at.index.isNull()) paintSetIndex(&painter, at.index, map_->cache, style_, index);
  const SetMapLayout layout = layoutOfSets();
  paintSetMap(painter, *map_, layout, style_, pointing_);
  paintSetMapLegend(&painter, *map_, layout, {at.sets.left(), layout.area.bottom() + style_.px(6)}, at.sets.width(), style_);
  if (hasFocus() && keyboardFocus_) paintFocus(painter, layout.area, style_);
  if (pointing_.hovered && mouse_)
    paintCallout(painter, *mouse_, describeSet(*map_, *pointing_.hovered), QRectF(rect()).adjusted(2, 2, -2, -2), style_);
}

std::optional<std::uint64_t> SetMapPlot::lineAt(const QPointF& place, std::size_t set) const {
  if (!map_ || map_->lines.empty()) return std::nullopt;
  const SetMapLayout layout = layoutOfSets();
  const auto& lines = map_->lines[set];
  for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), map_->cache.ways[set] + layout.extra); ++i)
    if (layout.cell(layout.columnOf(set), i).contains(place)) return lines[i].line;
  return std::nullopt;
}

void SetMapPlot::pick(std::optional<std::size_t> set) {
  if (set == pointing_.chosen) return;
  setChosen(set);
  emit setPicked(set ? static_cast<qint64>(*set) : -1);
}

void SetMapPlot::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  if (event->button() != Qt::LeftButton || !map_) return;
  const auto set = layoutOfSets().setAt(event->position());
  const auto line = set ? lineAt(event->position(), *set) : std::nullopt;
  const bool again = set == pointing_.chosen && (!line || line == pointing_.line);
  pick(again ? std::nullopt : set);
  if (line && !again) {
    setLine(line);
    emit linePicked(*line);
  }
}

void SetMapPlot::mouseMoveEvent(QMouseEvent* event) {
  mouse_ = event->position();
  pointing_.hovered = map_ ? layoutOfSets().setAt(*mouse_) : std::nullopt;
  update();
}

void SetMapPlot::leaveEvent(QEvent* event) {
  mouse_.reset();
  pointing_.hovered.reset();
  update();
  QWidget::leaveEvent(event);
}

void SetMapPlot::keyPressEvent(QKeyEvent* event) {
  if (!map_ || map_->empty()) return QWidget::keyPressEvent(event);
  const auto layout = layoutOfSets();
  const auto last = static_cast<std::ptrdiff_t>(map_->sets()) - 1;
  const auto band = static_cast<std::ptrdiff_t>(layout.perBand * layout.together);
  const auto step = static_cast<std::ptrdiff_t>(layout.together);
  const auto go = [&](std::ptrdiff_t by) {
    const std::ptrdiff_t from = pointing_.chosen ? static_cast<std::ptrdiff_t>(*pointing_.chosen) : by > 0 ? -by : last + 1;
    const std::ptrdiff_t to = from + by;
    if (to >= 0 && to <= last) pick(static_cast<std::size_t>(to));
  };
  switch (event->key()) {
    case Qt::Key_Left: return go(-step);
    case Qt::Key_Right: return go(step);
    case Qt::Key_Up: return go(-band);
    case Qt::Key_Down: return go(band);
    case Qt::Key_Home: return pick(0);
    case Qt::Key_End: return pick(static_cast<std::size_t>(last));
    case Qt::Key_Escape: return pick(std::nullopt);
    default: QWidget::keyPressEvent(event);
  }
}

void SetMapPlot::focusInEvent(QFocusEvent* event) {
  keyboardFocus_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                   event->reason() == Qt::ShortcutFocusReason;
  update();
  QWidget::focusInEvent(event);
}

void SetMapPlot::focusOutEvent(QFocusEvent* event) {
  keyboardFocus_ = false;
  update();
  QWidget::focusOutEvent(event);
}

}  // namespace chasescope

#include "moc_set_map_plot.cpp"
