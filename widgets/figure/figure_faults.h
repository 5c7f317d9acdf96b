// Checks before drawing whether a figure can show a choice.
#pragma once

#include <QString>

#include "widgets/figure/figure_content.h"
#include "widgets/figure/figure_options.h"

namespace chasescope {

/// Which part of the choice the figure can't show, as a sentence; empty if it shows all of it.
QString choiceProblem(const FigureContent& figure, const FigureChoice& choice);
/// As choiceProblem(), for the panels' letters and the legend's place.
QString partsProblem(const FigureContent& figure, const FigureOptions& options);

}  // namespace chasescope
