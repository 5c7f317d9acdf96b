// A figure of one or more charts: numbers alone are enough for all formats. The charts lie below each other; four or more lie in
// two columns where the page is wide enough, as they would else be higher than a page.
#pragma once

#include <QByteArray>
#include <functional>
#include <string>
#include <vector>

#include "engine/session/document/session.h"
#include "widgets/figure/chart.h"
#include "widgets/figure/figure_content.h"

namespace chasescope {

struct ChartFigure {
  const char* name = "";      ///< in the list of figures
  QString title, caption;     ///< the caption begins with the device by itself
  std::vector<Chart> charts;  ///< their series need no colours
  /// The colour of each series of each chart; empty: the colours of levelColour() in order.
  std::function<QColor(std::size_t chart, std::size_t series, const PlotStyle&)> colours = {};
  double share = 0.5;  ///< height of a plot as a share of its chart's width
  std::function<void(const std::function<bool(const QByteArray&)>& write)> csv;
  std::vector<std::string> runs;  ///< ids of the runs behind the figure
};

/// Uses the part of the choice about axes and panels: shows one chart alone; limits the axes, if all shown charts have the same
/// axes; sets cursors, if there is only one chart.
FigurePtr chartFigure(const Session& session, ChartFigure figure, const FigureChoice& choice);

}  // namespace chasescope
