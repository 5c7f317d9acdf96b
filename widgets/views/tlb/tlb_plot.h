// The drawing of the TLBs in a window. No store and no selection: the view feeds it.
//
// Mouse: a click or a drag on a miss rate chooses a footprint. Keys: left and right go from footprint to footprint, up and down
// from TLB to TLB, Home and End to the first and the last.
#pragma once

#include <QStringList>
#include <memory>

#include "widgets/plot/curve_plot.h"
#include "widgets/views/tlb/tlb_scene.h"

namespace chasescope {

/// The TLB on whose miss rate the cursors stand while none is chosen: the first with a miss rate; null where none has one.
const TlbLevel* cursorLevelOf(const TlbLevels& tlbs);
/// The curve for the cursors, in the window and in the figure; empty without a TLB.
CursorCurve cursorCurveOf(const TlbLevel* level);

class TlbPlot : public CurvePlot {
  Q_OBJECT
 public:
  explicit TlbPlot(QWidget* parent = nullptr);

  void setTlbs(std::shared_ptr<const TlbLevels> tlbs);
  /// The chosen TLB, or null.
  const TlbLevel* level() const;
  const TlbRatePoint* point() const;
  void setLevel(const std::string& subject);
  /// Chooses the point that was measured by a run; false if there is none.
  bool setRun(const std::string& run);
  /// Text about the chosen point or the chosen TLB.
  QStringList describe() const;

 signals:
  /// The person chose a TLB or one of its points.
  void chosen();

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;
  std::vector<CurveFrame> frames() const override;
  std::size_t cursorFrame() const override;
  CursorCurve cursorCurve() const override;
  std::optional<double> chosenX() const override;

 private:
  /// The TLB on whose miss rate the cursors stand: the chosen TLB, else the first with a miss rate.
  const TlbLevel* cursorLevel() const;
  std::vector<RateAxes> axes(const TlbLayout& layout) const;
  std::optional<TlbPointing> at(const QPointF& position) const;
  void choose(const TlbPointing& pointing, bool byPerson);
  QStringList describe(const TlbPointing& pointing) const;

  std::shared_ptr<const TlbLevels> tlbs_ = std::make_shared<const TlbLevels>();
  TlbPointing chosen_;
};

}  // namespace chasescope
