// Whether a figure has room in the size and type that it is to be set in: it is laid out, and what was laid out is measured. So no
// figure has to say beforehand what it needs.
#pragma once

#include <QString>
#include <optional>

#include "widgets/figure/figure_content.h"
#include "widgets/figure/figure_options.h"

namespace chasescope {

/// How many texts are cut, shortened, beyond the page, or over another one where the figure is drawn so; 1 more where anything
/// else reaches beyond the page, and 1 where a height is asked for in which a third of the texts has no room.
int faultsOfFit(const FigureContent& figure, const FigureOptions& options);

/// Why the figure can't be drawn with these options, as a sentence with a width, a type size or a height at which it can; empty if
/// it can. What no width mends (a text that is shortened everywhere) is no fault of the width.
QString fitProblem(const FigureContent& figure, const FigureOptions& options);

/// The same options with the height, or else the width, at which the figure has room; the options themselves where it fits. Nothing
/// where no width up to 400 mm is enough.
std::optional<FigureOptions> fittingOptions(const FigureContent& figure, const FigureOptions& options);

}  // namespace chasescope
