// What stands in a figure's place for those who can't see it (ACM's \Description): what kind of picture, which quantities over
// which ranges, each curve's course, and what was found. Composed from the curves of the figure (of a drawing without any, from its
// caption or the data behind it) and the findings of its runs, never written by hand.
#pragma once

#include <QString>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_content.h"

namespace chasescope {

/// \param title what the figure shows, in a few words
QString alt_text(const FigureContent& figure, const QString& title, const Session& session);

/// What the table behind a figure holds: "Its 136 rows of data have offset bytes from 0 to 17280, cycles from 38 to 210."; empty
/// where it has no numbers.
QString table_words(const FigureContent& figure);

}  // namespace chasescope
