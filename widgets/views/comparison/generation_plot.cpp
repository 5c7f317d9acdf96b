#include "widgets/views/comparison/generation_plot.h"

#include <QMouseEvent>
#include <QPainter>

#include "widgets/plot/callout.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kNear = 16;  // px around a point in which the mouse means that point

}  // namespace

GenerationPlot::GenerationPlot(QWidget* parent) : DrawnPlot(parent) {
  setAccessibleName(tr("Cards by the years of their generations"));
  setMouseTracking(true);
}

void GenerationPlot::setScene(GenerationScene scene) {
  scene_ = std::move(scene);
  QStringList all;
  for (const GenerationPoint& point : scene_.line.points) all << generationText(point);
  setAccessibleDescription(all.join(QStringLiteral("; ")));
  choose(-1);
  update();
}

void GenerationPlot::choose(int point) {
  if (point == chosen_) return;
  chosen_ = point;
  setToolTip(point < 0 ? QString() : generationText(scene_.line.points[static_cast<std::size_t>(point)]));
  update();
  emit chosenChanged(point);
}

void GenerationPlot::paint(QPainter& painter) {
  painter.setPen(plotStyle().palette.quietInk);
  painter.setFont(plotStyle().text());
  if (empty())
    painter.drawText(area(), Qt::AlignCenter | Qt::TextWordWrap, tr("None of the chosen cards has a finding of this."));
  else
    paintGenerations(painter, layOutGenerations(area(), scene_, plotStyle()), scene_, chosen_, plotStyle());
  if (showsFocus()) paintFocus(painter, area(), plotStyle());
}

void GenerationPlot::mouseMoveEvent(QMouseEvent* event) {
  DrawnPlot::mouseMoveEvent(event);
  int found = -1;
  if (!empty()) {
    const GenerationLayout layout = layOutGenerations(area(), scene_, plotStyle());
    double nearest = kNear;
    for (std::size_t i = 0; i < layout.places.size(); ++i) {
      const double far = QLineF(layout.places[i].at, event->position()).length();
      if (far >= nearest && !layout.places[i].label.contains(event->position())) continue;
      nearest = std::min(nearest, far);
      found = static_cast<int>(i);
    }
  }
  choose(found);
}

bool GenerationPlot::keyed(int key) {
  const int last = static_cast<int>(scene_.line.points.size()) - 1;
  if (last < 0 || (key != Qt::Key_Left && key != Qt::Key_Right)) return false;
  choose(chosen_ < 0 ? (key == Qt::Key_Right ? 0 : last) : std::clamp(chosen_ + (key == Qt::Key_Right ? 1 : -1), 0, last));
  return true;
}

}  // namespace chasescope

#include "moc_generation_plot.cpp"
