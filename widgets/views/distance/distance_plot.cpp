#include "widgets/views/distance/distance_plot.h"

#include <QPainter>
#include <algorithm>

#include "widgets/plot/callout.h"

namespace chasescope {

DistancePlot::DistancePlot(QWidget* parent) : DrawnPlot(parent) { setAccessibleName(tr("Latency of each SM and line")); }

void DistancePlot::setScene(DistanceScene scene) {
  const bool same_size = scene.rows.size() == scene_.rows.size() && scene.columns.size() == scene_.columns.size();
  scene_ = std::move(scene);
  if (!same_size) chosen_.reset();
  update();
}

QStringList DistancePlot::describe() const { return chosen_ && !scene_.empty() ? distanceWords(scene_, *chosen_) : QStringList(); }

QPointF DistancePlot::middleOf(const DistanceCell& cell) const { return layoutNow().rect(cell, scene_).center(); }

void DistancePlot::choose(const DistanceCell& cell) {
  const bool changed = chosen_ != cell;
  chosen_ = cell;
  setAccessibleDescription(describe().join(QStringLiteral(", ")));
  update();
  if (changed) emit chosen();
}

void DistancePlot::paint(QPainter& painter) {
  if (scene_.empty()) return;
  const DistanceLayout layout = layoutNow();
  const auto hovered = mouse() ? layout.cellAt(*mouse(), scene_) : std::nullopt;
  paintDistance(painter, scene_, layout, chosen_, plotStyle());
  if (showsFocus()) paintFocus(painter, layout.plot, plotStyle());
  if (hovered) paintCallout(painter, *mouse(), distanceWords(scene_, *hovered), area(), plotStyle());
}

void DistancePlot::pressed(const QPointF& position) {
  if (const auto cell = layoutNow().cellAt(position, scene_)) choose(*cell);
}

bool DistancePlot::keyed(int key) {
  if (scene_.empty()) return false;
  DistanceCell cell = chosen_.value_or(DistanceCell{});
  if (chosen_) {
    switch (key) {
      case Qt::Key_Up: cell.row -= cell.row > 0 ? 1 : 0; break;
      case Qt::Key_Down: cell.row = std::min(cell.row + 1, scene_.rows.size() - 1); break;
      case Qt::Key_Left: cell.column -= cell.column > 0 ? 1 : 0; break;
      case Qt::Key_Right: cell.column = std::min(cell.column + 1, scene_.columns.size() - 1); break;
      default: return false;
    }
  } else if (key != Qt::Key_Up && key != Qt::Key_Down && key != Qt::Key_Left && key != Qt::Key_Right) {
    return false;
  }
  choose(cell);
  return true;
}

}  // namespace chasescope

#include "moc_distance_plot.cpp"
