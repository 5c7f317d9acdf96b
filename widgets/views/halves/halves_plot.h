// The halves of a chip in a window. The plot knows no store and no selection: the view gives it the data.
//
// Mouse: a click chooses a bit, a block or a page. Keys: the arrows go from cell to cell; below the last row of blocks are the
// pages.
#pragma once

#include "widgets/plot/drawn_plot.h"
#include "widgets/views/halves/halves_scene.h"

namespace chasescope {

class HalvesPlot : public DrawnPlot {
  Q_OBJECT
 public:
  explicit HalvesPlot(QWidget* parent = nullptr);

  void setScene(HalvesScene scene);
  const HalvesScene& scene() const { return scene_; }
  const std::optional<HalvesPlace>& chosenPlace() const { return chosen_; }
  QStringList describe() const;
  /// The middle of a bit, a block or a page, in the widget's coordinates.
  QPointF middleOf(const HalvesPlace& place) const;

 signals:
  void chosen();

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;

 private:
  HalvesLayout layoutNow() const { return layOutHalves(area().adjusted(8, 4, -8, -6), scene_, plotStyle()); }
  void choose(const HalvesPlace& place);

  HalvesScene scene_;
  std::optional<HalvesPlace> chosen_;
};

}  // namespace chasescope
