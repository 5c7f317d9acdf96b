#include "widgets/views/halves/halves_plot.h"

#include <QPainter>
#include <algorithm>

#include "widgets/plot/callout.h"

namespace chasescope {

HalvesPlot::HalvesPlot(QWidget* parent) : DrawnPlot(parent) { setAccessibleName(tr("Half of the chip that holds each address")); }

void HalvesPlot::setScene(HalvesScene scene) {
  scene_ = std::move(scene);
  chosen_.reset();
  update();
}

QStringList HalvesPlot::describe() const { return chosen_ && !scene_.empty() ? halvesWords(scene_, *chosen_) : QStringList(); }

QPointF HalvesPlot::middleOf(const HalvesPlace& place) const { return layoutNow().rect(place).center(); }

void HalvesPlot::choose(const HalvesPlace& place) {
  const bool changed = chosen_ != place;
  chosen_ = place;
  setAccessibleDescription(describe().join(QStringLiteral(", ")));
  update();
  if (changed) emit chosen();
}

void HalvesPlot::paint(QPainter& painter) {
  if (scene_.empty()) return;
  const HalvesLayout layout = layoutNow();
  paintHalves(painter, scene_, layout, chosen_, plotStyle());
  if (showsFocus()) paintFocus(painter, area(), plotStyle());
  if (mouse())
    if (const auto hovered = layout.placeAt(*mouse()))
      paintCallout(painter, *mouse(), halvesWords(scene_, *hovered), area(), plotStyle());
}

void HalvesPlot::pressed(const QPointF& position) {
  if (scene_.empty()) return;
  if (const auto place = layoutNow().placeAt(position)) choose(*place);
}

bool HalvesPlot::keyed(int key) {
  if (scene_.empty() || (key != Qt::Key_Up && key != Qt::Key_Down && key != Qt::Key_Left && key != Qt::Key_Right)) return false;
  const HalvesLayout layout = layoutNow();
  HalvesPlace place = chosen_.value_or(HalvesPlace{});
  if (!chosen_ || place.part == HalvesPlace::Part::bits) {
    choose(HalvesPlace{});
    return true;
  }
  const bool in_pages = place.part == HalvesPlace::Part::pages;
  const HalvesGrid& grid = in_pages ? layout.pages : layout.blocks;
  switch (key) {
    case Qt::Key_Left: place.index -= place.index > 0 ? 1 : 0; break;
    case Qt::Key_Right: place.index = std::min(place.index + 1, grid.cells - 1); break;
    case Qt::Key_Up:
      if (place.index >= grid.columns)
        place.index -= grid.columns;
      else if (in_pages)
        place = {HalvesPlace::Part::blocks, layout.blocks.cells - 1};
      break;
    default:
      if (place.index + grid.columns < grid.cells)
        place.index += grid.columns;
      else if (!in_pages && layout.pages.cells > 0)
        place = {HalvesPlace::Part::pages, 0};
  }
  choose(place);
  return true;
}

}  // namespace chasescope

#include "moc_halves_plot.cpp"
