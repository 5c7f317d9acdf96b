// The plot of a cache's replacement: the share of each way among the replacements, beside the miss rate over the footprint. The
// plot knows no store and no selection: the view gives it the data.
//
// Mouse: a click on a point of the curve chooses its run. Keys: left and right go from footprint to footprint.
#pragma once

#include <memory>
#include <optional>

#include "widgets/plot/curve_plot.h"
#include "widgets/views/replacement/replacement_scene.h"

namespace chasescope {

/// The curves that cursors read, in the window and in the figure.
CursorCurve cursorCurveOf(const ReplacementFacts& facts);

class ReplacementPlot : public CurvePlot {
  Q_OBJECT
 public:
  explicit ReplacementPlot(QWidget* parent = nullptr);

  void setFacts(std::shared_ptr<const ReplacementFacts> facts);
  const ReplacementFacts* facts() const { return facts_.get(); }

  /// Chooses the point of the curve that belongs to a run; no point if the run has none.
  void setRun(const QString& run);
  std::optional<std::size_t> point() const { return point_; }
  /// "N = 17 KiB: 12.0 % of the accesses missed (11.2 to 12.9 %); LRU: 3.7 %".
  QString describe(std::size_t point) const;
  /// The place of a point, in px of the widget.
  QPointF placeOf(std::size_t point) const;

  QSize minimumSizeHint() const override { return {260, 180}; }

 signals:
  /// The person chose the run of a point.
  void runPicked(const QString& run);

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;
  std::vector<CurveFrame> frames() const override;
  CursorCurve cursorCurve() const override;
  std::optional<double> chosenX() const override;

 private:
  struct Areas {
    QRectF ways, curve;
  };
  Areas areas() const;
  PlainAxes axes() const;
  std::optional<std::size_t> pointAt(const QPointF& place) const;
  void pick(std::size_t point);
  void paintHover(QPainter& painter);

  std::shared_ptr<const ReplacementFacts> facts_;
  std::optional<std::size_t> point_;
};

}  // namespace chasescope
