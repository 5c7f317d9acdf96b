// What programs that draw curves anew need: their points as a table, and a file for each program that reads it.
#pragma once

#include <QByteArray>
#include <QString>
#include <vector>

#include "widgets/figure/formats/figure_series.h"
#include "widgets/style/fonts.h"

namespace chasescope {

/// How such a file is set.
struct SeriesLook {
  double width_mm = 0, height_mm = 0;  ///< of the whole
  double font_pt = 8, line_pt = 0.5;
  Face face = Face::inter;
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

/// Sizes at which an axis of bytes that doubles has its ticks: powers of two, eight at the most.
std::vector<double> ticksOf(const SeriesPanel& panel);

}  // namespace chasescope
