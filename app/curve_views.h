// The views of the average curves, of translation and of the L2: TLBs, footprint and stride, spectrum, L2 map. Places them as tabs and connects them
// with the explorer, so that the window only has to know that they are there.
#pragma once

#include <QObject>
#include <QStringList>

class QTabWidget;
class QWidget;

namespace chasescope {

class DistanceView;
class Explorer;
class MeasuredView;
class SpectrumView;
class SweepView;
class Theme;
class TlbView;

class CurveViews : public QObject {
  Q_OBJECT
 public:
  CurveViews(Explorer& explorer, const Theme& theme, QTabWidget& tabs, QObject* parent);

  TlbView& tlbs() const { return *tlbs_; }
  SweepView& sweeps() const { return *sweeps_; }
  SpectrumView& spectrum() const { return *spectrum_; }
  DistanceView& distances() const { return *distances_; }

  /// The view that a probe fills; null if it is none of these.
  QWidget* viewOf(const QString& probe) const;
  /// Turns that view to the page where the probe shows.
  void turnTo(const QString& probe);
  /// The run that is chosen in the view that has this figure; empty if none is.
  QString chosenRun(const QString& figure) const;
  /// The figure that one of these views exports; empty for any other.
  QString figureOf(const QWidget* view) const;
  /// Whether a figure is one of these views'.
  bool has(const QString& figure) const;

 signals:
  void exportRequested(const QString& figure);
  void probeRequested(const QString& probe);

 private:
  TlbView* tlbs_;
  SweepView* sweeps_;
  SpectrumView* spectrum_;
  DistanceView* distances_;
};

}  // namespace chasescope
