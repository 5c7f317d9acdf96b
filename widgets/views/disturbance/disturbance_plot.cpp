#include "widgets/views/disturbance/disturbance_plot.h"

#include <QPainter>
#include <algorithm>

#include "widgets/plot/callout.h"
#include "widgets/style/part_look.h"

namespace chasescope {

DisturbancePlot::DisturbancePlot(QWidget* parent) : DrawnPlot(parent) {
  setAccessibleName(tr("Cycles that each other thread adds to thread 0, cache by cache"));
}

void DisturbancePlot::setCaches(std::vector<Disturbance> caches) {
  const bool same = caches.size() == caches_.size() &&
                    std::equal(caches.begin(), caches.end(), caches_.begin(), [](const Disturbance& one, const Disturbance& other) {
                      return one.subject == other.subject && one.threads.size() == other.threads.size();
                    });
  caches_ = std::move(caches);
  if (!same) chosen_.reset();
  updateGeometry();
  update();
}

QStringList DisturbancePlot::words(const DisturbanceMark& mark) const {
  QStringList words = threadWords(caches_[mark.cache].threads[mark.at]);
  words.insert(1, partName(caches_[mark.cache].subject));
  return words;
}

QStringList DisturbancePlot::describe() const { return chosen_ ? words(*chosen_) : QStringList(); }

QSize DisturbancePlot::minimumSizeHint() const {
  constexpr int kLeastWidth = 320, kLeastOfPanel = 90;
  return {kLeastWidth, kLeastOfPanel * static_cast<int>(std::max<std::size_t>(caches_.size(), 1))};
}

void DisturbancePlot::choose(const DisturbanceMark& mark) {
  const bool changed = chosen_ != mark;
  chosen_ = mark;
  setAccessibleDescription(describe().join(QStringLiteral(", ")));
  update();
  if (changed) emit chosen();
}

void DisturbancePlot::paint(QPainter& painter) {
  if (caches_.empty()) return;
  const DisturbanceLayout layout = layoutNow();
  paintDisturbance(painter, caches_, layout, chosen_, plotStyle());
  if (showsFocus()) paintFocus(painter, area(), plotStyle());
  if (const auto hovered = mouse() ? markAt(*mouse(), caches_, layout, plotStyle()) : std::nullopt)
    paintCallout(painter, *mouse(), words(*hovered), area(), plotStyle());
}

void DisturbancePlot::pressed(const QPointF& position) {
  if (const auto mark = markAt(position, caches_, layoutNow(), plotStyle())) choose(*mark);
}

bool DisturbancePlot::keyed(int key) {
  if (caches_.empty()) return false;
  if (key != Qt::Key_Up && key != Qt::Key_Down && key != Qt::Key_Left && key != Qt::Key_Right) return false;
  DisturbanceMark mark = chosen_.value_or(DisturbanceMark{});
  if (chosen_) {
    if (key == Qt::Key_Up && mark.cache > 0) --mark.cache;
    if (key == Qt::Key_Down && mark.cache + 1 < caches_.size()) ++mark.cache;
    const std::size_t last = caches_[mark.cache].threads.size() - 1;
    if (key == Qt::Key_Left && mark.at > 0) --mark.at;
    if (key == Qt::Key_Right) ++mark.at;
    mark.at = std::min(mark.at, last);
  }
  choose(mark);
  return true;
}

}  // namespace chasescope

#include "moc_disturbance_plot.cpp"
