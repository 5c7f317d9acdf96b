// A line of generations in a window. The mouse, or the left and right keys, choose a card; the tooltip describes the card, and
// chosenChanged() tells of it.
#pragma once

#include "widgets/plot/drawn_plot.h"
#include "widgets/views/comparison/generation_scene.h"

namespace chasescope {

class GenerationPlot : public DrawnPlot {
  Q_OBJECT
 public:
  explicit GenerationPlot(QWidget* parent = nullptr);
  void setScene(GenerationScene scene);
  const GenerationScene& scene() const { return scene_; }
  int chosen() const { return chosen_; }

 signals:
  /// The point under the mouse, or the point that the keys chose; -1 for none.
  void chosenChanged(int point);

 protected:
  void paint(QPainter& painter) override;
  bool keyed(int key) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void choose(int point);
  bool empty() const { return scene_.quantity == nullptr || scene_.line.points.empty(); }
  GenerationScene scene_;
  int chosen_ = -1;
};

}  // namespace chasescope
