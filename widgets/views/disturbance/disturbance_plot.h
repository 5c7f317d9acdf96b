// The plot of disturbances in a window. The plot knows no store and no selection: the view gives it the data.
//
// Mouse: a click chooses a thread. Keys: left and right go from thread to thread, up and down from cache to cache.
#pragma once

#include "widgets/plot/drawn_plot.h"
#include "widgets/views/disturbance/disturbance_scene.h"

namespace chasescope {

class DisturbancePlot : public DrawnPlot {
  Q_OBJECT
 public:
  explicit DisturbancePlot(QWidget* parent = nullptr);

  void setCaches(std::vector<Disturbance> caches);
  const std::vector<Disturbance>& caches() const { return caches_; }
  /// The chosen thread in words; empty if none is chosen.
  QStringList describe() const;
  QPointF placeOfMark(const DisturbanceMark& mark) const { return placeOf(mark, caches_, layoutNow()); }
  QSize minimumSizeHint() const override;

 signals:
  void chosen();

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;

 private:
  DisturbanceLayout layoutNow() const { return layOutDisturbance(area(), caches_, plotStyle()); }
  QStringList words(const DisturbanceMark& mark) const;
  void choose(const DisturbanceMark& mark);

  std::vector<Disturbance> caches_;
  std::optional<DisturbanceMark> chosen_;
};

}  // namespace chasescope
