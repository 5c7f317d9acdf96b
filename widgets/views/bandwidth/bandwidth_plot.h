// The picture of bandwidths in a window. No store and no selection: the view feeds it.
//
// Mouse: a click chooses a setting that was tried. Keys: up and down change the row, left and right the setting, by its rate.
#pragma once

#include <memory>

#include "widgets/plot/drawn_plot.h"
#include "widgets/views/bandwidth/bandwidth_scene.h"

namespace chasescope {

class BandwidthPlot : public DrawnPlot {
  Q_OBJECT
 public:
  explicit BandwidthPlot(QWidget* parent = nullptr);

  void setFacts(std::shared_ptr<const Bandwidths> facts);
  const Bandwidths& facts() const { return *facts_; }
  void setScale(BandwidthScale scale);
  BandwidthScale scale() const { return scale_; }
  /// The setting that is chosen; null for none.
  const BandwidthTry* chosenTry() const;
  /// Chooses the setting of that run without a signal; nothing if the run is none of these settings.
  void setRun(const std::string& run);
  /// Text about the chosen setting and its rate; empty if none is chosen.
  QStringList describe() const;
  /// Where the mark of a setting is drawn, in the widget.
  QPointF placeOfMark(const BandwidthMark& mark) const { return placeOf(mark, *facts_, layoutNow()); }
  QSize minimumSizeHint() const override;

 signals:
  void chosen();

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  BandwidthLayout layoutNow() const { return layOutBandwidth(area(), *facts_, scale_, plotStyle()); }
  QStringList words(const BandwidthMark& mark) const;
  void choose(const BandwidthMark& mark);
  /// The setting of that row with the nearest rate.
  std::optional<BandwidthMark> nearestIn(std::size_t row, double rate) const;

  std::shared_ptr<const Bandwidths> facts_ = std::make_shared<const Bandwidths>();
  BandwidthScale scale_ = BandwidthScale::together;
  std::optional<BandwidthMark> chosen_;
};

}  // namespace chasescope
