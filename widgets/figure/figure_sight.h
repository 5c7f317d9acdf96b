// The part of a figure's axes that is shown: as the window's zoom or the command line says.
#pragma once

#include "widgets/figure/figure_content.h"
#include "widgets/plot/curve_axes.h"
#include "widgets/plot/sight.h"

namespace chasescope {

/// Axes that show what the sight says of them. `unit`: so many of the sight's unit are one step of the horizontal axis. Limits that
/// leave nothing between them show as much again as the lower one.
PlainAxes partOf(PlainAxes axes, const FigureSight& sight, double unit = 1);
CurveAxes partOf(CurveAxes axes, const FigureSight& sight);

/// What a plot shows of its horizontal axis (CurvePlot::part()).
FigureSight sightOf(const std::optional<Sight>& part);

}  // namespace chasescope
