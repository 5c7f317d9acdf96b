// The latency spectrum as a drawing (2014 paper, table 3): a row for each class of accesses, with its latency, its share, and its
// path through the TLBs and the caches. The same functions serve the window and the figure.
#pragma once

#include <QPainter>
#include <QRectF>
#include <vector>

#include "widgets/style/plot_style.h"
#include "widgets/views/spectrum/spectrum_classes.h"

namespace chasescope {

struct SpectrumLayout {
  QRectF heads;
  std::vector<QRectF> rows;  ///< of the classes
  QRectF words;              ///< words on the chosen class, below the rows; empty without a chosen class or without room
  double latency = 0, share = 0, paths = 0;  ///< left edges of the columns
  double right = 0;
  double column = 0;   ///< width of one part of the paths
  double between = 0;  ///< the gap between translation and data
};

SpectrumLayout layOutSpectrum(const QRectF& area, const Spectrum& spectrum, bool withWords, const PlotStyle& style);
/// The height below which rows would overlap, at this width.
double leastSpectrumHeight(const Spectrum& spectrum, double width, const PlotStyle& style);

/// `chosen` and `hovered` are indices of classes, -1 for none.
void paintSpectrum(QPainter& painter, const Spectrum& spectrum, const SpectrumLayout& layout, int chosen, int hovered,
                   const PlotStyle& style);

/// "116 cycles · 63.4 % of the accesses".
QString classText(const SpectrumClass& one);

}  // namespace chasescope
