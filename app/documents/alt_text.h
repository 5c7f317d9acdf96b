// What stands in a figure's place for those who can't see it (ACM's \Description): what kind of picture, which quantities over
// which ranges, and what was found. Composed from the data behind the figure and the findings of its runs, never written by hand.
#pragma once

#include <QString>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_content.h"

namespace chasescope {

/// \param title what the figure shows, in a few words
QString alt_text(const FigureContent& figure, const QString& title, const Session& session);

}  // namespace chasescope
