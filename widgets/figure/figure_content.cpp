#include "widgets/figure/figure_content.h"

#include "widgets/figure/formats/figure_series.h"

namespace chasescope {

std::vector<SeriesPanel> FigureContent::series(const PlotStyle& /*style*/) const { return {}; }

}  // namespace chasescope
