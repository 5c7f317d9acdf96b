// One memory diagram, or the diagrams of two cards beside each other with their differences marked; one below the other where the
// room is narrow. No store and no selection: the view feeds it.
#pragma once

#include <QWidget>

#include "widgets/views/memory/memory_plot.h"

class QBoxLayout;
class QLabel;

namespace chasescope {

class MemoryPair : public QWidget {
  Q_OBJECT
 public:
  explicit MemoryPair(QWidget* parent = nullptr);

  MemoryPlot* first() const { return first_; }
  /// Hidden while there is no other card.
  MemoryPlot* second() const { return second_; }
  void setPlotStyle(const PlotStyle& style);
  void setDiagram(MemoryDiagram diagram);
  void setDiagrams(MemoryDiagram first, MemoryDiagram second);
  /// The wider of the two diagrams' minimum widths: the second diagram can move below the first.
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();

  MemoryPlot* first_;
  MemoryPlot* second_;
  QLabel* firstName_;
  QLabel* secondName_;
  QWidget* secondPart_;
  QBoxLayout* parts_;
};

}  // namespace chasescope
