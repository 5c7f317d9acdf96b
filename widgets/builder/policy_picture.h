// A picture of a replacement policy: the lines of a full set in the order of their first use, the first one used once more, and at
// each line how often the policy evicts it when another line comes. The sentence says the same.
#pragma once

#include "engine/build/next_to_go.h"
#include "widgets/plot/drawn_plot.h"

namespace chasescope {

class PolicyPicture : public DrawnPlot {
  Q_OBJECT
 public:
  explicit PolicyPicture(QWidget* parent = nullptr);

  void setNext(const build::NextToGo& next);
  /// "Lines 1 to 4 came in order, and line 1 was used again: when another comes, line 2 goes."; empty where no eviction was tried.
  QString sentence() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  void restyle(const PlotStyle& style);

 protected:
  void paint(QPainter& painter) override;

 private:
  build::NextToGo next_;
};

}  // namespace chasescope
