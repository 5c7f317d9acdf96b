// Charts of runs in a window, two in a row, and at the end perhaps a list of runs. No store and no selection: the view feeds it.
//
// Mouse: a click chooses the nearest point of a curve, or a row of the list. Keys: left and right go along a curve, up and down
// from curve to curve.
#pragma once

#include <QStringList>

#include "widgets/plot/drawn_plot.h"
#include "widgets/views/run_charts.h"

namespace chasescope {

class RunChartsPlot : public DrawnPlot {
  Q_OBJECT
 public:
  using DrawnPlot::DrawnPlot;

  /// The run of the chosen point or row; empty if none is chosen.
  const std::string& run() const { return run_; }
  void setRun(const std::string& run);
  /// What is chosen, in words; empty if nothing is.
  QStringList describe() const;
  QSize minimumSizeHint() const override { return {360, 320}; }

 signals:
  void chosen();

 protected:
  virtual std::span<const RunChart> runCharts() const = 0;
  virtual QStringList wordsOf(const ChartMark& mark) const = 0;
  /// The chart with colours.
  virtual Chart dressed(const RunChart& chart) const = 0;
  virtual bool hasList() const { return false; }
  virtual void paintList(QPainter& /*painter*/, const QRectF& /*area*/) const {}
  /// The run of the row at a position; empty if there is none.
  virtual std::string listedRunAt(const QPointF& /*position*/, const QRectF& /*area*/) const { return {}; }
  /// Empty if the list has no such run.
  virtual QStringList wordsOfListed(const std::string& /*run*/) const { return {}; }

  /// To be called when runCharts() or the list has changed.
  void refreshCharts();

  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;

 private:
  struct Chosen {
    std::string run;
    std::optional<ChartMark> mark;
  };
  std::vector<QRectF> layoutNow() const;
  Chosen chosenAt(const QPointF& position) const;
  QStringList wordsOf(const Chosen& chosen) const;
  void choose(const Chosen& chosen);
  void tellChange();
  /// The point of the chosen run. If several curves have this run, the point that was chosen.
  std::optional<ChartMark> markNow() const;

  std::vector<CurveAxes> axes_;  ///< of the charts, as they were painted last
  std::string run_;
  std::optional<ChartMark> mark_;
};

}  // namespace chasescope
