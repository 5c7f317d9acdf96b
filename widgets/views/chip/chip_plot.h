// The floor plan of a chip in a window. The plot knows no store and no selection: the view gives it the data.
//
// Mouse: a click chooses an SM. Keys: left and right go from SM to SM, up and down by a row of a group.
#pragma once

#include "widgets/plot/drawn_plot.h"
#include "widgets/views/chip/chip_scene.h"

namespace chasescope {

class ChipPlot : public DrawnPlot {
  Q_OBJECT
 public:
  explicit ChipPlot(QWidget* parent = nullptr);

  void setScene(ChipScene scene);
  const ChipScene& scene() const { return scene_; }
  /// The chosen row of the map; nothing if none is chosen.
  std::optional<std::size_t> chosenRow() const;
  QStringList describe() const;
  /// The middle of an SM's cell, in the widget's coordinates.
  QPointF middleOf(std::size_t row) const;
  QSize minimumSizeHint() const override { return {300, 300}; }

 signals:
  void chosen();

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;

 private:
  ChipLayout layoutNow() const { return layOutChip(area().adjusted(8, 4, -8, -6), scene_, plotStyle()); }
  void choose(std::size_t row);

  ChipScene scene_;
  std::optional<std::size_t> chosen_;  // row of the map
};

}  // namespace chasescope
