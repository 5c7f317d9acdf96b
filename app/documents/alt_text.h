// The text description of a figure for people who can't see it (ACM's \Description): the kind of picture, the quantities with their
// ranges, the course of each curve, and the findings. Composed from the figure's curves (without curves, from its caption or its
// data) and the findings of its runs, never written by hand.
#pragma once

#include <QString>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_content.h"

namespace chasescope {

/// \param title what the figure shows, in a few words
QString alt_text(const FigureContent& figure, const QString& title, const Session& session);

/// The contents of the table behind a figure: "Its 136 rows of data have offset bytes from 0 to 17280, cycles from 38 to 210.";
/// empty if it has no numbers.
QString table_words(const FigureContent& figure);

}  // namespace chasescope
