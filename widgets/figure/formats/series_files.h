// Files for programs that draw curves anew: the points as a table, and for each program a file that reads the table.
#pragma once

#include <QByteArray>
#include <QString>
#include <vector>

#include "widgets/figure/formats/figure_series.h"
#include "widgets/style/fonts.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

/// The size and the look of such a file.
struct SeriesLook {
  double width_mm = 0, height_mm = 0;  ///< size of the whole figure
  double font_pt = 8, line_pt = 0.5;
  Face face = Face::inter;
  LegendPlace legend = LegendPlace::own;
  QString about;           ///< the caption, for a comment at the head
  QString readings = {};   ///< the cursors' readings, below the axes; empty without cursors
  double readings_mm = 0;  ///< height of the readings
  QString data;            ///< file name of the table, in the same folder
};

/// All points, a row each: number of the series from 1 on, x, y, and the interval's ends (y itself where there is none).
QByteArray seriesTable(const std::vector<SeriesPanel>& panels);

/// LaTeX, with axes of PGFPlots that read the table.
QByteArray pgfplotsFile(const std::vector<SeriesPanel>& panels, const SeriesLook& look);

/// A script for Python with matplotlib, which reads the table or, for a map, the figure's CSV.
QByteArray matplotlibScript(const std::vector<SeriesPanel>& panels, const SeriesLook& look);

/// The width of the longest name of a curve with the piece of line before it, in mm.
double nameWidth(const std::vector<SeriesPanel>& panels, const SeriesLook& look);
/// The number of legend columns: as many as have room within the width of the picture.
int legendColumns(const std::vector<SeriesPanel>& panels, const SeriesLook& look);
/// The wanted place of the legend; below the plot instead, where names at the right would leave the plot less than half of the
/// width.
LegendPlace legendWithRoom(const std::vector<SeriesPanel>& panels, const SeriesLook& look);

/// The ticks of an axis of bytes that doubles: powers of two, at most eight.
std::vector<double> ticksOf(const SeriesPanel& panel);

}  // namespace chasescope
