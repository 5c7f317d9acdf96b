// A line of generations as a figure.
#pragma once

#include <QString>
#include <span>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_content.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// \param quantity the id of one of generation_quantities()
/// \return an error sentence if there is no such quantity, or if no card has a value of it
FigureOutcome generationsFigure(std::span<const Session> sessions, const QString& quantity);

/// The figure "generations", which takes two cards or more; FigureChoice::variant is the quantity.
const FigureEntry& generationsEntry();
/// The quantity of the figure if none is named.
QString firstQuantity();

}  // namespace chasescope
