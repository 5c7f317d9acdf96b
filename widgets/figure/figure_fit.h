// Whether a figure fits into its size at its type size: lays the figure out and measures the result, so that figures need not state
// the room that they need.
#pragma once

#include <QString>
#include <optional>

#include "widgets/figure/figure_content.h"
#include "widgets/figure/figure_options.h"

namespace chasescope {

/// The number of texts that are cut, shortened, beyond the page, or over other text. One more if anything else reaches beyond the
/// page, and one more if a given height has no room for a third of the texts.
int faultsOfFit(const FigureContent& figure, const FigureOptions& options);

/// Why the figure can't be drawn with these options, as a sentence with a width, type size or height at which it can; empty if it
/// can. A text that is shortened at every width does not count.
QString fitProblem(const FigureContent& figure, const FigureOptions& options);

/// The options with the largest type, in half points from FigureOptions::least_font_pt on, at which the figure fits into the given
/// height and is not pressed much flatter than it would be by itself; unchanged options if no height is given or no type fits.
FigureOptions withFittingType(const FigureContent& figure, const FigureOptions& options);

/// The options with a height, or else a width, at which the figure fits; unchanged options if it fits. Nothing if it does not fit
/// at any width up to 400 mm.
std::optional<FigureOptions> fittingOptions(const FigureContent& figure, const FigureOptions& options);

}  // namespace chasescope
