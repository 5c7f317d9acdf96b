// The L2 map in a window. The plot knows no store and no selection: the view gives it the data.
//
// Mouse: a click chooses a cell. Keys: the arrows go from cell to cell.
#pragma once

#include "widgets/plot/drawn_plot.h"
#include "widgets/views/distance/distance_scene.h"

namespace chasescope {

class DistancePlot : public DrawnPlot {
  Q_OBJECT
 public:
  explicit DistancePlot(QWidget* parent = nullptr);

  void setScene(DistanceScene scene);
  const DistanceScene& scene() const { return scene_; }
  /// The chosen cell; nothing if none is chosen.
  const std::optional<DistanceCell>& chosenCell() const { return chosen_; }
  QStringList describe() const;
  /// The middle of a cell, in the widget's coordinates.
  QPointF middleOf(const DistanceCell& cell) const;

 signals:
  void chosen();

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;

 private:
  DistanceLayout layoutNow() const { return layOutDistance(area(), plotStyle()); }
  void choose(const DistanceCell& cell);

  DistanceScene scene_;
  std::optional<DistanceCell> chosen_;
};

}  // namespace chasescope
