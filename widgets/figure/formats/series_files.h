// What programs that draw curves anew need: their points as a table, and a file for each program that reads it.
#pragma once

#include <QByteArray>
#include <QString>
#include <vector>

#include "widgets/figure/formats/figure_series.h"
#include "widgets/style/fonts.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

/// How such a file is set.
struct SeriesLook {
  double width_mm = 0, height_mm = 0;  ///< of the whole
  double font_pt = 8, line_pt = 0.5;
  Face face = Face::inter;
  LegendPlace legend = LegendPlace::own;
  QString about;           ///< the caption, for a comment at the head
  QString readings = {};   ///< what the cursors read, below the axes; empty without any
  double readings_mm = 0;  ///< height of that
  QString data;   ///< name of the table's file, in the same folder
};

/// All points, a row each: number of the series from 1 on, x, y, and the interval's ends (y itself where there is none).
QByteArray seriesTable(const std::vector<SeriesPanel>& panels);

/// LaTeX, with axes of PGFPlots that read the table.
QByteArray pgfplotsFile(const std::vector<SeriesPanel>& panels, const SeriesLook& look);

/// A script for Python with matplotlib, which reads the table or, for a map, the figure's CSV.
QByteArray matplotlibScript(const std::vector<SeriesPanel>& panels, const SeriesLook& look);

/// The width of the longest name of a curve with the piece of line before it, in mm.
double nameWidth(const std::vector<SeriesPanel>& panels, const SeriesLook& look);
/// So many names of curves stand beside each other that none goes beyond the picture.
int legendColumns(const std::vector<SeriesPanel>& panels, const SeriesLook& look);
/// The place that is wanted; below the plot where names at its right would leave it less than half of the width.
LegendPlace legendWithRoom(const std::vector<SeriesPanel>& panels, const SeriesLook& look);

/// Sizes at which an axis of bytes that doubles has its ticks: powers of two, eight at the most.
std::vector<double> ticksOf(const SeriesPanel& panel);

}  // namespace chasescope
