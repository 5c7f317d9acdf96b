// Curves of several cards over each other, as a figure.
#pragma once

#include <span>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_content.h"
#include "widgets/views/overlay/curve_kinds.h"

namespace chasescope {

/// What curves are read from, for one card of a session.
CardData cardData(const Session& session);

/// \param kind    the id of one of curveKinds()
/// \param variant of which curve of each card; empty: the one that the most cards have
/// \return a sentence where there is no such kind, or no card has such a curve
FigureOutcome overlayFigure(std::span<const Session> sessions, const QString& kind, const QString& variant = {});

}  // namespace chasescope
