// Latency over stride as a drawing: the picture of all array sizes (Saavedra 1992, C2070 poster), and the curves whose corners show
// the fetch size and the page size. The same functions serve the window and the figure.
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
  std::vector<QRectF> corners;  ///< one for each of the curves with a corner
};
StrideLayout layOutStrides(const QRectF& area, const StrideCurves& curves, const PlotStyle& style);
/// The height from which all parts have enough room, at this width.
double naturalStrideHeight(const StrideCurves& curves, double width, const PlotStyle& style);

CurveAxes pictureAxes(const QRectF& area, const StrideCurves& curves, const PlotStyle& style);
CurveAxes cornerAxes(const QRectF& area, const StrideCorner& corner, const PlotStyle& style);

/// Paints a line for each size; `line` and `point` are the indices of the chosen ones, -1 for none.
/// \param area the area, with its title, from which pictureAxes() made the axes
void paintStridePicture(QPainter& painter, const QRectF& area, const CurveAxes& axes, const StrideCurves& curves, int line, int point,
                        const PlotStyle& style);
/// \param area the area, with its title, from which cornerAxes() made the axes
void paintStrideCorner(QPainter& painter, const QRectF& area, const CurveAxes& axes, const StrideCorner& corner,
                       const PlotStyle& style);

/// The colour of a size's line: dark for small arrays, light for large ones.
QColor sizeColour(std::size_t line, std::size_t lines, const PlotStyle& style);

/// "L1 data fetches 128 B at a time", "Pages of 2 MiB".
QString cornerText(const StrideCorner& corner);

}  // namespace chasescope
