// The part of a figure's axes that is shown: as the window's zoom or the command line says.
#pragma once

#include "widgets/figure/figure_content.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/plot/curve_axes.h"
#include "widgets/plot/sight.h"

namespace chasescope {

/// Axes that show what the sight says of them. `unit`: so many of the sight's unit are one step of the horizontal axis. Limits that
/// leave nothing between them show as much again as the lower one. Logarithmic axes begin at the round number below the least of
/// the data that `traits` tell.
PlainAxes partOf(PlainAxes axes, const FigureSight& sight, const FigureTraits& traits = {}, double unit = 1);
CurveAxes partOf(CurveAxes axes, const FigureSight& sight, const FigureTraits& traits = {});

/// The traits of a figure of these panels, with where their data end: in x of all, in y of the first. `unit`: as of partOf().
FigureTraits withEnds(FigureTraits traits, const std::vector<SeriesPanel>& panels, double unit = 1);

/// An axis of numbers for other programs, as the sight shows it; a linear one begins at `begin` where nothing else is asked.
SeriesAxis seriesAxis(const QString& title, const AxisLimits& part, bool logarithmic, std::optional<double> begin = {});

/// What a plot shows of its horizontal axis (CurvePlot::part()), and its cursors.
FigureSight sightOf(const std::optional<Sight>& part, const CurveCursors& cursors = {});

}  // namespace chasescope
