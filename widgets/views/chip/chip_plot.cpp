#include "widgets/views/chip/chip_plot.h"

#include <QPainter>
#include <algorithm>

#include "widgets/plot/callout.h"

namespace chasescope {

ChipPlot::ChipPlot(QWidget* parent) : DrawnPlot(parent) { setAccessibleName(tr("Floor plan of the chip")); }

void ChipPlot::setScene(ChipScene scene) {
  scene_ = std::move(scene);
  chosen_.reset();
  update();
}

std::optional<std::size_t> ChipPlot::chosenRow() const { return scene_.has_plan() ? chosen_ : std::nullopt; }

QStringList ChipPlot::describe() const { return chosenRow() ? chipWords(scene_, *chosen_) : QStringList(); }

QPointF ChipPlot::middleOf(std::size_t row) const {
  for (const ChipLayout::Cell& cell : layoutNow().cells)
    if (cell.row == row) return cell.room.center();
  return {};
}

void ChipPlot::choose(std::size_t row) {
  const bool changed = chosen_ != row;
  chosen_ = row;
  setAccessibleDescription(describe().join(QStringLiteral(", ")));
  update();
  if (changed) emit chosen();
}

void ChipPlot::paint(QPainter& painter) {
  if (!scene_.has_plan()) return;
  const ChipLayout layout = layoutNow();
  std::optional<std::size_t> marked;
  for (std::size_t i = 0; i < layout.cells.size(); ++i)
    if (chosen_ == layout.cells[i].row) marked = i;
  paintChip(painter, scene_, layout, marked, plotStyle());
  if (showsFocus()) paintFocus(painter, area(), plotStyle());
  if (mouse())
    if (const auto hovered = layout.at(*mouse()))
      paintCallout(painter, *mouse(), chipWords(scene_, layout.cells[*hovered].row), area(), plotStyle());
}

void ChipPlot::pressed(const QPointF& position) {
  const ChipLayout layout = layoutNow();
  if (const auto cell = layout.at(position)) choose(layout.cells[*cell].row);
}

bool ChipPlot::keyed(int key) {
  const bool forward = key == Qt::Key_Right || key == Qt::Key_Down, back = key == Qt::Key_Left || key == Qt::Key_Up;
  if (!scene_.has_plan() || (!forward && !back)) return false;
  const ChipLayout layout = layoutNow();
  const auto& cells = layout.cells;
  const auto at = std::find_if(cells.begin(), cells.end(), [this](const ChipLayout::Cell& cell) { return cell.row == chosen_; });
  if (at == cells.end()) {
    choose(cells.front().row);
    return true;
  }
  const auto row = static_cast<std::ptrdiff_t>(layout.across);
  const std::ptrdiff_t step = (key == Qt::Key_Up || key == Qt::Key_Down ? row : 1) * (forward ? 1 : -1);
  const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(cells.size()) - 1;
  choose(cells[static_cast<std::size_t>(std::clamp(at - cells.begin() + step, std::ptrdiff_t{0}, last))].row);
  return true;
}

}  // namespace chasescope

#include "moc_chip_plot.cpp"
