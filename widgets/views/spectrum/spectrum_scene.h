// The latency spectrum as a drawing (2014 paper, table 3): a row for each class of accesses, with what it takes, how frequent it
// was, and the path through the TLBs and the caches. The same functions serve the window and the figure.
#pragma once

#include <QPainter>
#include <QRectF>
#include <vector>

#include "widgets/style/plot_style.h"
#include "widgets/views/spectrum/spectrum_classes.h"

namespace chasescope {

struct SpectrumLayout {
  QRectF heads;
  std::vector<QRectF> rows;                  ///< of the classes
  QRectF words;                              ///< of the chosen class, below the rows; empty where there is none or no room
  double latency = 0, share = 0, paths = 0;  ///< where the columns begin
  double right = 0;
  double column = 0;   ///< width of one part of the paths
  double between = 0;  ///< the gap between translation and data
};

SpectrumLayout layOutSpectrum(const QRectF& area, const Spectrum& spectrum, bool withWords, const PlotStyle& style);
/// The height below which rows would touch, at a width.
double leastSpectrumHeight(const Spectrum& spectrum, double width, const PlotStyle& style);

/// `chosen` and `hovered` are indices of classes, -1 for none.
void paintSpectrum(QPainter& painter, const Spectrum& spectrum, const SpectrumLayout& layout, int chosen, int hovered,
                   const PlotStyle& style);

/// "116 cycles · 63.4 % of the accesses".
QString classText(const SpectrumClass& one);

}  // namespace chasescope
