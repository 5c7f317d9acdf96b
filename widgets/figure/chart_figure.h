// A figure of one or more charts below each other: whoever tells the numbers has a figure in all formats.
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
  /// The colour of each series of each chart, in the look of a figure; empty: as levelColour() has them in their order.
  std::function<QColor(std::size_t chart, std::size_t series, const PlotStyle&)> colours = {};
  double share = 0.5;  ///< of a chart's width that its plot is high
  std::function<void(const std::function<bool(const QByteArray&)>& write)> csv;
  std::vector<std::string> runs;  ///< that show it, by their ids
};

/// What of the choice concerns axes and panels is taken: one chart alone, a part of the axes where all that are shown have the same
/// ones, cursors on the only one.
FigurePtr chartFigure(const Session& session, ChartFigure figure, const FigureChoice& choice);

}  // namespace chasescope
