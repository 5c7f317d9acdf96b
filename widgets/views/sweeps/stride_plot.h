// Latency over stride in a window. The plot knows no store and no selection: the view gives it the data.
//
// Mouse: a click or a drag chooses the nearest point. Keys: left and right go along a line, up and down from size to size.
#pragma once

#include <QStringList>

#include "widgets/plot/curve_plot.h"
#include "widgets/views/sweeps/stride_scene.h"

namespace chasescope {

/// The curve that cursors read, in the window and in the figure; empty without a line.
CursorCurve cursorCurveOf(const StrideLine* line);
/// The line that cursors read while none is chosen: that of the largest size, or the first corner's.
const StrideLine* cursorLineOf(const StrideCurves& curves);

class StridePlot : public CurvePlot {
  Q_OBJECT
 public:
  explicit StridePlot(QWidget* parent = nullptr);

  void setCurves(const StrideCurves& curves);
  const SweepPoint* point() const;
  bool setRun(const std::string& run);
  QStringList describe() const;

 signals:
  void chosen();

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;
  std::vector<CurveFrame> frames() const override;
  CursorCurve cursorCurve() const override;
  std::optional<double> chosenX() const override;

 private:
  struct At {
    int line = -1, point = -1;
  };
  /// The line that cursors read: that of the chosen size, else of the largest size; without a picture, the first corner's.
  const StrideLine* cursorLine() const;
  At at(const QPointF& position) const;
  void choose(At next, bool byPerson);
  QStringList describe(At at) const;

  StrideCurves curves_;
  At chosen_;
};

}  // namespace chasescope
