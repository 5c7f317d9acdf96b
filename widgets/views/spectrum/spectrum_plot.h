// The latency spectrum in a window. The plot knows no store and no selection: the view gives it the data.
//
// Mouse: a click chooses a class. Keys: up and down go from class to class, Home and End to the fastest and the slowest.
#pragma once

#include <QStringList>

#include "widgets/plot/drawn_plot.h"
#include "widgets/views/spectrum/spectrum_scene.h"

namespace chasescope {

class SpectrumPlot : public DrawnPlot {
  Q_OBJECT
 public:
  explicit SpectrumPlot(QWidget* parent = nullptr);

  void setSpectrum(const Spectrum& spectrum);
  void restyle(const PlotStyle& style);
  /// The chosen class; null if none is chosen.
  const SpectrumClass* chosenClass() const;
  QStringList describe() const;
  /// The row of a class, in the widget's coordinates.
  QRectF row(std::size_t index) const;

 signals:
  void chosen();

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  int at(const QPointF& position) const;
  void choose(int index, bool byPerson);
  void fitHeight();

  Spectrum spectrum_;
  int chosen_ = -1;
};

}  // namespace chasescope
