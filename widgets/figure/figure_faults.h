// What of a choice a figure can't show, told before anything is drawn.
#pragma once

#include <QString>

#include "widgets/figure/figure_content.h"
#include "widgets/figure/figure_options.h"

namespace chasescope {

/// What of the choice the figure can't show, as a sentence; empty if it shows all of it.
QString choiceProblem(const FigureContent& figure, const FigureChoice& choice);
/// The same of letters of panels and the place of a legend.
QString partsProblem(const FigureContent& figure, const FigureOptions& options);

}  // namespace chasescope
