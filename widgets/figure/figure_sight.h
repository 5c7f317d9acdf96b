// The visible part of a figure's axes, as chosen by the window's zoom or the command line.
#pragma once

#include "widgets/figure/figure_content.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/plot/curve_axes.h"
#include "widgets/plot/sight.h"

namespace chasescope {

/// The axes limited to the sight. `unit`: one step of the horizontal axis in the sight's unit. Limits without an extent get the
/// extent of the lower limit. Logarithmic axes begin at the round number below the smallest data in `traits`.
PlainAxes partOf(PlainAxes axes, const FigureSight& sight, const FigureTraits& traits = {}, double unit = 1);
CurveAxes partOf(CurveAxes axes, const FigureSight& sight, const FigureTraits& traits = {});

/// The traits with the ends of the data of these panels: in x of all panels, in y of the first. `unit`: as for partOf().
FigureTraits withEnds(FigureTraits traits, const std::vector<SeriesPanel>& panels, double unit = 1);

/// An axis of numbers for other programs, limited to the sight; a linear axis begins at `begin` unless the sight says otherwise.
SeriesAxis seriesAxis(const QString& title, const AxisLimits& part, bool logarithmic, std::optional<double> begin = {});

/// The sight for the visible part of a plot (CurvePlot::part()) and its cursors.
FigureSight sightOf(const std::optional<Sight>& part, const CurveCursors& cursors = {});

}  // namespace chasescope
