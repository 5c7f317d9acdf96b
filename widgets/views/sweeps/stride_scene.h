// Latency over stride as a drawing: the picture of all array sizes (Saavedra 1992, C2070 poster), and the curves whose corners are
// the fetch size and the page. The same functions serve the window and the figure.
#pragma once

#include <QPainter>
#include <QRectF>
#include <vector>

#include "widgets/style/plot_style.h"
#include "widgets/views/sweeps/footprint_scene.h"
#include "widgets/views/sweeps/sweep_curves.h"

namespace chasescope {

struct StrideLayout {
  QRectF picture;               ///< empty if no picture was measured
  std::vector<QRectF> corners;  ///< one for each corner of the curves
};
StrideLayout layOutStrides(const QRectF& area, const StrideCurves& curves, const PlotStyle& style);
/// The height at which nothing is cramped, at a width.
double naturalStrideHeight(const StrideCurves& curves, double width, const PlotStyle& style);

CurveAxes pictureAxes(const QRectF& area, const StrideCurves& curves, const PlotStyle& style);
CurveAxes cornerAxes(const QRectF& area, const StrideCorner& corner, const PlotStyle& style);

/// One line for each size; `line` and `point` are what is chosen, -1 for none.
/// \param area where pictureAxes() made the axes, with the title
void paintStridePicture(QPainter& painter, const QRectF& area, const CurveAxes& axes, const StrideCurves& curves, int line, int point,
                        const PlotStyle& style);
/// \param area where cornerAxes() made the axes, with the title
void paintStrideCorner(QPainter& painter, const QRectF& area, const CurveAxes& axes, const StrideCorner& corner,
                       const PlotStyle& style);

/// Of the line of a size: small arrays dark, large ones light.
QColor sizeColour(std::size_t line, std::size_t lines, const PlotStyle& style);

/// "L1 data fetches 128 B at a time", "Pages of 2 MiB".
QString cornerText(const StrideCorner& corner);

}  // namespace chasescope
