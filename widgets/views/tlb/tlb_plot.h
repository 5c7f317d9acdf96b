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

/// The TLB whose miss rate cursors stand on where none is chosen: the first that has one; null where none has.
const TlbLevel* cursorLevelOf(const TlbLevels& tlbs);
/// What they stand on, in the window and in the figure; empty without a TLB.
CursorCurve cursorCurveOf(const TlbLevel* level);

class TlbPlot : public CurvePlot {
  Q_OBJECT
 public:
  explicit TlbPlot(QWidget* parent = nullptr);

  void setTlbs(std::shared_ptr<const TlbLevels> tlbs);
  /// The TLB and the footprint that are chosen; null if none.
  const TlbLevel* level() const;
  const TlbRatePoint* point() const;
  void setLevel(const std::string& subject);
  /// Chooses the point that a run shows; false if none does.
  bool setRun(const std::string& run);
  /// What is to be said of the chosen point, or of the chosen TLB.
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
  /// The TLB whose miss rate cursors stand on: the chosen one, else the first that has one.
  const TlbLevel* cursorLevel() const;
  std::vector<RateAxes> axes(const TlbLayout& layout) const;
  std::optional<TlbPointing> at(const QPointF& position) const;
  void choose(const TlbPointing& pointing, bool byPerson);
  QStringList describe(const TlbPointing& pointing) const;

  std::shared_ptr<const TlbLevels> tlbs_ = std::make_shared<const TlbLevels>();
  TlbPointing chosen_;
};

}  // namespace chasescope
