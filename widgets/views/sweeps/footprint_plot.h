// Latency over footprint in a window. The plot knows no store and no selection: the view gives it the data.
//
// Mouse: a click on the end of a level shows its change-point test, a click or a drag on the curve chooses a footprint. Keys: left
// and right go from footprint to footprint, page up and down from level to level, Home and End to the first and the last.
#pragma once

#include <QStringList>
#include <memory>

#include "widgets/plot/curve_plot.h"
#include "widgets/views/sweeps/footprint_scene.h"

namespace chasescope {

/// A cursor's reading of a point of the curve: the latency of the plateau that the point lies on, else its own.
CursorPoint cursorPointOf(const SweepPoint& point, const std::vector<NamedPlateau>& plateaus);
/// The curve that cursors read, in the window and in the figure.
CursorCurve cursorCurveOf(const FootprintCurve& curve);

class FootprintPlot : public CurvePlot {
  Q_OBJECT
 public:
  explicit FootprintPlot(QWidget* parent = nullptr);

  /// Sets the curve. The chosen point and level stay if they are still there; until a person chooses, the test of the first level
  /// that has one is shown.
  void setCurve(const FootprintCurve& curve);
  const SweepPoint* point() const;
  const LevelEnd* end() const;
  bool setRun(const std::string& run);
  void setSubject(const std::string& subject);
  QStringList describe() const;
  const FootprintCurve& curve() const { return curve_; }

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
  FootprintLayout layout() const;
  CurveAxes axes() const;
  int endAt(const QPointF& position) const;
  int pointAt(const QPointF& position) const;
  void choose(int end, int point, bool byPerson);

  FootprintCurve curve_;
  int end_ = -1, point_ = -1;
};

}  // namespace chasescope
